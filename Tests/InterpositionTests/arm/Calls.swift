// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Makes an object that conforms to the protocol, and writes the existential: the object and its witness table.
@c(make_existential)
public func makeExistential(_ words: UnsafeMutableRawPointer) {
    let witness = Witness()
    witness.next = witness
    words.initializeMemory(as: (any Requirements).self, to: witness)
}

/// Calls the requirement with an index, and writes what it returned.
///
/// The compiler doesn't know what the words are, so it has to call through the table.
@c(call_requirement)
public func callRequirement(_ index: Int32, _ words: UnsafeRawPointer, _ results: UnsafeMutablePointer<Int>) {
    let delegate = words.load(as: (any Requirements).self)
    switch index {
    case 0...3: callWithArguments(index, delegate, results)
    case 4...7: callForResults(index, delegate, results)
    case 8: callThrowing(delegate, results)
    case 9: callThrowingLarge(delegate, results)
    case 10: results[0] = delegate.nested(4)
    case 11: results[0] = delegate.level
    case 12: delegate.level = 8
    default: delegate.level += 3
    }
}

private func callWithArguments(_ index: Int32, _ delegate: any Requirements, _ results: UnsafeMutablePointer<Int>) {
    switch index {
    case 0: results[0] = delegate.integers((1, 2, 3, 4), (5, 6, 7, 8), 9, 10, 11, 12)
    case 1: results[0] = bits(delegate.doubles((1.5, 2.5, 3.5, 4.5), (5.5, 6.5, 7.5, 8.5), 9.5, 10.5))
    case 2:
        let first = (vector(1), vector(2), vector(3), vector(4))
        let second = (vector(5), vector(6), vector(7), vector(8))
        write(delegate.vectors(first, second, vector(9)), results)
    default:
        var number = 20
        let pair = delegate.mixed(Pair(x: 1, y: 2, count: 3), 4, 5, 6, true, 7, &number)
        write((number, Int(pair.x), Int(pair.y), Int(pair.count)), results)
    }
}

private func callForResults(_ index: Int32, _ delegate: any Requirements, _ results: UnsafeMutablePointer<Int>) {
    switch index {
    case 4: results[0] = delegate.indirect(30).sum
    case 5: write(delegate.fourIntegers(40), results)
    case 6:
        let doubles = delegate.fourDoubles(50.5)
        write((bits(doubles.0), bits(doubles.1), bits(doubles.2), bits(doubles.3)), results)
    default:
        let vectors = delegate.fourVectors(vector(60))
        write(vectors.0, results)
        write(vectors.1, results + 2)
        write(vectors.2, results + 4)
        write(vectors.3, results + 6)
    }
}

/// The first call returns, the second throws.
private func callThrowing(_ delegate: any Requirements, _ results: UnsafeMutablePointer<Int>) {
    do throws(Failure) {
        results[0] = try delegate.throwing(5)
        results[1] = try delegate.throwing(70)
    } catch {
        if case .tooLarge(let number, let limit) = error { (results[2], results[3]) = (number, limit) }
    }
}

/// The first call returns, the second throws.
private func callThrowingLarge(_ delegate: any Requirements, _ results: UnsafeMutablePointer<Int>) {
    do throws(Large) {
        results[0] = try delegate.throwingLarge(6).sum
        results[1] = try delegate.throwingLarge(80).sum
    } catch {
        results[2] = error.sum
    }
}

private func vector(_ start: Int32) -> Vector { Vector(start, start + 100, start + 200, start + 300) }

private func bits(_ value: Double) -> Int { Int(bitPattern: UInt(value.bitPattern)) }

private func write(_ values: Integers, _ results: UnsafeMutablePointer<Int>) {
    (results[0], results[1], results[2], results[3]) = values
}

private func write(_ vector: Vector, _ results: UnsafeMutablePointer<Int>) {
    let words = unsafeBitCast(vector, to: SIMD2<Int>.self)
    (results[0], results[1]) = (words.x, words.y)
}
