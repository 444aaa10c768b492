// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Generic over elements, not over sources: unspecialised code looks up an associated type for each result. The tuples
// have a function of their own because Swift 6.3.1 crashes when one is passed that makes a tuple of a pack.

/// The results of `combine` for elements of two or more sources.
func combination<First, Second, each Other, Result>(
    of first: Observable<First>,
    _ second: Observable<Second>,
    _ other: repeat Observable<each Other>,
    using use: CombinationSink<Result>.Use,
    _ combine: @escaping (First, Second, repeat each Other) throws -> Result
) -> Observable<Result> {
    CombinationSink<Result>.results(of: first, second, repeat each other, using: use) { slots in
        try combine(slots.take(First.self), slots.take(Second.self), repeat slots.take((each Other).self))
    }
}

/// The elements of two or more sources as tuples.
func tuples<First, Second, each Other>(
    of first: Observable<First>,
    _ second: Observable<Second>,
    _ other: repeat Observable<each Other>,
    using use: CombinationSink<(First, Second, repeat each Other)>.Use
) -> Observable<(First, Second, repeat each Other)> {
    CombinationSink<(First, Second, repeat each Other)>.results(of: first, second, repeat each other, using: use) {
        slots in
        (slots.take(First.self), slots.take(Second.self), repeat slots.take((each Other).self))
    }
}
