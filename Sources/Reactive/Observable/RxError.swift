// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Errors sent or thrown by the module.
public enum RxError: Error {
    /// An unspecified failure.
    case unknown
    /// `object` has been disposed of.
    case disposed(object: any AnyObject & Sendable)
    /// A counter or buffer exceeded its bound.
    case overflow
    /// An index or count is out of range.
    case argumentOutOfRange
    /// One element was expected, and the sequence had none.
    case noElements
    /// One element was expected, and the sequence had more.
    case moreThanOneElement
    /// No event arrived in time.
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
