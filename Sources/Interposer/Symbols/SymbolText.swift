// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Writes types and declarations as in source: without modules, with the sugar of optionals and collections.
struct SymbolText {
    /// The names of generic parameters; symbols don't contain those of the source.
    enum ParameterNames: Sendable {
        /// `A`, `B`, and `A1` at depth 1: those of the Swift demangler.
        case demangler
        /// `Self` at depth 0, then `T`, `U`, `V`, `W`, `T4`: for requirements of protocols.
        case requirement
    }

    let names: ParameterNames
    private(set) var text = ""

    init(names: ParameterNames) { self.names = names }

    mutating func write(_ part: String) { text += part }

    /// Writes elements with commas between them.
    mutating func writeList<Element>(_ elements: [Element], _ writeElement: (inout Self, Element) -> Void) {
        for (index, element) in elements.enumerated() {
            if index > 0 { write(", ") }
            writeElement(&self, element)
        }
    }

    mutating func writeParameter(depth: Int, index: Int) {
        switch names {
        case .requirement where depth == 0: write("Self")
        case .requirement:
            let letters = ["T", "U", "V", "W"]
            write(index < letters.count ? letters[index] : "T\(index)")
            if depth > 1 { write("\(depth)") }
        case .demangler:
            var index = index
            repeat {
                text.unicodeScalars.append(Unicode.Scalar(UInt8(ascii: "A") + UInt8(index % 26)))
                index /= 26
            } while index > 0
            if depth > 0 { write("\(depth)") }
        }
    }
}

extension SymbolType {
    /// The type as written in source: `[String: Int]?`, `(Int, name: String) -> Bool`, `any Error`.
    var text: String { text(names: .demangler) }

    /// The type as written in source, with other names of generic parameters.
    func text(names: SymbolText.ParameterNames) -> String {
        var text = SymbolText(names: names)
        text.write(self)
        return text.text
    }
}

extension SymbolNominal {
    /// The name as written in source, with those of enclosing types: `Outer<Int>.Inner`.
    var text: String { SymbolType.nominal(self).text }
}
