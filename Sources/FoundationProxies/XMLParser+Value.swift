// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import FoundationXML
package import ProxyCore

/// Records a parser as its current position.
///
/// A parser is the first argument of each of its calls, so this must take only a few nanoseconds. It reads the parser,
/// so a parser may be passed to a proxy only on the thread that parses, as for any other use.
extension XMLParser: DirectlyEncoded {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        Self.encode(UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()), &writer, label: label)
    }

    package static func encodeAtAddress(_ address: UnsafeRawPointer, _ writer: inout ValueWriter) {
        encode(address.load(as: UnsafeRawPointer.self), &writer, label: nil)
    }

    private static func encode(_ object: UnsafeRawPointer, _ writer: inout ValueWriter, label: String?) {
        let reference = Unmanaged<XMLParser>.fromOpaque(object)
        // A subclass may override both properties.
        guard object.load(as: UnsafeRawPointer.self) == unsafeBitCast(XMLParser.self, to: UnsafeRawPointer.self) else {
            return reference._withUnsafeGuaranteedRef { writer.putObject($0, label: label) }
        }
        let (line, column) = reference._withUnsafeGuaranteedRef { ($0.lineNumber, $0.columnNumber) }
        writer.putPosition(line: line, column: column, of: object, label: label)
    }
}
