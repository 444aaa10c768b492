# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""What the tests of programs have in common."""
import pytest

from programs import Programs

# Property of a test with a line for the end of the report; it comes from all processes of a parallel run.
LINE = "line of the report"


def pytest_addoption(parser):
    parser.addoption("--seeds", type=int, default=2, help="number of programs with random types")
    parser.addoption("--switches", type=int, default=20, help="how often a running program is inspected and left")


def pytest_generate_tests(metafunc):
    if "seed" in metafunc.fixturenames:
        metafunc.parametrize("seed", range(metafunc.config.getoption("seeds")))


def pytest_terminal_summary(terminalreporter):
    for outcome in ["passed", "failed"]:
        for test in terminalreporter.stats.get(outcome, []):
            for name, line in test.user_properties:
                if name == LINE: terminalreporter.write_line(line)


@pytest.fixture
def report(request):
    """Adds a line to the end of the report, such as how many values were compared."""
    return lambda line: request.node.user_properties.append((LINE, line))


@pytest.fixture(scope="session")
def programs(tmp_path_factory):
    return Programs(tmp_path_factory.mktemp("programs"))
