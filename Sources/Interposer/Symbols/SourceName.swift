// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension String {
    /// A name in a symbol or descriptor as written in source. A raw identifier, such as `turn on`, has a no-break space
    /// there in place of each space.
    var asInSource: String {
        // The first byte of that character, which hardly any name has.
        guard utf8.contains(0xC2) else { return self }
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars { scalars.append(scalar == "\u{A0}" ? " " : scalar) }
        return String(scalars)
    }

    /// A name in a descriptor, as written in source.
    init(sourceName name: UnsafePointer<CChar>) { self = String(cString: name).asInSource }
}
