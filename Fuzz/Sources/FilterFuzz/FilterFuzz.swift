// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Tries the fuzzer's inputs as filters, and stops at the first failure.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFilter(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    if let failure = trial.failure(of: Array(UnsafeBufferPointer(start: bytes, count: count))) { fatalError(failure) }
    return 0
}

private let trial = FilterTrial()
