// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Invocations as lines of JSON.
struct LineEncoder: ExportEncoder {
    func begin() -> [UInt8] { [] }

    func encode(_ invocation: Invocation) -> [UInt8] { InvocationEncoder.encode(invocation) + [UInt8(ascii: "\n")] }

    func end() -> [UInt8] { [] }
}
