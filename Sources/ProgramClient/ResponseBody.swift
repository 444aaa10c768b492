// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// How far a response's body has come, by one of the three ways to tell its end.
enum ResponseBody {
    case chunks(ChunkedBody)
    /// Bytes that are still to come.
    case left(Int)
    case toTheEnd

    init(of head: ResponseHead) {
        self = head.isChunked ? .chunks(ChunkedBody()) : head.length.map { .left($0) } ?? .toTheEnd
    }

    /// Whether nothing more belongs to it.
    var isComplete: Bool {
        switch self {
        case .chunks(let chunks): chunks.isComplete
        case .left(let count): count <= 0
        case .toTheEnd: false
        }
    }

    var isBroken: Bool {
        guard case .chunks(let chunks) = self else { return false }
        return chunks.isBroken
    }

    /// Moves the content in these bytes to their beginning.
    ///
    /// - Returns: Number of its bytes.
    mutating func decode(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
        switch self {
        case .chunks(var chunks):
            let count = chunks.decode(bytes)
            self = .chunks(chunks)
            return count
        case .left(let left):
            let count = min(left, bytes.count)
            self = .left(left - count)
            return count
        case .toTheEnd: return bytes.count
        }
    }

    /// Why an end of the connection here leaves it incomplete; nil if it is the body's end.
    var failureAtEnd: ProgramFailure? {
        if case .toTheEnd = self { return nil }
        return isComplete ? nil : .connection("the connection was closed in the middle of the answer")
    }
}
