// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Reactive
import Testing

@Suite struct BagTests {
    @Test func keepsTheOrderOfInsertion() {
        var bag = Bag<Int>()
        let keys = (0..<50).map { bag.insert($0) }
        for index in stride(from: 0, to: 50, by: 3) { #expect(bag.removeKey(keys[index]) == index) }
        #expect(elements(of: bag) == (0..<50).filter { $0 % 3 != 0 })
        #expect(bag.count == 33)
    }

    @Test func removesEachKeyOnce() {
        var bag = Bag<String>()
        let first = bag.insert("a")
        let second = bag.insert("a")
        #expect(bag.removeKey(first) == "a")
        #expect(bag.removeKey(first) == nil)
        #expect(bag.count == 1)
        bag.removeAll()
        #expect(bag.removeKey(second) == nil)
        #expect(bag.count == 0)
        #expect(bag.insert("b") != first)
    }

    @Test(arguments: [1, 2, 5, 31, 200])
    func survivesRemovalInAnyOrder(_ count: Int) {
        for seed in 0..<5 {
            var bag = Bag<Int>()
            var keys = (0..<count).map { ($0, bag.insert($0)) }
            var left = Set(0..<count)
            while !keys.isEmpty {
                let (element, key) = keys.remove(at: (seed * 7 + 3) % keys.count)
                #expect(bag.removeKey(key) == element)
                left.remove(element)
                #expect(elements(of: bag) == left.sorted())
            }
        }
    }

    @Test func disposesOfAllMembers() {
        var bag = Bag<any Disposable>()
        let parts = [BooleanDisposable(), BooleanDisposable()]
        for part in parts { _ = bag.insert(part) }
        bag.disposeAll()
        #expect(parts.allSatisfy { $0.isDisposed })
        #expect(bag.debugDescription == "2 elements in Bag")
    }

    private func elements<Element>(of bag: Bag<Element>) -> [Element] {
        var result: [Element] = []
        bag.forEach { result.append($0) }
        return result
    }
}
