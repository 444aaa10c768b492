# Delegate Inspector
# SPDX-License-Identifier: Apache-2.0
"""The short form of cluster_trial.py."""
import pathlib

import cluster_trial


def test_each_call_arrives_once_whatever_is_killed(tmp_path, fleet_binary, inspector_binary):
    binaries = pathlib.Path(fleet_binary).parent
    assert binaries == pathlib.Path(inspector_binary).parent
    rows, kills, faults = cluster_trial.trial(
        seconds=15, programs=3, rate=200, binaries=binaries, seed=7, folder=tmp_path, pauses=(1, 3))
    assert not faults
    assert all(kills.values()), "everything was killed"
    assert sum(arrived for *_, arrived, _, _, _ in rows) > 3_000
