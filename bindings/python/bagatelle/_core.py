"""What all wrapped objects share: references, identity, checked calls, callbacks and their exceptions."""
# SPDX-License-Identifier: MIT
import ctypes as c
import difflib
import itertools
import threading
import weakref
from enum import Enum
from typing import Any, Callable, Dict, List, Optional, Tuple, Type, TypeVar

from . import _native
from ._native import lib
from .errors import error_of
from .vectors import to_int32, whole

S = TypeVar("S", bound="NativeObject")

# ---- Calls -------------------------------------------------------------------------------------
# An exception in a callback cannot cross C. It is kept under (thread, depth of callbacks around the call
# into C) and raised again by `check` when that call returns; the first one wins.
_pending: Dict[Tuple[int, int], BaseException] = {}


class _Thread(threading.local):
    depth = 0


_thread = _Thread()


def check(status: int) -> int:
    """The status of a call, unless it failed or a callback in it raised: then that exception."""
    if _pending:
        raise_pending()
    if status < 0:
        raise error_of(status)
    return status


def raise_pending() -> None:
    """Raises what a callback of the call just made has raised, if anything."""
    kept = _pending.pop((threading.get_ident(), _thread.depth), None)
    if kept is not None:
        try:
            raise kept
        finally:
            del kept  # no cycle through this frame


def get(function: Any, *arguments: Any) -> Any:
    """The result of a getter. Failing getters return zero, so only a zero is looked into."""
    value = function(*arguments)
    if any(bytes(value)) if isinstance(value, c.Structure) else value:
        return value
    lib.bgt_clear_error()
    value = function(*arguments)
    status = lib.bgt_last_error()
    if status < 0:
        raise error_of(status)
    return value


def definition(cls: Any) -> Any:
    """A definition struct filled with the library's defaults."""
    result = cls()
    lib.bgt_def_init(c.byref(result), _KIND_OF_DEFINITION[cls], c.sizeof(cls))
    return result


def create(function: Any, *arguments: Any) -> int:
    """The id that a create function gives."""
    out = c.c_uint64()
    check(function(*arguments, c.byref(out)))
    return out.value


def id_list(function: Any, *arguments: Any) -> List[int]:
    """All ids that a copying getter has."""
    count, capacity = c.c_uint64(), 16
    while True:
        buffer = (c.c_uint64 * capacity)()
        check(function(*arguments, buffer, capacity, c.byref(count)))
        if count.value <= capacity:
            return list(buffer[:count.value])
        capacity = count.value


def text(value: Any, name: str) -> bytes:
    """UTF-8 for C, from a str."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, not {value!r}")
    if "\0" in value:
        raise ValueError(f"{name} holds a zero character: {value!r}")
    return value.encode("utf-8")


def choice(value: Any, kind: Any, name: str) -> int:
    """The number of a member of an enumeration for C, which refuses plain numbers that it does not know."""
    if not hasattr(value, "__index__") or isinstance(value, (bool, Enum)) and not isinstance(value, kind):
        raise TypeError(f"{name} must be {article(kind)} ({', '.join(kind.__members__)}), not {value!r}")
    return to_int32(value, name)


_KIND_OF_DEFINITION = dict(_native.INITS.values())


# ---- Callbacks ---------------------------------------------------------------------------------
# The context given to C is a key of this table. It leads to the owner through a weak reference and to the
# callable through the owner, so a cycle through a callback can be collected.
_contexts: Dict[int, Tuple[Any, str]] = {}
_keys = itertools.count(1)


class _Asking(threading.local):
    def __init__(self) -> None:
        self.runs: List[Any] = []


# Transitions that this thread is starting, innermost last: they hold what a delegate gives.
asking = _Asking()


def callback(kind: Any) -> Callable[[Callable[..., Any]], Any]:
    """Makes a function of the C callback type; what the body raises is kept for the call around it.

    A callback that answers gives zero then.
    """
    zero = None if kind._restype_ is None else kind._restype_().value

    def make(body: Callable[..., Any]) -> Any:
        def run(*arguments: Any) -> Any:
            depth = _thread.depth
            try:
                _thread.depth = depth + 1
                return body(*arguments)
            except BaseException as error:  # also KeyboardInterrupt: nothing may leave into C
                _pending.setdefault((threading.get_ident(), depth), error)
                return zero
            finally:
                _thread.depth = depth

        return kind(run)

    return make


def new_context(owner: "NativeObject", slot: str) -> int:
    """A key for C that leads to the callable in that slot of the owner."""
    key = next(_keys)
    _contexts[key] = (weakref.ref(owner), slot)
    return key


def target(key: Optional[int]) -> Tuple[Any, Any]:
    """Owner and callable that belong to a context; None for what has gone."""
    owner_reference, slot = _contexts.get(key or 0, (None, ""))
    owner = owner_reference() if owner_reference is not None else None
    return owner, owner._callbacks.get(slot) if owner is not None else None


def slot_of(key: Optional[int]) -> str:
    """The slot that belongs to a context."""
    return _contexts.get(key or 0, (None, ""))[1]


def drop_context(key: Optional[int]) -> None:
    """Forgets a context."""
    _contexts.pop(key or 0, None)


release_context = callback(_native.ReleaseFn)(drop_context)  # C gives a context back


# ---- Objects -----------------------------------------------------------------------------------
# Every wrapped object that Python knows, by id: a living id always yields the same Python object.
objects: "weakref.WeakValueDictionary[int, NativeObject]" = weakref.WeakValueDictionary()
behaviors: "weakref.WeakSet[Any]" = weakref.WeakSet()
_classes: Dict[int, Any] = {}


def wraps(kind: int) -> Callable[[Type[S]], Type[S]]:
    """Class decorator: ids of that kind become objects of the class."""

    def note(cls: Type[S]) -> Type[S]:
        _classes[kind] = cls
        return cls

    return note


def wrap(ident: int) -> Any:
    """The Python object of an id that C gave; None for 0. A dead id gives an object that is closed."""
    if not ident:
        return None
    found = objects.get(ident)
    if found is not None:
        return found
    cls = _classes.get(lib.bgt_get_kind(ident))
    if cls is None or lib.bgt_retain(ident) < 0:
        return None
    made = cls.__new__(cls)
    made._adopt(ident)
    return made


def wrap_as(cls: Type[S], ident: int) -> S:
    """As `wrap`, for an id of that class which may have died: then a closed object of the class."""
    made = wrap(ident)
    if made is None:
        made = cls.__new__(cls)
        made._id = ident
    return made  # type: ignore[no-any-return]


def id_of(value: Any, cls: Any, name: str) -> int:
    """The id of an argument, which must be of the class."""
    if not isinstance(value, cls):
        raise TypeError(f"{name} must be {article(cls)}, not {value!r}")
    return value._id  # type: ignore[no-any-return]


def release_collected(ident: int) -> None:
    """Gives back the reference of a collected object. What its callbacks raise cannot be raised here."""
    depth = _thread.depth
    try:
        _thread.depth = depth + 1
        lib.bgt_release(ident)
        kept = _pending.pop((threading.get_ident(), depth + 1), None)
    finally:
        _thread.depth = depth
    if kept is not None:
        raise kept  # the interpreter hands it to sys.unraisablehook


class Sealed:
    """Refuses attributes that its class does not have. Subclasses outside of the package may have their own."""

    _is_sealed = True
    _instead: Dict[str, str] = {}  # of attributes that cannot be set: what changes them

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        parts = cls.__module__.split(".")
        cls._is_sealed = parts[0] == __package__ and parts[1:2] != ["examples"]

    def __setattr__(self, name: str, value: Any) -> None:
        if self._is_sealed and name[:1] != "_" and not hasattr(type(self), name):
            real = [known for known in dir(type(self)) if known[:1] != "_"]
            nearest = difflib.get_close_matches(name, real, 1)
            hint = f"; did you mean {nearest[0]!r}?" if nearest else ""
            raise AttributeError(f"{article(type(self))} has no attribute {name!r}{hint}")
        try:
            object.__setattr__(self, name, value)
        except AttributeError:
            if name not in self._instead:
                raise
            raise AttributeError(f"{name} cannot be set; {self._instead[name]}") from None


class NativeObject(Sealed):
    """An object of the library. It holds one reference, given back by `close`, ``with`` or collection."""

    _id = 0
    _callbacks: Dict[str, Any] = {}
    _finalizer: Optional["weakref.finalize[..., Any]"] = None

    def _adopt(self, ident: int) -> None:
        """Takes over one reference to the object of that id."""
        finalizer = weakref.finalize(self, release_collected, ident)
        finalizer.atexit = False  # the process gives everything back
        self._id = ident
        self._callbacks = {}
        self._finalizer = finalizer
        objects[ident] = self

    def _set_callback(self, slot: str, register: Any, trampoline: Any, function: Optional[Any]) -> None:
        """Registers a callable, or None to remove it. The object, not C, holds the callable."""
        if function is None:
            check(register(self._id, type(trampoline)(), None, _native.ReleaseFn()))
            self._callbacks.pop(slot, None)
            return
        if not callable(function):
            raise TypeError(f"{slot} must be callable or None, not {function!r}")
        key = new_context(self, slot)
        status = register(self._id, trampoline, key, release_context)
        if status < 0:
            drop_context(key)
        else:
            self._callbacks[slot] = function
        check(status)

    @property
    def id(self) -> int:
        """The 64-bit id that names the object in the C API and in `StateArray` records."""
        return self._id

    @property
    def is_alive(self) -> bool:
        """Whether the object still exists; false once it was closed and nothing else holds it."""
        return bool(lib.bgt_is_alive(self._id))

    def close(self) -> None:
        """Gives the reference back; a second call does nothing.

        The object dies unless something holds it: an animator its behaviors, a behavior its items and
        children. Using a dead object raises `StaleIdError`.
        """
        if self._finalizer is not None and self._finalizer.detach() is not None:
            check(lib.bgt_release(self._id))

    def __enter__(self: S) -> S:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __reduce_ex__(self, _: Any) -> Any:
        raise TypeError(f"cannot copy or pickle {article(type(self))}")

    def _state(self) -> str:
        return ""

    def __repr__(self) -> str:
        if not self.is_alive:
            return f"{type(self).__name__}(closed)"
        return f"{type(self).__name__}({self._state()})"


def article(cls: Any) -> str:
    """The name of a class with its article."""
    return f"{'an' if cls.__name__[0] in 'AEIOU' else 'a'} {cls.__name__}"


def pair(vector: Any) -> str:
    """A vector in a repr."""
    return f"({vector[0]:g}, {vector[1]:g})"


def count(number: int, one: str, many: str) -> str:
    """A number with its noun."""
    return f"{number} {one if number == 1 else many}"


# ---- Library -----------------------------------------------------------------------------------
def version() -> Tuple[int, int, int]:
    """Version of the loaded library: major, minor, patch.

    >>> version()[:2]
    (0, 1)
    """
    number = lib.bgt_version()
    return number // 10000, number // 100 % 100, number % 100


def get_live_count(cls: Optional[Type[NativeObject]] = None) -> int:
    """Number of living objects of exactly that class, or of all. For finding leaks.

    A plain `DynamicBehavior` counts composites only.
    """
    if cls is None:
        return int(lib.bgt_get_live_count(_native.BGT_KIND_NONE))
    kinds = [kind for kind, known in _classes.items() if known is cls]
    if not kinds:
        raise TypeError(f"{cls!r} is no class of objects of the library")
    return int(lib.bgt_get_live_count(kinds[0]))


def intern_name(string: str) -> int:
    """The number that names a string for the life of the process, as records of contacts hold it in C.

    Raises:
        BagatelleError: The string is empty or longer than 1,024 bytes.

    >>> name_string(intern_name("floor"))
    'floor'
    """
    return int(get(lib.bgt_intern, text(string, "string")))


def name_string(name: int) -> str:
    """The string of a name.

    Raises:
        BagatelleError: There is no such name.
    """
    return str(get(lib.bgt_name_get_string, whole(name, "name")).decode("utf-8"))


_log: Optional[Callable[[str], Any]] = None


@callback(_native.LogFn)
def _on_log(message: bytes, _: Optional[int]) -> None:
    function = _log
    if function is not None:
        function(message.decode("utf-8", "replace"))


def set_log(function: Optional[Callable[[str], Any]]) -> None:
    """Sets the one function of the process that gets a line of text for events no status reports.

    Args:
        function: Called with the line, on the thread that advances; None (the default) logs nothing. What
            it raises comes out of `DynamicAnimator.advance`.
    """
    global _log
    if function is not None and not callable(function):
        raise TypeError(f"function must be callable or None, not {function!r}")
    _log = function
    registered = _on_log if function is not None else _native.LogFn()
    check(lib.bgt_set_log(registered, None, _native.ReleaseFn()))
