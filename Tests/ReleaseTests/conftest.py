# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0


def pytest_configure(config):
    config.addinivalue_line("markers", "long: builds for minutes; scripts/test leaves it to scripts/check")
