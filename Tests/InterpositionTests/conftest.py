# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""What the tests of programs have in common."""
import pytest

from programs import Programs

# Lines for the end of the report, such as how many values were compared.
REPORT = pytest.StashKey[list]()


def pytest_addoption(parser):
    parser.addoption("--seeds", type=int, default=2, help="number of programs with random types")
    parser.addoption("--switches", type=int, default=20, help="how often a running program is inspected and left")


def pytest_configure(config):
    config.stash[REPORT] = []


def pytest_generate_tests(metafunc):
    if "seed" in metafunc.fixturenames:
        metafunc.parametrize("seed", range(metafunc.config.getoption("seeds")))


def pytest_terminal_summary(terminalreporter, config):
    for line in config.stash[REPORT]:
        terminalreporter.write_line(line)


@pytest.fixture
def report(request):
    """Adds a line to the end of the report."""
    return request.config.stash[REPORT].append


@pytest.fixture(scope="session")
def programs(tmp_path_factory):
    return Programs(tmp_path_factory.mktemp("programs"))
