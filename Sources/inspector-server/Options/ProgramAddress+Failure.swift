// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProgramClient
import ProxyCore

extension ProgramAddress {
    /// What an answer with an error status says. The body of another server's answer, such as a page, is not shown.
    func words(of body: String, status: Int) -> String {
        let words: String? = JSONReader.read(body) { problem in
            guard let detail = problem["detail"]?.string else { return nil }
            let place = ProblemPlace.words(of: problem).map { " (at \($0))" } ?? ""
            let candidates = problem["candidates"]?.elements?.compactMap(\.string) ?? []
            let list = candidates.isEmpty ? "" : "\nPossible: \(candidates.joined(separator: ", "))."
            return detail + place + list
        }
        if let words { return words }
        // The server in front of a program that is down.
        if (502...504).contains(status) { return "\(description) is not reached (HTTP \(status))." }
        return "\(description) is no inspected program (HTTP \(status))."
    }

    /// What a page in place of an event stream says.
    var wordsWithoutStream: String { "\(description) is no inspected program: it sends no event stream." }
}
