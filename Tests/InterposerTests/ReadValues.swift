// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

extension Recorder {
    /// A recorder that leaves no value out because the machine is busy.
    static func patient() -> Recorder {
        var configuration = RecorderConfiguration()
        configuration.budget.time = .seconds(60)
        return Recorder(configuration)
    }
}

extension RecordedValue {
    /// Its content and those of its parts in parentheses.
    var summary: String {
        let parts = children.isEmpty ? "" : "(\(children.map(\.summary).joined(separator: ", ")))"
        return (content == .none ? "" : "\(content)") + parts
    }
}
