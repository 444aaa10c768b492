# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""Programs behave under the inspector as they do alone, whatever happens during their calls."""
import pytest

from programs import MODES, Pair, counts, plain, same

# What ends the records of calls that were left, on a thread that goes on and on one that has ended.
LEFT = {"CallLeft"}
ENDED = {"CallLeft", "ThreadEnded"}


@pytest.fixture(params=MODES)
def run(request, programs, tmp_path):
    """Runs a case of `safety`, alone and inspected, and returns the calls."""
    mode = request.param
    program = programs("safety", mode, c=["leaving"])

    def case(name, *arguments, module=None):
        return Pair(program, name, *arguments, folder=tmp_path, module=module).check()

    case.mode = mode
    return case


def returned(**numbers):
    return {name.replace("_", "."): {"returned": number} for name, number in numbers.items()}


def errors(calls):
    return {call["error"]["type"] for call in calls if call["state"] == "threw"}


@pytest.mark.parametrize("way", ["exceptions", "jumps"])
def test_calls_may_be_left_by_exceptions_and_jumps(way, run):
    calls = run(way)
    assert counts(calls) == {
        "enter": {"threw": 100, "returned": 2}, "nested": {"threw": 53}, "plain": {"returned": 2}}
    assert errors(calls) == LEFT
    # Calls after those that were left are not inside them.
    assert all(call["depth"] == 0 for call in calls if call["selector"].startswith(("enter", "plain")))
    nested = [call["depth"] for call in calls if call["selector"].startswith("nested")]
    assert nested == [0, 1, 2, 3, 4] * 10 + [1, 2, 3]


def test_threads_may_end_inside_calls(run):
    calls = run("threads")
    assert counts(calls) == {"enter": {"threw": 3}, "nested": {"threw": 12}, "plain": {"returned": 4}}
    assert errors(calls) <= ENDED


def test_threads_may_be_cancelled_inside_calls(run):
    calls = run("cancelled")
    assert counts(calls) == {"enter": {"threw": 3}, "plain": {"returned": 1}}
    assert errors(calls) <= ENDED


def test_children_go_on_with_the_calls_that_they_were_forked_in(run):
    # Calls of the children are not recorded.
    assert counts(run("forked")) == returned(enter=2, plain=1)


def test_handlers_of_signals_may_walk_the_stack_during_calls(run):
    assert counts(run("signals")) == returned(enter=1, plain=20_000)


def test_handlers_of_signals_may_make_calls_during_calls(run):
    calls = run("handlers")
    assert set(counts(calls)) == {"plain"} and set(counts(calls)["plain"]) == {"returned"}
    # One that comes while a record is being written is not recorded.
    assert sum(plain(call["arguments"][0]) >= 0 for call in calls) >= 50_000


@pytest.mark.parametrize("mode", MODES)
def test_calls_of_handlers_allocate_nothing(mode, programs, tmp_path):
    pair = Pair(programs("interrupted", mode, c=["counting"]), folder=tmp_path)
    assert pair.alone.stdout.splitlines()[1] == "0 0"
    # Whatever was allocated is in the output.
    calls = pair.check()
    large = [call for call in calls if call["selector"].startswith("large")]
    assert [call["state"] for call in large] == ["returned"] * 2, "the handler's has no memory"


@pytest.mark.parametrize("mode", MODES)
def test_the_handler_of_a_signal_may_end_the_program_although_it_has_interrupted_an_allocation(
        mode, programs, tmp_path):
    """The recording is finished, without a byte that the thread allocates."""
    pair = Pair(programs("ending", mode, c=["counting"]), folder=tmp_path)
    assert pair.alone.returncode == 7
    assert [plain(call["result"]) for call in pair.check()] == [2, 1]


def test_calls_on_small_stacks_and_in_coroutines_pass_unrecorded(run):
    calls = run("stacks")
    assert counts(calls) == returned(enter=1, plain=2)
    assert [(plain(call["arguments"][0]), call["depth"]) for call in calls] == [(1, 0), (2, 0), (3, 0)]


def test_calls_may_be_nested_thousands_deep(run):
    calls = run("deep")
    assert counts(calls) == returned(nested=9_901)
    assert [call["depth"] for call in calls] == list(range(9_901))


def test_many_threads_may_call(run):
    calls = run("many")
    assert counts(calls) == returned(plain=12_800, enter=12_800)
    threads = [call["thread"]["id"] for call in calls]
    assert {threads.count(thread) for thread in set(threads)} == {400}
    assert len(set(threads)) == 64
    assert {plain(call["arguments"][0]) for call in calls} == set(range(200))


def test_a_program_may_exit_inside_a_call(run):
    (call,) = run("exits")
    assert call["selector"].startswith("enter") and call["state"] == "running"


def test_async_calls_may_suspend_and_go_on_elsewhere(run):
    calls = run("suspends")
    assert counts(calls) == {
        **returned(fetch=21, quick=202, value_get=1, nothing=1, big=1, anything=1, generic=2, synchronous=200),
        "failing": {"returned": 1, "threw": 1}}
    (big,) = [call for call in calls if call["selector"].startswith("big")]
    assert same([[1, 2.5, "three", [4], 5], 1, 2, 3, 4.5], list(map(plain, big["arguments"])))
    assert same([6, 4.5, "three", [4], None], plain(big["result"]))


def test_tasks_may_be_cancelled_inside_calls(run):
    calls = run("cancels")
    assert counts(calls) == {"sleeps": {"threw": 9}, "quick": {"returned": 1}}
    assert errors(calls) == {"CancellationError"}


def test_calls_may_hop_between_actors(run):
    assert counts(run("actors")) == returned(add=51, later=50, isolated=51, onMain=52, free=1, ordinary=2)


def test_errors_reach_their_callers(run):
    calls = run("errors")
    found = counts(calls)
    assert {name: sum(states.values()) for name, states in found.items()} == {
        "untyped": 4, "typed": 4, "typedLarge": 4, "typedLater": 4, "typedSmall": 4, "typedGeneric": 4, "never": 4,
        "init": 4}
    for name in ["untyped", "init"]: assert found[name] == {"returned": 2, "threw": 2}
    thrown = [plain(call["error"]) for call in calls
              if call["state"] == "threw" and call["selector"].startswith(("untyped", "init"))]
    assert same([[2], [2], [3], [3]], thrown)


def test_libraries_may_be_loaded_and_closed_during_calls(run, programs):
    calls = run("plugins", programs.library("plugin", run.mode), module="plugin")
    assert counts(calls) == returned(double=1_010)


def test_libraries_that_a_forked_process_loads_are_left_alone(run, programs):
    # The inspector's threads, and locks that they held, are the parent's. The output says whether a table was changed.
    calls = run("forkedPlugins", programs.library("plugin", run.mode), module="plugin")
    assert counts(calls) == returned(double=1), "of the parent"


def test_objects_may_go_during_calls(run):
    calls = run("deinits")
    assert counts(calls) == returned(drop=3, dropped=3)
    assert [call["depth"] for call in calls] == [0, 1] * 3


def test_all_forms_of_requirements_are_called(run):
    calls = run("forms")
    assert counts(calls) == returned(
        base=10, item=5, twenty=5, change=5, closures=10, generic=10, variadic=10, same=5, text_get=10, opaque=5,
        type=5, init=5, subscript=15, sum=17, property_set=5, property_get=5, mutate=5)
    twenty = [call for call in calls if call["selector"].startswith("twenty")]
    for call in twenty:
        assert same([
            1, 2.5, 3, 4, 5, 6.5, 7, 8, 9, 10, "k", 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.25,
            [1, 2.5, "three", [4], 5], 20], list(map(plain, call["arguments"])))
    assert [plain(call["result"]) for call in twenty] == [185.75] * 3 + [38.25] * 2
