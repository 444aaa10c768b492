// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationProxies
import ProxyCore
import Reactive
import Testing

@Suite struct KeyedArchiverProxyTests {
    /// Replaces words.
    private final class Replacer: NSKeyedArchiverDelegate {
        func archiver(_ archiver: NSKeyedArchiver, willEncode object: Any) -> Any? {
            (object as? NSString) == "old" ? "new" as NSString : object
        }
        func archiver(_ archiver: NSKeyedArchiver, didEncode object: Any?) {}
        func archiver(_ archiver: NSKeyedArchiver, willReplace object: Any?, withObject newObject: Any?) {}
        func archiverWillFinish(_ archiver: NSKeyedArchiver) {}
        func archiverDidFinish(_ archiver: NSKeyedArchiver) {}
    }

    private func archived(_ text: String, _ prepare: (NSKeyedArchiver) throws -> Void) rethrows -> String? {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        try prepare(archiver)
        archiver.encode(text as NSString, forKey: "word")
        archiver.finishEncoding()
        let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        return unarchiver?.decodeObject(of: NSString.self, forKey: "word") as String?
    }

    @Test func encodesTheObjectItselfWithoutADelegate() throws {
        let word = try archived("old") { _ = try $0.rx.delegate }
        #expect(word == "old")
    }

    @Test func encodesWhatTheDelegateAnswers() throws {
        let replacer = Replacer()
        let word = try archived("old") { archiver in
            archiver.delegate = replacer
            _ = try archiver.rx.delegate
        }
        #expect(word == "new")
    }

    @Test func tellsObserversThatItFinished() throws {
        var finished = 0
        let bag = DisposeBag()
        _ = archived("word") { archiver in
            archiver.rx.didFinish.subscribe(onNext: { finished += 1 }).disposed(by: bag)
        }
        #expect(finished == 1)
    }

    @Test func decodesTheObjectItselfWithoutADelegate() throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.encode("word" as NSString, forKey: "word")
        archiver.finishEncoding()
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        var decoded: [String] = []
        let bag = DisposeBag()
        try unarchiver.rx.delegate.sentMessage(.didDecode).subscribe(onNext: { _, object in
            if let text = object as? String { decoded.append(text) }
        }).disposed(by: bag)
        #expect(unarchiver.decodeObject(of: NSString.self, forKey: "word") == "word")
        #expect(decoded == ["word"])
    }
}
