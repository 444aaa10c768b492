// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationProxies
import ProxyCore
import Reactive
import Testing

@Suite struct CacheAndStreamProxyTests {
    /// Logs evicted objects of a cache.
    private final class Witness: NSObject, NSCacheDelegate {
        var evicted: [String] = []

        func cache(_ cache: NSCache<AnyObject, AnyObject>, willEvictObject obj: Any) { evicted.append("\(obj)") }
    }

    @Test func tellsWhatACacheEvicts() throws {
        let cache = NSCache<NSString, NSString>()
        cache.countLimit = 1
        let witness = Witness()
        cache.delegate = witness
        var evicted: [String] = []
        let bag = DisposeBag()
        cache.rx.willEvictObject().subscribe(onNext: { evicted.append("\($0)") }).disposed(by: bag)
        cache.setObject("one", forKey: "1")
        cache.setObject("two", forKey: "2")
        #expect(evicted.count == 1)
        #expect(evicted == witness.evicted)
    }

    @Test func keepsCachesOfDifferentTypesApart() throws {
        let texts = NSCache<NSString, NSString>()
        let numbers = NSCache<NSString, NSNumber>()
        let first = try texts.rx.delegateProxy()
        let second = try numbers.rx.delegateProxy()
        #expect(texts.delegate === first)
        #expect(numbers.delegate === second)
    }

    @Test func tellsTheEventsOfAStream() throws {
        let stream = InputStream(data: Data("text".utf8))
        var events: [Stream.Event] = []
        let bag = DisposeBag()
        stream.rx.handle.subscribe(onNext: { events.append($0) }).disposed(by: bag)
        let delegate = try #require(stream.delegate)
        delegate.stream(stream, handle: .openCompleted)
        #expect(events == [.openCompleted])
    }

    @Test func passesAPortsMessageOn() {
        final class Receiver: PortDelegate {
            var messages = 0
            func handle(_ message: PortMessage) { messages += 1 }
        }
        let receiver = Receiver()
        let proxy = PortDelegateProxy()
        proxy.setForwardDelegate(receiver, retain: false)
        proxy.handle(PortMessage(sendPort: nil, receivePort: nil, components: nil))
        #expect(receiver.messages == 1)
    }
}
