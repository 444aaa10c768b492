// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The errors that the module itself sends or throws.
public enum RxError: Error {
    /// Something failed, and there is no more to say.
    case unknown
    /// `object` has been disposed of and cannot be used any more.
    case disposed(object: any AnyObject & Sendable)
    /// A counter or a buffer went past its bound.
    case overflow
    /// An index or a count is outside its range.
    case argumentOutOfRange
    /// One element was needed and the sequence had none.
    case noElements
    /// One element was needed and the sequence had more.
    case moreThanOneElement
    /// Nothing arrived in time.
    case timeout
}

extension RxError: CustomDebugStringConvertible {
    /// One sentence for a log.
    public var debugDescription: String {
        switch self {
        case .unknown: "Unknown error occurred."
        case .disposed(let object): "Object `\(object)` was already disposed."
        case .overflow: "Arithmetic or buffer overflow occurred."
        case .argumentOutOfRange: "Argument out of range."
        case .noElements: "Sequence doesn't contain any elements."
        case .moreThanOneElement: "Sequence contains more than one element."
        case .timeout: "Sequence timeout."
        }
    }
}
