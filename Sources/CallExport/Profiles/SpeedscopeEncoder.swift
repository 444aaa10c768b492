// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// A file for speedscope: the folded stacks by time and by number of calls, and a timeline of each thread of each
/// process.
///
/// The folded profiles have all calls, those of stacks that are too deep in the call around them; their weights are self
/// times and numbers of calls. The timelines have the first 250 000 calls, without those that don't nest on their thread,
/// such as suspended ones, and without running ones.
///
/// - SeeAlso: https://www.speedscope.app/file-format-schema.json
struct SpeedscopeEncoder: ExportEncoder {
    private let context: ExportContext
    private var builder = CallTreeBuilder()
    private var frames = SpeedscopeFrames()
    private var timelines = SpeedscopeTimelines()

    init(_ context: ExportContext) { self.context = context }

    func begin() -> [UInt8] { [] }

    mutating func encode(_ invocation: Invocation) -> [UInt8] {
        builder.add(invocation)
        timelines.add(invocation, frame: frames.number(of: invocation.selector))
        return []
    }

    mutating func skip(_ invocation: Invocation) { builder.skip(invocation) }

    func encode(_ event: ProxyEvent) -> [UInt8] { [] }

    mutating func end() -> [UInt8] {
        let tree = builder.tree
        let numbers = tree.selectors.map { frames.number(of: $0) }
        var json = JSONWriter(capacity: 64 << 10)
        json.object { json in
            json.member("$schema", "https://www.speedscope.app/file-format-schema.json")
            json.member("exporter", "Delegate Inspector")
            json.member("name", "Run \(context.epoch)" + (context.filter.isEmpty ? "" : ", \(context.filter)"))
            json.member("activeProfileIndex", 0)
            json.object("shared") { frames.write(to: &$0) }
            json.array("profiles") { json in
                Self.write("Self time, folded", unit: "nanoseconds", tree, numbers, \.selfNanoseconds, to: &json)
                Self.write("Calls, folded", unit: "none", tree, numbers, \.calls, to: &json)
                timelines.write(to: &json)
            }
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }

    /// A sampled profile: a sample is a stack, the outermost call first.
    private static func write(
        _ name: String,
        unit: String,
        _ tree: CallTree,
        _ frames: [Int],
        _ weight: KeyPath<CallTree.Node, UInt64>,
        to json: inout JSONWriter
    ) {
        let places = tree.nodes.indices.filter { tree.nodes[$0][keyPath: weight] > 0 }
        let weights = places.map { tree.nodes[$0][keyPath: weight] }
        json.object { json in
            json.member("type", "sampled")
            json.member("name", tree.isCut ? "\(name), stacks cut" : name)
            json.member("unit", unit)
            json.member("startValue", 0)
            json.key("endValue")
            json.number("\(weights.reduce(UInt64(0)) { $0.saturatingAdding($1) })")
            json.array("samples") { json in
                for place in places {
                    json.array { json in
                        for selector in tree.stack(of: place).reversed() { json.integer(frames[selector]) }
                    }
                }
            }
            json.array("weights") { json in
                for weight in weights { json.number("\(weight)") }
            }
        }
    }
}

/// The frames that all profiles of a file share.
private struct SpeedscopeFrames {
    private var selectors: [Selector] = []
    private var numbers: [Selector: Int] = [:]

    mutating func number(of selector: Selector) -> Int {
        if let number = numbers[selector] { return number }
        numbers[selector] = selectors.count
        selectors.append(selector)
        return selectors.count - 1
    }

    func write(to json: inout JSONWriter) {
        json.array("frames") { json in
            for selector in selectors {
                json.object { json in
                    json.member("name", selector.name)
                    json.member("file", selector.protocolName)
                }
            }
        }
    }
}
