// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A default body that ran, as remembered by its thread until the forwarded call ends.
struct ReachedBody {
    /// The type that left the requirement out.
    let type: UInt
    let name: Name

    enum Name {
        case text(StaticString, StaticString)
        /// A proxy had no answer for the call.
        case site(UnsafePointer<CallSite>)
    }

    /// Whether the body belongs to a requirement.
    func isOf(_ selector: Selector) -> Bool {
        switch name {
        case .text(let name, let protocolName):
            return Self.isEqual(name, selector.name) && Self.isEqual(protocolName, selector.protocolName)
        case .site(let site): return site.pointee.requirement.takeUnretainedValue().selector == selector
        }
    }

    private static func isEqual(_ text: StaticString, _ other: String) -> Bool {
        text.withUTF8Buffer { $0.elementsEqual(other.utf8) }
    }
}
