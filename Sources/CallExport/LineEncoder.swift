// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Invocations and events of proxies as lines of JSON. Events have the member `what`.
struct LineEncoder: ExportEncoder {
    let epoch: String

    func begin() -> [UInt8] { [] }

    func encode(_ invocation: Invocation) -> [UInt8] { InvocationEncoder.encode(invocation) + [UInt8(ascii: "\n")] }

    func encode(_ event: ProxyEvent) -> [UInt8] { event.json(epoch: epoch) + [UInt8(ascii: "\n")] }

    func end() -> [UInt8] { [] }
}
