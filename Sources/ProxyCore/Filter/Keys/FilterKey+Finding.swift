// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let finding = FilterKey(
        name: "finding",
        help: "Something odd: off the main thread, or a target that was gone.",
        example: "finding:target_gone",
        form: .choice(Finding.allCases.map { FilterWord($0.rawValue, $0.clause, .ask(.finding($0))) })
    )
}

extension Finding {
    fileprivate var clause: FilterClause {
        switch self {
        case .offMain: .that("came on a wrong thread", not: "did not come on a wrong thread")
        case .targetGone: .that("found their target gone", not: "did not find their target gone")
        }
    }

    /// The finding as a question about completed calls, for stores that do not keep findings.
    package var meaning: FilterMeaning {
        switch self {
        case .offMain:
            .all([.ask(.proxy { proxy, _ in proxy.isMainOnly }), .ask(.thread { thread, _ in !thread.isMain })])
        case .targetGone:
            .all([
                .ask(.proxy { proxy, _ in proxy.target != nil }), .any([.ask(.path(.none)), .ask(.path(.default))]),
                .not(.ask(.has(.targetTime))),
            ])
        }
    }
}
