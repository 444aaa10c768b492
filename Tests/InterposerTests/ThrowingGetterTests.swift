// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Interposer
import ProxyCore
import Testing

enum Fault: Error { case cold, hot }

struct LongFault: Error {
    var code = 7
    var text = "a text that is too long for the words of a string"
    var details = [1, 2, 3]
}

struct Weather {
    var place = "a place with a name that is longer than fifteen bytes"
    var degrees = 21.5
    var days = [1, 2, 3]
    var note: String? = "dry"
}

// Not private: an optimized build would call the only conforming type directly.
protocol Station {
    var name: String { get throws }
    var weather: Weather { get throws }
    var height: Int { get throws(Fault) }
    var humidity: Double { get throws(Fault) }
    var report: String { get throws(LongFault) }
    var forecast: Weather { get throws(LongFault) }
    static var country: String { get throws }
    subscript(day: Int) -> [Int] { get throws }
    subscript(typed day: Int) -> String { get throws(Fault) }
    var plain: String { get }
    var distant: String { get async }
    var distantName: String { get async throws }
    var distantWeather: Weather { get async throws(LongFault) }
}

struct Mast: Station {
    let fails: Bool
    nonisolated(unsafe) static var isLost = false

    var name: String { get throws { if fails { throw Fault.hot } else { "the name of the mast" } } }
    var weather: Weather { get throws { if fails { throw Fault.cold } else { Weather() } } }
    var height: Int { get throws(Fault) { if fails { throw .cold } else { 42 } } }
    var humidity: Double { get throws(Fault) { if fails { throw .cold } else { 0.5 } } }
    var report: String { get throws(LongFault) { if fails { throw LongFault() } else { "all is well" } } }
    var forecast: Weather { get throws(LongFault) { if fails { throw LongFault() } else { Weather() } } }
    static var country: String { get throws { if isLost { throw Fault.hot } else { "here" } } }
    subscript(day: Int) -> [Int] { get throws { if fails { throw Fault.hot } else { [day, day] } } }
    subscript(typed day: Int) -> String { get throws(Fault) { if fails { throw .hot } else { "day \(day)" } } }
    var plain: String { "plain" }
    var distant: String { get async { "distant" } }
    var distantName: String {
        get async throws {
            await Task.yield()
            if fails { throw Fault.hot } else { return "a distant name" }
        }
    }
    var distantWeather: Weather {
        get async throws(LongFault) {
            await Task.yield()
            if fails { throw LongFault() } else { return Weather() }
        }
    }
}

extension InterpositionTests {
    @Suite struct ThrowingGetterTests {
        @inline(never) @_optimize(none) private func mast(fails: Bool) -> any Station { Mast(fails: fails) }

        private func calls(_ recorder: Recorder) -> [String: Invocation] {
            recorder.flush()
            let calls = recorder.invocations().items
            return Dictionary(calls.map { ($0.selector.name, $0) }) { first, _ in first }
        }

        private func country(_ station: some Station) throws -> String { try type(of: station).country }

        @Test func whatGettersReturnIsRecorded() async throws {
            let recorder = Recorder()
            let interposer = Interposer.install("Station", recorder: recorder)
            defer { interposer.remove() }
            let mast = mast(fails: false)
            #expect(try mast.name == "the name of the mast")
            #expect(try mast.weather.days == [1, 2, 3])
            #expect(try mast.height == 42)
            #expect(try mast.humidity == 0.5)
            #expect(try mast.report == "all is well")
            #expect(try mast.forecast.note == "dry")
            #expect(try country(mast) == "here")
            #expect(try mast[3] == [3, 3])
            #expect(try mast[typed: 4] == "day 4")
            #expect(mast.plain == "plain")
            let calls = calls(recorder)
            #expect(calls.count == 10 && calls.values.allSatisfy { $0.state == .returned && $0.error == nil })
            #expect(calls["name.get"]?.result?.content == .text("the name of the mast"))
            #expect(calls["weather.get"]?.result?.children.count == 4)
            #expect(calls["height.get"]?.result?.content == .signed(42))
            #expect(calls["humidity.get"]?.result?.content == .double(0.5))
            #expect(calls["report.get"]?.result?.content == .text("all is well"))
            #expect(calls["forecast.get"]?.result?.children.count == 4)
            #expect(calls["country.get"]?.result?.content == .text("here"))
            #expect(calls["subscript(_:).get"]?.result?.children.count == 2)
            #expect(calls["subscript(typed:).get"]?.result?.content == .text("day 4"))
        }

        @Test func whatGettersThrowIsRecordedAndTheirResultsAreNotRead() async throws {
            let recorder = Recorder()
            let interposer = Interposer.install("Station", recorder: recorder)
            defer { interposer.remove() }
            let mast = mast(fails: true)
            Mast.isLost = true
            defer { Mast.isLost = false }
            #expect(throws: Fault.hot) { try mast.name }
            #expect(throws: Fault.cold) { try mast.weather }
            #expect(throws: Fault.cold) { try mast.height }
            #expect(throws: Fault.cold) { try mast.humidity }
            #expect(throws: LongFault.self) { try mast.report }
            #expect(throws: LongFault.self) { try mast.forecast }
            #expect(throws: Fault.hot) { try country(mast) }
            #expect(throws: Fault.hot) { try mast[3] }
            #expect(throws: Fault.hot) { try mast[typed: 4] }
            let calls = calls(recorder)
            #expect(calls.count == 9)
            #expect(calls.values.allSatisfy { $0.state == .threw && $0.error != nil && $0.result == nil })
            for untyped in ["name.get", "country.get", "subscript(_:).get"] {
                #expect(calls[untyped]?.error?.content == .text("hot"))
            }
            #expect(calls["weather.get"]?.error?.content == .text("cold"))
            for typed in ["height.get", "humidity.get", "report.get", "forecast.get", "subscript(typed:).get"] {
                #expect(calls[typed]?.error?.content == .text("(an error of one type)"))
            }
        }

        /// Whether an async getter threw can't be told, so nothing is read of what it left.
        @Test(arguments: [false, true]) func resultsOfAsyncGettersAreNotRead(fails: Bool) async throws {
            let recorder = Recorder()
            let interposer = Interposer.install("Station", recorder: recorder)
            defer { interposer.remove() }
            let mast = mast(fails: fails)
            #expect(await mast.distant == "distant")
            #expect((try? await mast.distantName) == (fails ? nil : "a distant name"))
            #expect((try? await mast.distantWeather)?.days == (fails ? nil : [1, 2, 3]))
            let calls = calls(recorder)
            #expect(calls.count == 3)
            let reason = "(an async getter may have thrown, which its symbol does not tell)"
            #expect(calls.values.allSatisfy { $0.result?.content == .text(reason) })
        }
    }
}
