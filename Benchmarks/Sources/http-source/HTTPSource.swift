// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc
import InspectorServer
import ProxyCore

/// The delegate protocol of the calls: two arguments, a short String and an Int.
protocol MeterDelegate: AnyObject {
    func meter(_ name: String, didRead value: Int)
}

final class Reader: MeterDelegate {
    private(set) var sum = 0
    func meter(_ name: String, didRead value: Int) { sum &+= value }
}

final class MeterProxy: ProtocolProxy<any MeterDelegate>, MeterDelegate, @unchecked Sendable {
    static let didRead = MethodSelector<MeterProxy, (String, Int), Void>(
        "meter(_:didRead:)",
        of: "MeterDelegate",
        parameters: ["name", "value"]
    )

    override class var requirements: [AnyMethodSelector] { [AnyMethodSelector(didRead)] }

    func meter(_ name: String, didRead value: Int) {
        forward(Self.didRead, (name, value)) { $0.meter(name, didRead: value) }
    }
}

/// An inspected program that makes delegate calls: `http-source STREAMS STORED`.
///
/// It prints its URL and reads commands from standard input: `rate N` makes N calls per second until the next command,
/// `calls N` makes N calls as fast as they can be recorded and prints `done`. It ends with its input.
@main
enum HTTPSource {
    static func main() throws {
        var recording = RecorderConfiguration()
        recording.overflowPolicy = .wait
        recording.storedCountLimit = number(2) ?? recording.storedCountLimit
        let recorder = Recorder(recording)
        var configuration = InspectorServerConfiguration()
        configuration.port = 0
        configuration.isDiscoverable = false
        configuration.streamCountLimit = number(1) ?? 32
        configuration.connectionCountLimit = configuration.streamCountLimit + 64
        let server = try InspectorServer(recorder: recorder, configuration: configuration).start()
        say(server.url)
        let proxy = MeterProxy(recorder: recorder, ownerName: "Meter")
        let target = Reader()
        proxy.setForwardDelegate(target, retain: true)
        obey(proxy, recorder)
        server.stop()
    }

    private static func number(_ index: Int) -> Int? {
        CommandLine.arguments.indices.contains(index) ? Int(CommandLine.arguments[index]) : nil
    }

    private static func obey(_ proxy: MeterProxy, _ recorder: Recorder) {
        while let line = readLine() {
            let words = line.split(separator: " ")
            guard words.count == 2, let number = Int(words[1]) else { continue }
            if words[0] == "rate" {
                call(proxy, perSecond: number)
            } else {
                for value in 0..<number { proxy.meter("kitchen", didRead: value) }
                recorder.flush()
                say("done")
            }
        }
    }

    /// Calls in steps of a millisecond until a command arrives.
    private static func call(_ proxy: MeterProxy, perSecond rate: Int) {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        let start = now()
        var made = 0
        while poll(&input, 1, 1) == 0 {
            let due = Int((now() - start) * UInt64(rate) / 1_000_000_000)
            while made < due {
                proxy.meter("kitchen", didRead: made)
                made += 1
            }
        }
    }

    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    private static func say(_ line: String) {
        print(line)
        fflush(nil)
    }
}
