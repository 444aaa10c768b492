// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// A failed fetch, in words for the terminal.
struct FetchFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// The meaning of Foundation's error.
    init(_ error: any Error, of url: URL) {
        let host = "\(url.host ?? "")\(url.port.map { ":\($0)" } ?? "")"
        guard let error = error as? URLError else {
            description = (error as NSError).localizedDescription
            return
        }
        switch error.code {
        case .badURL: description = "not a URL that can be fetched"
        case .cannotConnectToHost: description = "connection refused: no server at \(host)"
        case .cannotFindHost, .dnsLookupFailed: description = "unknown host \(url.host ?? "")"
        case .timedOut: description = "no response in time; use a longer --timeout"
        case .networkConnectionLost, .badServerResponse:
            description = "\(host) closed the connection before the response was complete"
        case .unsupportedURL: description = "this system's URLSession cannot fetch \(url.scheme ?? "such") URLs"
        default: description = "\(error.localizedDescription) (URLError \(error.code.rawValue))"
        }
    }

    /// A file that can't be written.
    init(_ error: any Error, writing file: String) {
        let reason = (error as? SystemError)?.description ?? (error as? CommandFailure)?.description
        description = "cannot write \(file): \(reason ?? error.localizedDescription)"
    }

    /// An error status.
    init(status: Int) {
        description = "HTTP \(status) \(HTTPURLResponse.localizedString(forStatusCode: status))"
    }
}
