// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProgramClient

extension ProgramAddress {
    /// Opens the event stream after a place; the signal to end the program ends waits.
    func events(after place: ResumePlace, of epoch: String) throws(ProgramFailure) -> ProgramConnection {
        // Without parameters that choose events, the program shares its work with pages that show everything.
        let query = [("lastEventId", Optional("\(epoch)-\(place)"))]
        var request = ProgramRequest(self, "/api/v1/stream", query: query, timeout: .seconds(10))
        request.fields = [("Accept", "text/event-stream")]
        let connection = try ProgramConnection(request, stop: StopSignal.descriptor)
        guard connection.head.status == 200 else { throw .answer("HTTP \(connection.head.status)") }
        return connection
    }
}
