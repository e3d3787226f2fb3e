"""What refused calls raise: one class per code of the C API, each also of the built-in kind one expects."""
# SPDX-License-Identifier: MIT
from enum import IntEnum
from typing import Dict, Type

from . import _native
from ._native import lib


class Status(IntEnum):
    """Codes of the C API; a `BagatelleError` carries one."""

    OK = _native.BGT_OK
    IGNORED = _native.BGT_IGNORED
    NULL_POINTER = _native.BGT_ERROR_NULL_POINTER
    STALE_ID = _native.BGT_ERROR_STALE_ID
    WRONG_KIND = _native.BGT_ERROR_WRONG_KIND
    RANGE = _native.BGT_ERROR_RANGE
    INVALID_SIZE = _native.BGT_ERROR_INVALID_SIZE
    INVALID_PATH = _native.BGT_ERROR_INVALID_PATH
    HIERARCHY = _native.BGT_ERROR_HIERARCHY
    OTHER_ANIMATOR = _native.BGT_ERROR_OTHER_ANIMATOR
    GROUP_MEMBER = _native.BGT_ERROR_GROUP_MEMBER
    NOT_A_MEMBER = _native.BGT_ERROR_NOT_A_MEMBER
    BUSY = _native.BGT_ERROR_BUSY
    INCOMPATIBLE = _native.BGT_ERROR_INCOMPATIBLE
    STATE = _native.BGT_ERROR_STATE
    NOT_INTERRUPTIBLE = _native.BGT_ERROR_NOT_INTERRUPTIBLE
    LIMIT = _native.BGT_ERROR_LIMIT
    OUT_OF_MEMORY = _native.BGT_ERROR_OUT_OF_MEMORY
    DATA = _native.BGT_ERROR_DATA
    NOT_OWNED = _native.BGT_ERROR_NOT_OWNED


class BagatelleError(Exception):
    """A refused call, which had no effect. The message names the argument, the value and the remedy.

    Attributes:
        status: The code of the C API, a `Status` (a plain int if this version does not know it).

    >>> import bagatelle as bg
    >>> try:
    ...     bg.Item().size = (0, 10)
    ... except bg.BagatelleError as error:
    ...     print(type(error).__name__, error.status.name, isinstance(error, ValueError))
    InvalidSizeError INVALID_SIZE True
    """

    status: int = _native.BGT_OK

    def __init__(self, message: str = "", status: int = 0) -> None:
        super().__init__(message)
        if status:
            self.status = status


class NullPointerError(BagatelleError, ValueError):
    """Something required is missing."""

    status = Status.NULL_POINTER


class StaleIdError(BagatelleError, ReferenceError):
    """The object was closed and has died."""

    status = Status.STALE_ID


class WrongKindError(BagatelleError, TypeError):
    """The object is of another kind, or the behavior takes no items."""

    status = Status.WRONG_KIND


class RangeError(BagatelleError, ValueError):
    """A number is not finite, or outside the documented range."""

    status = Status.RANGE


class InvalidSizeError(BagatelleError, ValueError):
    """Width or height is not above zero."""

    status = Status.INVALID_SIZE


class InvalidPathError(BagatelleError, ValueError):
    """A path is not convex, crosses itself, or has too few points."""

    status = Status.INVALID_PATH


class HierarchyError(BagatelleError, ValueError):
    """The behavior already sits elsewhere in a tree, or a cycle would arise."""

    status = Status.HIERARCHY


class OtherAnimatorError(BagatelleError, ValueError):
    """It belongs to another animator; remove it there first."""

    status = Status.OTHER_ANIMATOR


class GroupMemberError(BagatelleError, ValueError):
    """The item is inside a group; use the group."""

    status = Status.GROUP_MEMBER


class NotAMemberError(BagatelleError, LookupError):
    """There is no such item, child or boundary in the object."""

    status = Status.NOT_A_MEMBER


class BusyError(BagatelleError, RuntimeError):
    """The animator is advancing already, in a callback or on another thread."""

    status = Status.BUSY


class IncompatibleError(BagatelleError, RuntimeError):
    """A struct size that the library does not know."""

    status = Status.INCOMPATIBLE


class StateError(BagatelleError, RuntimeError):
    """Not possible in the present state of the object."""

    status = Status.STATE


class NotInterruptibleError(BagatelleError, RuntimeError):
    """The animation or transition may not be interrupted."""

    status = Status.NOT_INTERRUPTIBLE


class LimitError(BagatelleError, ValueError):
    """A published limit is reached; see `get_limit`."""

    status = Status.LIMIT


class OutOfMemoryError(BagatelleError, MemoryError):
    """No memory; nothing was changed."""

    status = Status.OUT_OF_MEMORY


class DataError(BagatelleError, ValueError):
    """Serialised bytes are damaged, cut short or foreign."""

    status = Status.DATA


class NotOwnedError(BagatelleError, RuntimeError):
    """A reference was given back that the caller does not hold."""

    status = Status.NOT_OWNED


class StaleViewError(BagatelleError, RuntimeError):
    """A view of states was used after the animator ticked, changed or died; copy it to keep it."""

    status = Status.STATE


_CLASSES: Dict[int, Type[BagatelleError]] = {
    int(cls.status): cls for cls in BagatelleError.__subclasses__() if cls is not StaleViewError
}


def error_of(status: int) -> BagatelleError:
    """The exception for a negative status, with the message of the calling thread's latest failure."""
    message = lib.bgt_last_error_message().decode("utf-8", "replace")
    if status == Status.STALE_ID:  # the advice of C is to retain
        message = message.replace("retain what you keep", "it was closed, and nothing else holds it")
    cls = _CLASSES.get(status, BagatelleError)
    return cls(message or f"refused with status {status}", 0 if cls is not BagatelleError else status)
