// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import ProxyCore

/// The interposers of a running server.
struct InterposerClient {
    private let address: InspectorAddress
    private static let path = "/api/v1/interposers"

    init(_ address: InspectorAddress) { self.address = address }

    /// The numbers of all interposers.
    func numbers() async throws -> [Int] {
        let text = try await send(address.request(Self.path, timeout: 10))
        let numbers: [Int]?? = JSONReader.read(text) { reply in
            reply["items"]?.elements?.compactMap { $0["id"]?.integer() }
        }
        guard let numbers = numbers ?? nil else { throw CommandFailure("\(address.description): not an inspector.") }
        return numbers
    }

    func remove(_ number: Int) async throws {
        var request = address.request("\(Self.path)/\(number)", timeout: 10)
        request.httpMethod = "DELETE"
        _ = try await send(request)
    }

    private func send(_ request: URLRequest) async throws -> String {
        let answer: PlainConnection.Answer
        do {
            answer = try await PlainConnection.answer(to: request)
        } catch {
            throw CommandFailure("\(address.description) does not answer: \(error).")
        }
        guard answer.status < 300 else { throw CommandFailure("\(address.description): \(answer.text)") }
        return answer.text
    }
}
