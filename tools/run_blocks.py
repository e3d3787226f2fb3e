#!/usr/bin/env python3
"""Builds and runs the C, Python and Swift blocks of Markdown files, so that no page shows a program that fails.

Every block fenced as c, python or swift is a whole program. When a block fenced as text follows it, with
nothing but one line of prose between, that is the output it must print.
"""
# SPDX-License-Identifier: MIT
import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```[ ]*$(?=\n+(?:[^\n`#]+\n+)?```text\n(.*?)^```[ ]*$)?", re.M | re.S)


def blocks(files):
    for file in files:
        for number, match in enumerate(FENCE.finditer(file.read_text()), 1):
            language, code, expected = match.groups()
            if language in ("c", "python", "swift"):
                yield file.stem.replace("-", "_").lower() + str(number), language, code, expected


def run(command, **options):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=300, **options)


def build_c(name, code, options):
    source, program = options.out / f"{name}.c", options.out / name
    source.write_text(code)
    folder = options.library.parent
    done = run([options.cc, "-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-I", ROOT / "include", source,
                "-o", program, "-L", folder, "-lbagatelle", f"-Wl,-rpath,{folder}", "-lm"])
    return [program], done


def build_python(name, code, options):
    source = options.out / f"{name}.py"
    source.write_text(code)
    return [options.python, source], None


def write_swift(programs, out):
    """A package of programs that depends on this one, from Tests/Consumers/swiftpm."""
    consumer = ROOT / "Tests/Consumers/swiftpm"
    shutil.rmtree(out / "Sources", ignore_errors=True)
    shutil.copytree(consumer / "Sources", out / "Sources")
    more = ""
    for name, code in programs:
        (out / "Sources" / name).mkdir()
        (out / "Sources" / name / "main.swift").write_text(code)
        more += f'    .executableTarget(name: "{name}", dependencies: [.product(name: "Bagatelle", package: "Bagatelle")]),\n'
    manifest = (consumer / "Package.swift.in").read_text().replace("@ROOT@", str(ROOT))
    (out / "Package.swift").write_text(re.sub(r" *// More targets\n", more, manifest))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--library", type=lambda text: Path(text).resolve(), help="libbagatelle.so, for C and Python")
    parser.add_argument("--out", type=lambda text: Path(text).resolve(), required=True, help="folder for what is built")
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--languages", default="c,python,swift")
    parser.add_argument("--lines", action="append", default=[], metavar="LANGUAGE=N", help="longest block allowed")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    longest = {language: int(count) for language, count in (entry.split("=") for entry in options.lines)}
    chosen = [block for block in blocks(options.files) if block[1] in options.languages.split(",")]
    environment = dict(os.environ, BAGATELLE_LIBRARY=str(options.library), PYTHONPATH=str(ROOT / "bindings/python"),
                       PYTHONDONTWRITEBYTECODE="1")
    swift = [(name, code) for name, language, code, _ in chosen if language == "swift"]
    if "swift" in options.languages.split(","):
        write_swift(swift, options.out)
        built = run(["swift", "build", "--package-path", options.out])
        if built.returncode:
            print(built.stdout, built.stderr, sep="\n")
            print(f"0 passed, {len(swift) or 1} failed")
            return 1
        folder = Path(run(["swift", "build", "--package-path", options.out, "--show-bin-path"]).stdout.strip())
    passed = failed = 0
    for name, language, code, expected in chosen:
        problem, command = "", None
        if len(code.splitlines()) > longest.get(language, 10**9):
            problem = f"{len(code.splitlines())} lines, at most {longest[language]} are allowed"
        elif language == "swift":
            command = [folder / name]
        else:
            command, built = (build_c if language == "c" else build_python)(name, code, options)
            if built and built.returncode:
                problem = "does not compile:\n" + built.stderr
        if not problem:
            done = run(command, env=environment, cwd=options.out)
            if done.returncode:
                problem = f"exit code {done.returncode}\n{done.stdout}{done.stderr}"
            elif expected is not None and done.stdout != expected:
                problem = f"prints\n{done.stdout}instead of\n{expected}"
        passed, failed = passed + (not problem), failed + bool(problem)
        print(f"{'FAIL' if problem else 'ok  '}  {name} ({language}) {problem}")
    print(f"{passed} passed, {failed} failed")
    return bool(failed or not passed and "swift" not in options.languages)


if __name__ == "__main__":
    sys.exit(main())
