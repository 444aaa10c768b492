// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Sends what the fuzzer comes upon to a server as rules, as values of rules, and as decisions about a held call.
@main
enum RuleFuzz {
    static func main() {
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        exit(runFuzzer(&count, &arguments, fuzz))
    }

    private static let fuzz: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32 = { bytes, count in
        trial.attempt(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
    }

    // The fuzzer calls from one thread.
    private nonisolated(unsafe) static let trial = RuleTrial()
}

/// LibFuzzer's way in for programs with a main function of their own.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
