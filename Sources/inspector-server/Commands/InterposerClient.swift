// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProgramClient
import ProxyCore

/// The interposers of a running server.
struct InterposerClient {
    private let address: ProgramAddress
    private static let path = "/api/v1/interposers"

    init(_ address: ProgramAddress) { self.address = address }

    /// The numbers of all interposers.
    private func numbers() async throws -> [Int] {
        let text = try await send(address.request(Self.path, timeout: .seconds(10)))
        let numbers: [Int]?? = JSONReader.read(text) { reply in
            reply["items"]?.elements?.compactMap { $0["id"]?.integer() }
        }
        guard let numbers = numbers ?? nil else { throw CommandFailure("\(address.description): not an inspector.") }
        return numbers
    }

    /// - Returns: How many were removed.
    func removeAll() async throws -> Int {
        let numbers = try await numbers()
        for number in numbers { try await remove(number) }
        return numbers.count
    }

    private func remove(_ number: Int) async throws {
        var request = address.request("\(Self.path)/\(number)", timeout: .seconds(10))
        request.method = "DELETE"
        _ = try await send(request)
    }

    private func send(_ request: ProgramRequest) async throws -> String {
        let answer: ProgramAnswer
        do {
            answer = try await request.answer()
        } catch {
            throw CommandFailure("\(address.description) does not answer: \(error).")
        }
        guard answer.status < 300 else { throw CommandFailure(address.words(of: answer.text, status: answer.status)) }
        return answer.text
    }
}
