// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Sends the result of `transform` for each element; a thrown error ends the sequence.
    public func map<Result>(_ transform: @escaping (Element) throws -> Result) -> Observable<Result> {
        Producer(asObservable()) { MapSink(transform, $0) }
    }
}

private final class MapSink<Input, Output>: Sink<Input, Output> {
    private let transform: (Input) throws -> Output

    init(_ transform: @escaping (Input) throws -> Output, _ outlet: Outlet<Output>) {
        self.transform = transform
        super.init(outlet)
    }

    override func onNext(_ element: Input) {
        guard !outlet.isDisposed else { return }
        do {
            outlet.next(try transform(element))
        } catch {
            outlet.error(error)
        }
    }
}
