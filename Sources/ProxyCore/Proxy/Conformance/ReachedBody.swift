// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A default body that was reached, as a thread remembers it until the call ends that led there.
struct ReachedBody {
    /// The type that left the requirement out.
    let type: UInt
    let name: Name

    enum Name {
        case text(StaticString, StaticString)
        /// A proxy found nobody to answer.
        case site(UnsafePointer<CallSite>)
    }

    /// Whether it is the body of a requirement.
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
