// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `filter_language`: how filters are written, or what one means.
enum FilterLanguageTool {
    static let tool = MCPTool(
        "filter_language",
        title: "Explain filters",
        """
        Without an argument: how filters are written, with all keys. With “expression”: what that filter means, or \
        where it is wrong. Filters select calls in search_calls, wait_for_calls, statistics and others.
        """,
        [
            MCPParameter("expression", .text, "A filter to explain."),
            MCPParameter("program", .text, "Default: the language of this version of the inspector."),
        ]
    ) { call in
        let program = try call.text("program") == nil ? own : call.program()
        guard let expression = call.text("expression") else { return try language(program) }
        return try program.get("/api/v1/filter", [("expr", expression)]) { meaning in
            let words = meaning["words"]?.string ?? ""
            return MCPText("Matches \(words).", "Canonical form: \(meaning["canonical"]?.string ?? "")").whole
        }
    }

    /// The language of this version: it takes no program to read it.
    private static let own = MCPProgram(id: "filter", name: "filter", place: "here", routes: FilterEndpoints.routes)

    private static let grammar = [
        "A filter is a list of terms; a call has to match all of them.",
        "  word            a text with this word in the selector, protocol, arguments, result or error",
        "  \"two words\"     the same, taken literally",
        "  key:word        only in that part of the call; no space after the colon",
        "  key:wor*        the whole text has this form; * stands for any characters",
        "  key:=word       exactly this text",
        "  key:/regex/i    a regular expression",
        "  key:>5  >=5  <5  <=5  =5  2..5    numbers; times need a unit (duration:>1.5ms), sizes too (size:>=1KiB)",
        "  a | b   -a   (a | b) c            or, not, grouping",
        "  arg.NAME:value  the argument with this name, label or index, or a part of it: arg.statusCode:>=400",
        "A selector with parentheses can be written as it is: selector:parser(_:foundCharacters:)",
        "Examples: selector:found* duration:>1ms -thread:main",
        "          (path:none | state:threw) arg.string:\"not found\"",
        "Keys:",
    ]

    private static func language(_ program: MCPProgram) throws -> String {
        var text = MCPText()
        for line in grammar { text.line(line) }
        try program.get("/api/v1/filter/help") { help in
            guard let keys = help["items"]?.elements else { return }
            for key in keys {
                let name = key["key"]?.string ?? ""
                let aliases = key["aliases"]?.elements?.compactMap(\.string) ?? []
                let values = key["values"]?.elements?.compactMap(\.string) ?? []
                let names = ([name] + aliases).joined(separator: ", ")
                let allowed = values.isEmpty ? "" : " One of \(values.joined(separator: ", "))."
                let words = (key["description"]?.string ?? "") + allowed
                text.line("  \(names) (\(key["form"]?.string ?? "")): \(words) \(key["example"]?.string ?? "")")
            }
        }
        return text.whole
    }
}
