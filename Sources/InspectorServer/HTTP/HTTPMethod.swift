// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A request method, known or not.
struct HTTPMethod: Hashable, Sendable, CustomStringConvertible {
    static let delete = HTTPMethod(name: "DELETE")
    static let get = HTTPMethod(name: "GET")
    static let head = HTTPMethod(name: "HEAD")
    static let patch = HTTPMethod(name: "PATCH")
    static let post = HTTPMethod(name: "POST")
    static let put = HTTPMethod(name: "PUT")

    /// As sent; methods are case-sensitive.
    let name: String

    /// Whether the method only reads.
    ///
    /// - SeeAlso: RFC 9110, 9.2.1 "Safe Methods".
    var isSafe: Bool { self == .get || self == .head }

    var description: String { name }
}
