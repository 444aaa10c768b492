# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Builds the programs of the tests, and runs them alone and under `inspector-server exec`."""
import collections
import json
import os
import pathlib
import signal
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = pathlib.Path(__file__).resolve().parent / "programs"
MODES = ["-Onone", "-O"]
WHOLE_MODULES = "-O -wmo"
# Programs must not hang; the machine may be busy.
SECONDS = 120


def binary():
    named = os.environ.get("INSPECTOR_BINARY")
    if named:
        return named
    folder = subprocess.run(
        ["swift", "build", "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()
    return os.path.join(folder, "inspector-server")


INSPECTOR = binary()


class Programs:
    """Builds each program once per mode."""

    def __init__(self, folder, sources=SOURCES):
        self.folder = pathlib.Path(folder)
        self.sources = pathlib.Path(sources)
        self.built = {}

    def __call__(self, name, mode="-Onone", c=(), options=(), output=None):
        """The path of the program `name`.swift, linked with files of C or C++ whose names have no extension. A program
        with other `options` has a name of its own, `output`."""
        output = output or name
        if (output, mode) not in self.built:
            self.built[output, mode] = self.build(name, mode, c, options, output)
        return self.built[output, mode]

    def library(self, name, mode="-Onone", options=()):
        """The path of the library `name`.swift. Its module is beside it."""
        folder = self.folder / mode.strip("-")
        folder.mkdir(exist_ok=True)
        result = folder / f"lib{name}.so"
        if not result.exists():
            source = self.sources / f"{name}.swift"
            options = ["-emit-library", "-emit-module", "-module-name", name, *options]
            call(["swiftc", mode, *options, source, "-o", result])
        return result

    def module(self, name, mode="-Onone", options=()):
        """The options with which a program has the module `name`.swift in itself."""
        folder = self.folder / mode.strip("-") / "-".join(["modules", *(option.strip("-") for option in options)])
        folder.mkdir(parents=True, exist_ok=True)
        result = folder / f"{name}.o"
        if not result.exists():
            options = ["-parse-as-library", "-emit-object", "-module-name", name, *options]
            emitted = ["-emit-module", "-emit-module-path", folder / f"{name}.swiftmodule"]
            call(["swiftc", mode, *options, *emitted, self.sources / f"{name}.swift", "-o", result])
        return ["-I", folder, result]

    @staticmethod
    def linking(library):
        """The options with which a program is linked with a library."""
        folder, name = library.parent, library.stem.removeprefix("lib")
        return ["-I", folder, "-L", folder, f"-l{name}", "-Xlinker", "-rpath", "-Xlinker", folder]

    def build(self, name, mode, c, options, output):
        folder = self.folder / mode.strip("-").replace(" ", "")
        folder.mkdir(exist_ok=True)
        objects = [self.compile(file, folder) for file in c]
        for file in c:
            options = [*options, "-import-objc-header", self.sources / f"{file}.h"]
        if any((self.sources / f"{file}.cpp").exists() for file in c):
            options = [*options, "-lstdc++"]
        source = self.sources / f"{name}.swift"
        if "@main" in source.read_text():
            options = [*options, "-parse-as-library"]
        call(["swiftc", *mode.split(), "-module-name", output, *options, source, *objects, "-o", folder / output])
        return folder / output

    def compile(self, name, folder):
        result = folder / f"{name}.o"
        source = self.sources / f"{name}.cpp"
        if source.exists():
            call(["clang++", "-O1", "-c", source, "-o", result])
        else:
            call(["clang", "-O1", "-c", self.sources / f"{name}.c", "-o", result])
        return result


def call(command):
    outcome = subprocess.run(command, capture_output=True, text=True)
    assert outcome.returncode == 0, f"{command}\n{outcome.stdout}{outcome.stderr}"


class Process:
    """A process that has ended, and all that it has left in its group."""

    def __init__(self, command, **options):
        text = options.pop("text", True)
        input = options.pop("input", None)
        if input is not None:
            options["stdin"] = subprocess.PIPE
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=text, start_new_session=True,
            **{"stdin": subprocess.DEVNULL, **options})
        try:
            self.stdout, self.stderr = process.communicate(input, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"{command} does not end in {SECONDS} s") from None
        finally:
            end_group(process)
        self.returncode = process.returncode


def end_group(process):
    """Ends a process and its children; it began a session of its own."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.communicate()


def exec_command(*options, program):
    return [INSPECTOR, "exec", "--port", "0", *options, "--", *map(str, program)]


class Pair:
    """A program that ran alone and under the inspector, which recorded all protocols of its module."""

    def __init__(self, program, *arguments, folder, options=(), module=None, **more):
        """`folder` is a new one for the recording."""
        self.folder = pathlib.Path(folder)
        command = [str(program), *map(str, arguments)]
        # No value is cut because the machine is busy.
        environment = {**os.environ, "XDG_RUNTIME_DIR": str(folder), "INSPECTOR_BUDGET": "milliseconds=60000"}
        environment = {**environment, **more.pop("env", {})}
        self.alone = Process(command, env=environment, **more)
        self.store = self.folder / "calls.recording"
        selection = [] if "--protocol" in options else ["--module", module or pathlib.Path(program).name]
        self.inspected = Process(
            exec_command("--store", self.store, *selection, *options, program=command), env=environment, **more)

    @property
    def errors(self):
        """The beginning of what was said under the inspector; a crash has a backtrace there."""
        return self.inspected.stderr[:4000]

    def check(self, has_same_errors=True):
        """The calls, if the program has behaved as it does alone."""
        assert self.inspected.returncode == self.alone.returncode, self.errors
        assert self.inspected.stdout == self.alone.stdout, self.errors
        assert "cannot be loaded" not in self.inspected.stderr and "without the inspector" not in self.inspected.stderr
        if has_same_errors:
            assert set(self.alone.stderr.splitlines()) <= set(self.inspected.stderr.splitlines())
        return recorded(self.store)


def recorded(store):
    """The calls of a recording, in the order in which they began."""
    outcome = Process([INSPECTOR, "export", str(store)])
    assert outcome.returncode == 0, outcome.stderr
    calls = [json.loads(line) for line in outcome.stdout.splitlines()]
    return sorted((call for call in calls if "selector" in call), key=lambda call: call["seq"])


def counts(calls):
    """Calls by state, for each base name of a selector."""
    result = collections.defaultdict(dict)
    for call in calls:
        states = result[call["selector"].partition("(")[0]]
        states[call["state"]] = states.get(call["state"], 0) + 1
    return dict(result)


def plain(value):
    """A recorded value without types and labels: a case of an enum with values is a list that begins with its name, and
    objects are what kind of value they are. What the recorder has cut is `...`."""
    if value is None or value["kind"] == "nil":
        return None
    if "truncated" in value:
        return ...
    children = [plain(child) for child in value.get("children") or []]
    if value["kind"] == "enum":
        return [value["value"], *children] if children else value["value"]
    if "children" in value or value.get("count") == 0:
        return children
    return value.get("value", value["kind"])


def is_undecoded(value):
    """Whether the record has a reason in place of a value."""
    return value["kind"] == "struct" and "count" not in value and str(value.get("value", "")).startswith("(")


def same(expected, found):
    """Whether two plain values are the same. 1, 1.0 and true differ, and nothing is the same as what was cut."""
    if type(expected) is not type(found) or found is ...: return False
    if not isinstance(expected, list): return expected == found
    return len(expected) == len(found) and all(map(same, expected, found))
