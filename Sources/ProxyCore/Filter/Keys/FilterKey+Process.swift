// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let process = FilterKey(
        name: "process",
        help: "The process's id, or its epoch, with which the ids of its calls begin, in a recording of several.",
        example: "process:4711",
        form: .nameOrNumber([]) { pattern, number in
            // Digits are an id or a whole epoch, not a part of one.
            let epoch = FilterMeaning.ask(
                .epoch { epoch, scratch in
                    number == nil ? pattern.matches(epoch, &scratch) : epoch == pattern.source
                }
            )
            let id = FilterMeaning.ask(
                .process { process, _ in number?.isEqual(to: .integer(Int128(process.id))) == true }
            )
            return .any([epoch, id])
        }
    )
}
