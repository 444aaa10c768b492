// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A request on its way to the handler of its route.
struct HTTPCall: Sendable {
    let request: HTTPRequest
    /// Values of the path's variables.
    let variables: [String: String]
    /// Values of the query parameters.
    let parameters: [String: String]
    /// The representation that was agreed on.
    let representation: String

    /// The value of a variable of the path.
    ///
    /// - Precondition: The route's path has such a variable.
    func variable(_ name: String) -> String {
        assert(variables[name] != nil, "\(request.target.path) has no variable \(name)")
        return variables[name] ?? ""
    }
}
