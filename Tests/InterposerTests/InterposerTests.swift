// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Interposer
import ProxyCore
import Synchronization
import Testing

struct Reading: Equatable {
    var name: String
    var values: [Double]
}

enum Level { case low, high(Int) }

struct TooHot: Error { var degrees: Int }

protocol OvenDelegate: AnyObject {
    func oven(_ oven: String, reached degrees: Double, after seconds: Int)
    func oven(_ oven: String, mayHeatTo level: Level) -> Bool
    func reading(of sensor: Int) throws -> Reading
    func many(_ a: Int, _ b: Int8, _ c: String, _ d: [Int], _ e: Double?, _ f: Any, _ g: Reading, _ h: Float) -> (
        Int, String
    )
    func report(_ text: String) async throws -> Int
    var title: String { get set }
}

final class Cook: OvenDelegate {
    var title = "cook"
    func oven(_ oven: String, reached degrees: Double, after seconds: Int) {}
    func oven(_ oven: String, mayHeatTo level: Level) -> Bool {
        if case .high(let degrees) = level { degrees < 250 } else { true }
    }
    func reading(of sensor: Int) throws -> Reading {
        if sensor < 0 { throw TooHot(degrees: -sensor) }
        return Reading(name: "sensor \(sensor)", values: [1.5, 2.5])
    }
    func many(_ a: Int, _ b: Int8, _ c: String, _ d: [Int], _ e: Double?, _ f: Any, _ g: Reading, _ h: Float) -> (
        Int, String
    ) {
        (a + Int(b), c)
    }
    func report(_ text: String) async throws -> Int {
        await Task.yield()
        return text.count
    }
}

final class OtherCook: OvenDelegate {
    var title = "other"
    func oven(_ oven: String, reached degrees: Double, after seconds: Int) {}
    func oven(_ oven: String, mayHeatTo level: Level) -> Bool { false }
    func reading(of sensor: Int) throws -> Reading { Reading(name: "", values: []) }
    func many(_ a: Int, _ b: Int8, _ c: String, _ d: [Int], _ e: Double?, _ f: Any, _ g: Reading, _ h: Float) -> (
        Int, String
    ) { (0, "") }
    func report(_ text: String) async throws -> Int { 0 }
}

/// A proxy for one of the requirements.
private final class OvenProxy: ProtocolProxy<any OvenDelegate>, OvenDelegate, @unchecked Sendable {
    enum Selectors {
        static let reached = MethodSelector<OvenProxy, (String, Double, Int), Void>(
            "oven(_:reached:after:)",
            of: "OvenDelegate",
            parameters: ["oven", "degrees", "seconds"]
        )
    }

    var title: String {
        get { "" }
        set {}
    }

    func oven(_ oven: String, reached degrees: Double, after seconds: Int) {
        forward(Selectors.reached, (oven, degrees, seconds)) { $0.oven(oven, reached: degrees, after: seconds) }
    }

    func oven(_ oven: String, mayHeatTo level: Level) -> Bool { false }
    func reading(of sensor: Int) throws -> Reading { Reading(name: "", values: []) }
    func many(_ a: Int, _ b: Int8, _ c: String, _ d: [Int], _ e: Double?, _ f: Any, _ g: Reading, _ h: Float) -> (
        Int, String
    ) {
        (0, "")
    }
    func report(_ text: String) async throws -> Int { 0 }
}

/// Only a proxy conforms to it.
protocol KettleDelegate: AnyObject {
    func kettleDidBoil(_ kettle: String)
}

final class KettleProxy: ProtocolProxy<any KettleDelegate>, KettleDelegate, @unchecked Sendable {
    static let didBoil = MethodSelector<KettleProxy, String, Void>(
        "kettleDidBoil(_:)",
        of: "KettleDelegate",
        parameters: ["kettle"]
    )

    func kettleDidBoil(_ kettle: String) { forward(Self.didBoil, kettle) { $0.kettleDidBoil(kettle) } }
}

extension InterpositionTests {
    @Suite struct InterposerTests {
        @inline(never) @_optimize(none) private func cook() -> any OvenDelegate { Cook() }

        private func texts(_ recorder: Recorder) -> [String] {
            recorder.flush()
            return recorder.invocations().items.reversed().map { call in
                let outcome = call.error.map { "threw \(text(of: $0))" } ?? call.result.map(text) ?? "Void"
                return "\(call.selector.name) \(call.arguments.map { text(of: $0.value) }) \(outcome)"
            }
        }

        private func text(of value: RecordedValue) -> String {
            let parts = value.children.isEmpty ? "" : "(\(value.children.map(text).joined(separator: ", ")))"
            return (value.content == .none ? "" : "\(value.content)") + parts
        }

        @Test func callsOfAProtocolAreRecordedWithoutAProxy() async throws {
            let recorder = Recorder.patient()
            let interposer = Interposer.install("OvenDelegate", recorder: recorder)
            let cook = cook()
            cook.oven("big", reached: 180.5, after: 60)
            #expect(cook.oven("small", mayHeatTo: .high(300)) == false)
            _ = try cook.reading(of: 3)
            #expect(throws: TooHot.self) { try cook.reading(of: -400) }
            let reading = Reading(name: "eight", values: [8])
            #expect(cook.many(1, 2, "three", [4, 5], 6.5, "seven", reading, 9) == (3, "three"))
            #expect(try await cook.report("hello") == 5)
            cook.title = "chef"
            #expect(cook.title == "chef")
            interposer.remove()
            cook.oven("big", reached: 1, after: 2)
            #expect(interposer.entries.count == 14 && interposer.entries.allSatisfy { $0.refusal == nil })
            let expected = [
                #"oven(_:reached:after:) ["text(\"big\")", "double(180.5)", "signed(60)"] Void"#,
                #"oven(_:mayHeatTo:) ["text(\"small\")", "text(\"high\")(signed(300))"] bool(false)"#,
                #"reading(of:) ["signed(3)"] (text("sensor 3"), (double(1.5), double(2.5)))"#,
                #"reading(of:) ["signed(-400)"] threw (signed(400))"#,
                ##"many(_:_:_:_:_:_:_:_:) ["signed(1)", "signed(2)", "text(\"three\")", "(signed(4), signed(5))", "double(6.5)", "##
                    + ##""text(\"seven\")", "(text(\"eight\"), (double(8.0)))", "float(9.0)"] (signed(3), text("three"))"##,
                #"report(_:) ["text(\"hello\")"] signed(5)"#,
                #"title.set ["text(\"chef\")"] Void"#,
                #"title.get [] text("chef")"#,
            ]
            #expect(texts(recorder) == expected)
            let calls = recorder.invocations().items
            #expect(
                calls.allSatisfy {
                    $0.target == "Cook" && $0.selector.protocolName == "OvenDelegate" && $0.returnPath == .target
                }
            )
        }

        @Test func whileRecordingIsOffCallsOfAllKindsPassUnrecorded() async throws {
            let recorder = Recorder.patient()
            let interposer = Interposer.install("OvenDelegate", recorder: recorder)
            defer { interposer.remove() }
            let cook = cook()
            let reading = Reading(name: "eight", values: [8])
            for round in 1...3 {
                recorder.pause()
                #expect(cook.many(1, 2, "three", [4, 5], 6.5, "seven", reading, 9) == (3, "three"))
                #expect(throws: TooHot.self) { try cook.reading(of: -400) }
                #expect(try await cook.report("nobody hears") == 12)
                recorder.resume()
                #expect(cook.many(1, 2, "three", [4, 5], 6.5, "seven", reading, 9) == (3, "three"))
                #expect(try await cook.report("hello") == 5)
                recorder.flush()
                #expect(recorder.status.calls == 2 * round && recorder.status.running == 0)
            }
            #expect(Set(texts(recorder).map { $0.prefix(6) }) == ["many(_", "report"])
        }

        @Test func whatAProxyForwardsIsRecordedOnce() {
            let recorder = Recorder.patient()
            let interposer = Interposer.install("OvenDelegate", recorder: recorder)
            defer { interposer.remove() }
            let proxy = OvenProxy(recorder: recorder)
            let cook = cook()
            proxy.setForwardDelegate(cook, retain: true)
            let delegate: any OvenDelegate = proxy
            delegate.oven("through the proxy", reached: 1, after: 2)
            delegate.oven("through the proxy", reached: 3, after: 4)
            cook.oven("without it", reached: 5, after: 6)
            #expect(texts(recorder).count == 3)
            let owners = recorder.invocations().items.map { $0.proxy == 0 }
            #expect(owners == [true, false, false])
        }

        @Test func aProxyHasNoEntriesAndIsNamed() {
            let interposer = Interposer.install("KettleDelegate", recorder: .patient())
            defer { interposer.remove() }
            #expect(interposer.entries.isEmpty && interposer.proxies == ["KettleProxy"])
            let none = Interposer.install("NoSuchDelegate", recorder: .patient())
            defer { none.remove() }
            #expect(none.proxies.isEmpty)
        }

        @Test func theLastInterposerHasTheCalls() {
            let (first, second) = (Recorder.patient(), Recorder.patient())
            let interposer = Interposer.install("OvenDelegate", recorder: first)
            let other = Interposer.install("*.OvenDelegate", recorder: second)
            let cook = cook()
            cook.oven("a", reached: 1, after: 2)
            interposer.remove()
            cook.oven("b", reached: 1, after: 2)
            interposer.resume()
            cook.oven("c", reached: 1, after: 2)
            interposer.remove()
            cook.oven("d", reached: 1, after: 2)
            other.remove()
            cook.oven("e", reached: 1, after: 2)
            #expect(texts(first).count == 1 && texts(second).count == 3)
        }

        @Test func protocolsOfTheStandardLibraryAreLeftOut() {
            let interposer = Interposer.install("Equatable", recorder: .patient())
            interposer.remove()
            #expect(interposer.entries.isEmpty)
        }
    }
}
