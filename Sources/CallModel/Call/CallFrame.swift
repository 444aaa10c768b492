// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// One frame of a call's backtrace: a place in the code of a function that had not returned when the call began.
public struct CallFrame: Hashable, Sendable {
    /// File name of the program or library with the code, without its folder; empty when the code is in neither.
    public var module: String
    /// Offset of the frame's address in that file, as `addr2line -e` takes it. It is a return address, so the call is
    /// the instruction before it, unless `isResumption`. Without a module, it is the address itself.
    public var offset: UInt64
    /// Whether the function is suspended, and will continue at this address: it is async, and awaits the frame before.
    public var isResumption: Bool
    /// The function, as Swift demangles its symbol, cut to 1 000 bytes; nil before it was looked up, and when no symbol
    /// covers the address. Inlined functions are part of their caller.
    public var function: String?
    /// Path of the source file, as the compiler was given it; nil before it was looked up, and without debug
    /// information.
    public var file: String?
    /// The line in that file, from 1; nil if and only if there is no file.
    public var line: Int?

    /// Creates a frame that was not looked up yet.
    package init(module: String, offset: UInt64, isResumption: Bool = false) {
        self.module = module
        self.offset = offset
        self.isResumption = isResumption
    }
}

extension CallFrame: CustomStringConvertible {
    /// `Main.Feed.refresh() -> () at /home/me/Feed.swift:12`, or `Feed + 0x12ab` for what was not looked up.
    public var description: String {
        let place = function ?? (module.isEmpty ? "" : module + " + ") + "0x" + String(offset, radix: 16)
        guard let file, let line else { return place }
        return "\(place) at \(file):\(line)"
    }
}

extension CallFrame {
    /// Most frames of a backtrace.
    package static let countLimit = 72

    static let schema = ##"{"type":"array","items":{"$ref":"#/components/schemas/CallFrame"}}"##

    package static func write(_ frames: [CallFrame], to json: inout JSONWriter) {
        json.array { json in
            for frame in frames { frame.write(to: &json) }
        }
    }

    private func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("module", module)
            json.member("offset", offset)
            if isResumption { json.member("async", true) }
            if let function { json.member("function", function) }
            if let file, let line {
                json.member("file", file)
                json.member("line", line)
            }
        }
    }

    /// The frames in JSON; nil for JSON of another form.
    static func list(_ node: JSONNode) -> [CallFrame]? {
        guard let elements = node.elements else { return nil }
        var frames: [CallFrame] = []
        for element in elements {
            guard frames.count < countLimit, let frame = CallFrame(element) else { return nil }
            frames.append(frame)
        }
        return frames
    }

    private init?(_ node: JSONNode) {
        guard let module = node["module"]?.string, let offset = node["offset"]?.integer(UInt64.self) else { return nil }
        self.init(module: module, offset: offset, isResumption: node["async"]?.bool ?? false)
        function = node["function"]?.string
        guard let path = node["file"]?.string, let number = node["line"]?.integer(Int.self), number > 0 else { return }
        file = path
        line = number
    }
}
