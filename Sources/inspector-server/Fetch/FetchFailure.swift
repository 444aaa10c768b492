// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// Why a URL could not be fetched, in words for the person at the terminal.
struct FetchFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// What Foundation's error means.
    init(_ error: any Error, of url: URL) {
        let host = "\(url.host ?? "")\(url.port.map { ":\($0)" } ?? "")"
        guard let error = error as? URLError else {
            description = (error as NSError).localizedDescription
            return
        }
        switch error.code {
        case .cannotConnectToHost: description = "connection refused: nobody answers at \(host)"
        case .cannotFindHost, .dnsLookupFailed: description = "there is no host called \(url.host ?? "")"
        case .timedOut: description = "no answer in time; give more of it with --timeout"
        case .networkConnectionLost, .badServerResponse:
            description = "\(host) ended the connection before the answer was whole"
        case .unsupportedURL: description = "this system's URLSession cannot fetch \(url.scheme ?? "such") URLs"
        default: description = "\(error.localizedDescription) (URLError \(error.code.rawValue))"
        }
    }

    /// An answer that is an error.
    init(status: Int) {
        description = "HTTP \(status) \(HTTPURLResponse.localizedString(forStatusCode: status))"
    }
}
