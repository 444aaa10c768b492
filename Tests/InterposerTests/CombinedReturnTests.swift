// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Testing

@testable import Interposer

struct TwoWordFailure: Error { var first: Int, second: Int }
struct FourWordFailure: Error { var first: Int, second: Int, third: Int, fourth: Int }
struct WideFailure: Error { var wide: UInt128, last: Int }

/// Requirements that return a value or an error in the same registers.
protocol WideReturns: AnyObject {
    func wideBesideTwo(_ number: Int) throws(TwoWordFailure) -> Int128
    func wideBesideFour(_ number: Int) throws(FourWordFailure) -> Int128
    func textBesideWide(_ number: Int) throws(WideFailure) -> String
    func mixedBesideTwo(_ number: Int) throws(TwoWordFailure) -> (Double, Int128)
    func asyncWideBesideTwo(_ number: Int) async throws(TwoWordFailure) -> Int128
    func asyncWideBesideFour(_ number: Int) async throws(FourWordFailure) -> Int128
}

private final class WideReturner: WideReturns {
    func wideBesideTwo(_ number: Int) throws(TwoWordFailure) -> Int128 {
        if number < 0 { throw TwoWordFailure(first: 1, second: 2) } else { -7 << 64 }
    }
    func wideBesideFour(_ number: Int) throws(FourWordFailure) -> Int128 {
        if number < 0 { throw FourWordFailure(first: 1, second: 2, third: 3, fourth: 4) } else { -7 << 64 }
    }
    func textBesideWide(_ number: Int) throws(WideFailure) -> String {
        if number < 0 { throw WideFailure(wide: 1 << 100, last: 3) } else { "a text of more than fifteen bytes" }
    }
    func mixedBesideTwo(_ number: Int) throws(TwoWordFailure) -> (Double, Int128) {
        if number < 0 { throw TwoWordFailure(first: 1, second: 2) } else { (0.5, -7 << 64) }
    }
    func asyncWideBesideTwo(_ number: Int) async throws(TwoWordFailure) -> Int128 {
        await Task.yield()
        if number < 0 { throw TwoWordFailure(first: 1, second: 2) }
        return -7 << 64
    }
    func asyncWideBesideFour(_ number: Int) async throws(FourWordFailure) -> Int128 {
        await Task.yield()
        if number < 0 { throw FourWordFailure(first: 1, second: 2, third: 3, fourth: 4) }
        return -7 << 64
    }
}

/// With one conforming type alone, an optimiser would call it directly.
private final class NarrowReturner: WideReturns {
    func wideBesideTwo(_ number: Int) throws(TwoWordFailure) -> Int128 { 0 }
    func wideBesideFour(_ number: Int) throws(FourWordFailure) -> Int128 { 0 }
    func textBesideWide(_ number: Int) throws(WideFailure) -> String { "" }
    func mixedBesideTwo(_ number: Int) throws(TwoWordFailure) -> (Double, Int128) { (0, 0) }
    func asyncWideBesideTwo(_ number: Int) async throws(TwoWordFailure) -> Int128 { 0 }
    func asyncWideBesideFour(_ number: Int) async throws(FourWordFailure) -> Int128 { 0 }
}

extension InterpositionTests {
    /// Results and errors of one type, which share registers.
    @Suite struct CombinedReturnTests {
        @inline(never) @_optimize(none) private func object() -> any WideReturns { WideReturner() }

        private static let wide = "\(Int128(-7) << 64)"

        @Test func anIntegerOfSixteenBytesMovesWhatFollowsInResultAndError() async {
            let recorder = Recorder.patient()
            let interposer = Interposer.install("WideReturns", recorder: recorder)
            defer { interposer.remove() }
            let object = object()
            for number in [1, -1] {
                _ = try? object.wideBesideTwo(number)
                _ = try? object.wideBesideFour(number)
                _ = try? object.textBesideWide(number)
                _ = try? object.mixedBesideTwo(number)
                _ = try? await object.asyncWideBesideTwo(number)
                _ = try? await object.asyncWideBesideFour(number)
            }
            recorder.flush()
            let found = recorder.invocations().items.reversed().map { call in
                let outcome = (call.error ?? call.result).map { Self.text(of: $0) } ?? "nothing"
                return "\(call.selector.name.prefix { $0 != "(" }) \(outcome)"
            }
            #expect(
                found == [
                    "wideBesideTwo \(Self.wide)",
                    "wideBesideFour (its place depends on the error)",
                    "textBesideWide a text of more than fifteen bytes",
                    "mixedBesideTwo 0.5 \(Self.wide)",
                    "asyncWideBesideTwo \(Self.wide)",
                    "asyncWideBesideFour (its place depends on the error)",
                    "wideBesideTwo 1 2",
                    "wideBesideFour (FourWordFailure)",
                    "textBesideWide \(UInt128(1) << 100) 3",
                    "mixedBesideTwo 1 2",
                    "asyncWideBesideTwo 1 2",
                    "asyncWideBesideFour (FourWordFailure)",
                ]
            )
        }

        private static func text(of value: RecordedValue) -> String {
            if !value.children.isEmpty { return value.children.map(text).joined(separator: " ") }
            return switch value.content {
            case .signed(let number): "\(number)"
            case .unsigned(let number): "\(number)"
            case .double(let number): "\(number)"
            case .text(let text): text
            default: "\(value.content)"
            }
        }
    }
}
