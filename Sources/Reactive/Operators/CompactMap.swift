// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Sends the non-nil results of `transform` for each element; a thrown error ends the sequence.
    public func compactMap<Result>(_ transform: @escaping (Element) throws -> Result?) -> Observable<Result> {
        Producer(asObservable()) { CompactMapSink(transform, $0) }
    }
}

private final class CompactMapSink<Input, Output>: Sink<Input, Output> {
    private let transform: (Input) throws -> Output?

    init(_ transform: @escaping (Input) throws -> Output?, _ outlet: Outlet<Output>) {
        self.transform = transform
        super.init(outlet)
    }

    override func onNext(_ element: Input) {
        guard !outlet.isDisposed else { return }
        do {
            if let result = try transform(element) { outlet.next(result) }
        } catch {
            outlet.error(error)
        }
    }
}
