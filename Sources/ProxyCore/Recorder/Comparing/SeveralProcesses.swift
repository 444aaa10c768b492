// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The error of comparing a run of several processes call by call.
///
/// Which of the processes makes a call, and in which order they do, differs between runs by chance.
package struct SeveralProcesses: Error, CustomStringConvertible {
    /// Name of the run.
    package let run: String
    /// Epochs of its processes, in the order of their arrival.
    package let epochs: [String]

    /// Epochs named in the description.
    private static let namedCount = 8

    /// What happened, and what to compare instead.
    package var description: String {
        "“\(run)” is \(epochs.count) processes, and calls are compared between single ones. Compare by selectors, or "
            + "compare one of them: \(epochs.suffix(Self.namedCount).joined(separator: ", "))."
    }
}
