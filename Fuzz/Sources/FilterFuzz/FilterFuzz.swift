// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Tries what the fuzzer comes upon as a filter, and stops when something is wrong with it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFilter(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    if let failure = trial.failure(of: Array(UnsafeBufferPointer(start: bytes, count: count))) { fatalError(failure) }
    return 0
}

private let trial = FilterTrial()
