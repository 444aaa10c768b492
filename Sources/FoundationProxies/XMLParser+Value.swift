// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import FoundationXML
package import ProxyCore

/// A parser says where it is: it is the first argument of each call that it makes, so that this takes a few
/// nanoseconds. Only on the thread that parses may a parser be passed to a proxy, as to anybody.
extension XMLParser: DirectlyEncoded {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        Self.encode(UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()), &writer, label: label)
    }

    package static func encodeAtAddress(_ address: UnsafeRawPointer, _ writer: inout ValueWriter) {
        encode(address.load(as: UnsafeRawPointer.self), &writer, label: nil)
    }

    private static func encode(_ object: UnsafeRawPointer, _ writer: inout ValueWriter, label: String?) {
        let reference = Unmanaged<XMLParser>.fromOpaque(object)
        // A subclass may have code of its own for both.
        guard object.load(as: UnsafeRawPointer.self) == unsafeBitCast(XMLParser.self, to: UnsafeRawPointer.self) else {
            return reference._withUnsafeGuaranteedRef { writer.putObject($0, label: label) }
        }
        let (line, column) = reference._withUnsafeGuaranteedRef { ($0.lineNumber, $0.columnNumber) }
        writer.putPosition(line: line, column: column, of: object, label: label)
    }
}
