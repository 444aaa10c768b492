// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Interposer
import ProxyCore
import Testing

private protocol Listener {
    func heard(_ text: String) -> Int
}

private protocol GateListener: AnyObject, Listener {
    func opened(_ times: Int) -> Bool
}

private protocol Sized { associatedtype Unit; var size: Int { get } }

extension GateListener {
    func openedTwice() -> Bool { opened(2) }
}

private final class Guard: GateListener, CustomStringConvertible {
    var description: String { "a guard" }
    func heard(_ text: String) -> Int { text.count }
    func opened(_ times: Int) -> Bool { times > 1 }
}

private final class Dog: GateListener {
    func heard(_ text: String) -> Int { 0 }
    func opened(_ times: Int) -> Bool { false }
}

private struct Kennel<Element: Sized>: Sized, Listener {
    typealias Unit = Element
    var element: Element
    var size: Int { element.size + 1 }
    func heard(_ text: String) -> Int { element.size }
}

extension Int: Sized {
    fileprivate typealias Unit = Int
    fileprivate var size: Int { self }
}

private final class House {
    weak var delegate: (any GateListener)?
    var listener: any Listener = Guard()
    var both: any GateListener & CustomStringConvertible = Guard()
}

extension InterpositionTests {
    @Suite struct InspectionOfAValueTests {
        private func names(_ recorder: Recorder) -> [String] {
            recorder.flush()
            return recorder.invocations().items.reversed().map { "\($0.selector.protocolName).\($0.selector.name)" }
        }

        @Test func theCallsThroughOneVariableAreRecordedAndThoseThroughOthersAreNot() {
            let (recorder, house, watchman) = (Recorder(), House(), Guard())
            house.delegate = watchman
            let other: any GateListener = watchman
            let interposer = Interposer.inspect(&house.delegate, recorder: recorder)
            defer { interposer.remove() }
            #expect(house.delegate === watchman)
            #expect(house.delegate?.opened(2) == true && other.opened(2))
            #expect(house.delegate?.heard("knock") == 5 && other.heard("knock") == 5)
            #expect(house.delegate?.openedTwice() == true)
            #expect(
                names(recorder) == ["GateListener.opened(_:)", "Listener.heard(_:)", "GateListener.opened(_:)"]
            )
            let copy = house.delegate
            #expect(copy?.opened(1) == false)
            #expect(names(recorder).count == 4)
            interposer.remove()
            #expect(house.delegate?.opened(2) == true)
            #expect(names(recorder).count == 4)
        }

        private func table(of value: any Listener) -> UInt {
            withUnsafeBytes(of: value as any Listener) {
                $0.load(fromByteOffset: 4 * MemoryLayout<UInt>.size, as: UInt.self)
            }
        }

        /// How often the program's file is in memory.
        private func mappingCount() throws -> Int {
            let file = try #require(fopen("/proc/self/maps", "re"))
            defer { fclose(file) }
            let size = 8_192
            var (count, line): (Int, [CChar]) = (0, Array(repeating: 0, count: size))
            while let text = fgets(&line, Int32(size), file) {
                if strstr(text, "PackageTests.xctest") != nil { count += 1 }
            }
            return count
        }

        @Test func aVariableThatIsInspectedAgainKeepsItsTable() {
            let (recorder, house) = (Recorder(), House())
            let first = Interposer.inspect(&house.listener, recorder: recorder)
            let (own, other) = (table(of: house.listener), Recorder())
            let second = Interposer.inspect(&house.listener, recorder: recorder)
            #expect(table(of: house.listener) == own && second === first)
            #expect(house.listener.heard("again") == 5 && names(recorder).count == 1)
            first.remove()
            #expect(house.listener.heard("again") == 5 && names(recorder).count == 1)
            let again = Interposer.inspect(&house.listener, recorder: recorder)
            #expect(table(of: house.listener) == own && again !== first)
            #expect(house.listener.heard("again") == 5 && names(recorder).count == 2)
            again.remove()
            #expect(house.listener.heard("again") == 5 && names(recorder).count == 2)
            let third = Interposer.inspect(&house.listener, recorder: other)
            #expect(table(of: house.listener) != own)
            third.remove()
        }

        @Test func inspectionsOfOneVariableByTurnsDoNotAddUp() {
            let (recorders, house) = ([Recorder(), Recorder(), Recorder()], House())
            func installed() -> [Interposer] {
                Interposer.installed.filter { other in recorders.contains { $0 === other.recorder } }
            }
            defer { for interposer in installed() { interposer.remove() } }
            var tables: Set<UInt> = []
            for recorder in recorders + recorders + recorders {
                Interposer.inspect(&house.listener, recorder: recorder)
                tables.insert(table(of: house.listener))
                #expect(house.listener.heard("turn") == 4)
            }
            #expect(tables.count == 3 && installed().count == 3)
            for recorder in recorders { #expect(names(recorder).count == 3) }
        }

        @Test func inspectionsShareTheFilesThatTheyRead() throws {
            let (recorder, house) = (Recorder(), House())
            func inspect() {
                house.listener = Guard()
                Interposer.inspect(&house.listener, recorder: recorder).remove()
            }
            inspect()
            let before = try mappingCount()
            for _ in 0..<50 { inspect() }
            // Other tests may map the file meanwhile, but not so often.
            #expect(try mappingCount() < before + 25)
        }

        @Test func valuesOfGenericTypesAndCompositionsCanBeInspected() {
            let (recorder, house) = (Recorder(), House())
            house.listener = Kennel(element: Kennel(element: 40))
            Interposer.inspect(&house.listener, recorder: recorder)
            Interposer.inspect(&house.both, recorder: recorder)
            defer {
                for interposer in Interposer.installed where interposer.recorder === recorder { interposer.remove() }
            }
            #expect(house.listener.heard("any") == 41)
            #expect(house.both.opened(2) && house.both.description == "a guard")
            #expect(names(recorder).prefix(2) == ["Listener.heard(_:)", "GateListener.opened(_:)"])
        }

        @Test func aVariableWithoutAnythingToInspectIsTold() {
            let house = House()
            let missing = Interposer.inspect(&house.delegate, recorder: Recorder())
            #expect(missing.entries.map(\.refusal) == ["the variable is nil"])
            var number = 7
            let wrong = Interposer.inspect(&number, recorder: Recorder())
            #expect(wrong.entries.map(\.refusal) == ["the type of the variable is no protocol with requirements"])
            var constrained: any Collection<Int> = [1]
            let unknown = Interposer.inspect(&constrained, recorder: Recorder())
            #expect(unknown.entries.map(\.refusal) == ["the type of the variable is a protocol with arguments"])
            for interposer in [missing, wrong, unknown] { interposer.remove() }
        }
    }
}

// Functions that call a delegate. The optimiser would merge them.

@inline(never) @_optimize(none)
private func outerCaller(_ delegate: any GateListener) -> Int { innerCaller(delegate) &+ 1 }

@inline(never) @_optimize(none)
private func innerCaller(_ delegate: any GateListener) -> Int { delegate.heard("where") &+ 1 }

@inline(never) @_optimize(none)
private func gateCaller(_ delegate: any GateListener) -> Bool { !delegate.opened(1) }

extension InterpositionTests.InspectionOfAValueTests {
    @Test func theBacktraceOfAnInterposedCallBeginsWithItsCaller() throws {
        var configuration = RecorderConfiguration()
        configuration.backtraces = BacktraceCapture()
        let (recorder, watchman) = (Recorder(configuration), Guard())
        var delegate: any GateListener = watchman
        Interposer.inspect(&delegate, recorder: recorder)
        _ = outerCaller(delegate)
        _ = gateCaller(delegate)
        recorder.flush()
        let functions = recorder.invocations().items.reversed().map { call in
            recorder.symbolicated(call).backtrace.map { $0.function ?? "?" }
        }
        try #require(functions.count == 2)
        #expect(functions[0].first?.contains("innerCaller") == true, "\(functions[0])")
        #expect(functions[0].dropFirst().first?.contains("outerCaller") == true, "\(functions[0])")
        #expect(functions[1].first?.contains("gateCaller") == true, "\(functions[1])")
    }
}
