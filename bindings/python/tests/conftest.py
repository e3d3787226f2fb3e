"""What the tests share: the package from the source tree, and a check that objects are given back."""
# SPDX-License-Identifier: MIT
import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve()
ROOT = Path(os.environ.get("BAGATELLE_SOURCE") or HERE.parents[3])
try:
    import bagatelle
except ModuleNotFoundError:
    sys.path.insert(0, str(HERE.parents[1]))
    import bagatelle


@pytest.fixture(autouse=True)
def no_object_stays_behind():
    gc.collect()
    before = bagatelle.get_live_count()
    yield
    sys.last_value = sys.last_traceback = None
    gc.collect()
    assert bagatelle.get_live_count() <= before
    assert not bagatelle._core._pending


@pytest.fixture
def root():
    return ROOT


@pytest.fixture
def fall():
    """Advances for so many seconds."""

    def run(animator, seconds, tick=1 / 60):
        for _ in range(round(seconds / tick)):
            animator.advance(tick)

    return run


@pytest.fixture
def run_python():
    """Runs a program in another interpreter and returns what it printed."""

    def run(program, *, expect=0, **environment):
        paths = [str(Path(bagatelle.__file__).resolve().parents[1]), os.environ.get("PYTHONPATH", "")]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), **environment}
        done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True,
                              timeout=120)
        assert done.returncode == expect, (done.returncode, done.stdout, done.stderr)
        return done.stdout + done.stderr

    return run
