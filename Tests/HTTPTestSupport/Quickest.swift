// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The shortest time that one of up to twenty attempts took, each of which may meet a busy machine. The first that takes
/// less than a second is the last.
package func quickest(_ attempt: () throws -> Duration) rethrows -> Duration {
    var shortest = try attempt()
    for _ in 1..<20 where shortest >= .seconds(1) { shortest = min(shortest, try attempt()) }
    return shortest
}
