// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension IndexPath {
    /// Creates the path of a row; both numbers count from 0.
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

    /// The section, counted from 0.
    public var section: Int { self[0] }

    /// The row in its section, counted from 0.
    public var row: Int { self[1] }
}
