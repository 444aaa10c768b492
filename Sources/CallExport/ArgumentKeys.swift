// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// The keys of a call's arguments, for formats in which each value needs a key of its own: of several members of a JSON
/// object with the same key readers keep one, and OpenTelemetry forbids attributes with the same key.
enum ArgumentKeys {
    /// An argument's key is its name. The names of a requirement that was recorded without a proxy are its labels, which
    /// may be absent or repeat: without a name, the key is the argument's number, from 0; where an argument before has the
    /// key already, the number follows in parentheses, as in `a (1)`.
    static func keys(of arguments: [Invocation.Argument]) -> [String] {
        var taken: Set<String> = []
        return arguments.enumerated().map { number, argument in
            var key = argument.name.isEmpty ? "\(number)" : argument.name
            // Imported lines may have any names, also such keys.
            while !taken.insert(key).inserted { key += " (\(number))" }
            return key
        }
    }
}
