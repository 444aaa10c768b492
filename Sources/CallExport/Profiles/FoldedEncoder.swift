// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Folded stacks, as `flamegraph.pl` reads them: a line for each stack with its frames, `;` between them, and its weight.
///
/// Percent signs, semicolons, control characters and a space before a number at the end of a name are percent-encoded, so
/// that a line is a stack with one weight. Stacks
/// without weight are left out.
struct FoldedEncoder: ExportEncoder {
    private let options: StackOptions
    private var builder = CallTreeBuilder()

    init(_ options: StackOptions) { self.options = options }

    func begin() -> [UInt8] { [] }

    mutating func encode(_ invocation: Invocation) -> [UInt8] {
        builder.add(invocation)
        return []
    }

    mutating func skip(_ invocation: Invocation) { builder.skip(invocation) }

    func encode(_ event: ProxyEvent) -> [UInt8] { [] }

    func end() -> [UInt8] {
        let tree = builder.tree
        let names = tree.selectors.map { Self.escaped($0.frameName) }
        var lines: [UInt8] = []
        for place in tree.nodes.indices {
            let node = tree.nodes[place]
            let weight = options.weight == .time ? node.selfNanoseconds : node.calls
            guard weight > 0 else { continue }
            let upwards = tree.stack(of: place)
            let stack = options.direction == .topDown ? upwards.reversed() : upwards
            lines += Array("\(stack.map { names[$0] }.joined(separator: ";")) \(weight)\n".utf8)
        }
        return lines
    }

    /// A name that neither ends a frame nor a line, and that does not end like a weight.
    static func escaped(_ name: String) -> String {
        let bytes = Array(name.utf8)
        let weight = bytes.reversed().prefix { isDigit($0) }.count
        // Two numbers at the end of a line are a comparison of two weights.
        let space = weight > 0 ? bytes.count - weight - 1 : -1
        var escaped: [UInt8] = []
        for (place, byte) in bytes.enumerated() {
            if isMeaningful(byte) || place == space && byte == UInt8(ascii: " ") {
                let digits = String(byte, radix: 16, uppercase: true)
                escaped += Array("%\(byte < 0x10 ? "0" : "")\(digits)".utf8)
            } else {
                escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    private static func isMeaningful(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "%")
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
    }
}
