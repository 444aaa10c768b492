// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// Written like an `XMLParser`.
final class TrafficReader: DirectlyEncoded {
    let line: Int

    init(line: Int) { self.line = line }

    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        let address = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        writer.putPosition(line: line, column: 7, of: address, label: label)
    }
}

extension FilterTraffic {
    static func reader(line: Int) -> Any { TrafficReader(line: line) }
}
