// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A request together with the values that its route extracted.
struct HTTPCall: Sendable {
    let request: HTTPRequest
    /// Values of the path variables.
    let variables: [String: String]
    /// Values of the query parameters.
    let parameters: [String: String]
    /// The negotiated media type.
    let representation: String

    /// The value of a path variable.
    ///
    /// - Precondition: The route's path has such a variable.
    func variable(_ name: String) -> String {
        assert(variables[name] != nil, "\(request.target.path) has no variable \(name)")
        return variables[name] ?? ""
    }
}
