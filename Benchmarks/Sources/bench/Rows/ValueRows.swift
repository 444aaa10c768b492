// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import InspectorServer
import ProxyCore

/// The cost of recorded calls with a `Data`, whose bytes are copied in a way that can fail.
enum ValueRows {
    private enum Name {
        static let none = "recorded call with an empty Data"
        static let inline = "with 14 bytes, stored in the Data"
        static let small = "with 1 KiB"
        static let large = "with 1 MiB, of which 128 KiB are read"
    }

    static func rows(_ meter: Meter) -> [Row] {
        let recorder = Recorder()
        let proxy = PacketDelegateProxy(recorder: recorder)
        proxy.setForwardDelegate(PacketTarget(), retain: true)
        let cases = [(Name.none, 0, 40), (Name.inline, 14, 40), (Name.small, 1 << 10, 40), (Name.large, 1 << 20, 800)]
        let subjects = cases.map { name, size, weight in
            let data = Data(repeating: 0x61, count: size)
            return Subject(name: name, weight: weight, prepare: recorder.flush) { count in
                let delegate: any PacketDelegate = proxy
                for _ in 0..<count { delegate.received(data) }
            }
        }
        let figures = meter.measure(subjects)
        let none = figures[Name.none] ?? .nan
        return cases.map { name, _, _ in .comparison(name, figures[name] ?? .nan, to: name == Name.none ? nil : none) }
    }
}

protocol PacketDelegate: AnyObject {
    func received(_ packet: Data)
}

private final class PacketTarget: PacketDelegate {
    private var count = 0
    func received(_ packet: Data) { count &+= packet.count }
}

private final class PacketDelegateProxy: ProtocolProxy<any PacketDelegate>, PacketDelegate, @unchecked Sendable {
    private static let received = MethodSelector<PacketDelegateProxy, (Data), Void>(
        "received(_:)",
        of: "PacketDelegate",
        parameters: ["packet"]
    )

    override class var requirements: [AnyMethodSelector] { [AnyMethodSelector(received)] }

    func received(_ packet: Data) { forward(Self.received, (packet)) { $0.received(packet) } }
}
