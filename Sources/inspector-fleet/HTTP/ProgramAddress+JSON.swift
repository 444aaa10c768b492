// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProgramClient
import ProxyCore

extension ProgramAddress {
    /// Requests JSON; the signal to end the program ends the wait.
    ///
    /// - Parameters:
    ///   - limitBytes: Largest answer.
    ///   - body: Reads the answer; nil if it is not what was expected.
    func ask<Answer>(
        _ path: String,
        _ query: [(String, String?)] = [],
        within time: Duration,
        limitBytes: Int = 1 << 20,
        _ body: (JSONNode) -> Answer?
    ) throws(ProgramFailure) -> Answer {
        var request = ProgramRequest(self, path, query: query, timeout: time)
        request.fields = [("Accept", "application/json"), ("Connection", "close")]
        let reply = try request.waitForAnswer(limitBytes: limitBytes, stop: StopSignal.descriptor)
        let text = reply.text
        guard reply.status == 200 else {
            // A problem says what is wrong: RFC 9457, section 3.1.4.
            let detail = JSONReader.read(text) { $0["detail"]?.string }
            throw .answer("HTTP \(reply.status)" + (detail.map { ": \($0)" } ?? ""))
        }
        guard let answer = JSONReader.read(text, body) else { throw .answer("another answer than expected") }
        return answer
    }
}
