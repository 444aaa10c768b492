// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Requirements whose arguments and results use every place that the convention of aarch64 has for them.
///
/// Their order is that of the entries of the witness table, which swift_calls.c has a list of.
public protocol Requirements: AnyObject {
    // Eight are in registers, four on the stack.
    func integers(_ a: Integers, _ b: Integers, _ c: Int, _ d: Int, _ e: Int32, _ f: Int8) -> Int
    // Eight are in registers, two on the stack.
    func doubles(_ a: Doubles, _ b: Doubles, _ c: Double, _ d: Float) -> Double
    // Both halves of eight registers, and the stack.
    func vectors(_ a: Vectors, _ b: Vectors, _ c: Vector) -> Vector
    func mixed(_ a: Pair, _ b: Double, _ c: Int32?, _ d: Float, _ e: Bool, _ f: Double?, _ g: inout Int) -> Pair
    func indirect(_ start: Int) -> Large
    func fourIntegers(_ start: Int) -> Integers
    func fourDoubles(_ start: Double) -> Doubles
    func fourVectors(_ start: Vector) -> Vectors
    func throwing(_ limit: Int) throws(Failure) -> Int
    // Both the result and the error are indirect.
    func throwingLarge(_ limit: Int) throws(Large) -> Large
    func nested(_ depth: Int) -> Int
    var level: Int { get set }
}

/// One register, all of whose bits count.
public typealias Vector = SIMD4<Int32>

/// Four arguments or results.
public typealias Integers = (Int, Int, Int, Int)
/// Four arguments or results.
public typealias Doubles = (Double, Double, Double, Double)
/// Four arguments or results.
public typealias Vectors = (Vector, Vector, Vector, Vector)

/// Floats and an integer.
public struct Pair {
    var x: Float
    var y: Float
    var count: Int32
}

/// Too large for registers.
public struct Large: Error {
    var values: Integers
    var last: Int

    var sum: Int { weighted(values) + 5 * last }
}

/// An error in registers.
public enum Failure: Error {
    case tooLarge(Int, limit: Int)
}

/// Differs when two elements change places.
func weighted(_ values: Integers) -> Int { values.0 + 2 * values.1 + 3 * values.2 + 4 * values.3 }
private func weighted(_ values: Doubles) -> Double { values.0 + 2 * values.1 + 3 * values.2 + 4 * values.3 }
private func weighted(_ values: Vectors) -> Vector { values.0 &+ 2 &* values.1 &+ 3 &* values.2 &+ 4 &* values.3 }

final class Witness: Requirements {
    var level = 1
    /// Itself; the compiler doesn't know that.
    unowned(unsafe) var next: (any Requirements)?

    func integers(_ a: Integers, _ b: Integers, _ c: Int, _ d: Int, _ e: Int32, _ f: Int8) -> Int {
        weighted(a) + 10 * weighted(b) + 100 * weighted((c, d, Int(e), Int(f)))
    }

    func doubles(_ a: Doubles, _ b: Doubles, _ c: Double, _ d: Float) -> Double {
        weighted(a) + 10 * weighted(b) + 100 * c + 1000 * Double(d)
    }

    func vectors(_ a: Vectors, _ b: Vectors, _ c: Vector) -> Vector { weighted(a) &+ 10 &* weighted(b) &+ 100 &* c }

    func mixed(_ a: Pair, _ b: Double, _ c: Int32?, _ d: Float, _ e: Bool, _ f: Double?, _ g: inout Int) -> Pair {
        g += Int(b) + (e ? 100 : 0)
        return Pair(x: a.y + d, y: a.x + Float(f ?? -1), count: a.count + (c ?? -1))
    }

    func indirect(_ start: Int) -> Large { Large(values: fourIntegers(start), last: start + 4) }

    func fourIntegers(_ start: Int) -> Integers { (start, start + 1, start + 2, start + 3) }

    func fourDoubles(_ start: Double) -> Doubles { (start, start + 1, start + 2, start + 3) }

    func fourVectors(_ start: Vector) -> Vectors { (start, start &+ 1, start &+ 2, start &+ 3) }

    func throwing(_ limit: Int) throws(Failure) -> Int {
        if limit > 10 { throw .tooLarge(limit, limit: 10) }
        return limit + 1
    }

    func throwingLarge(_ limit: Int) throws(Large) -> Large {
        if limit > 10 { throw indirect(limit) }
        return indirect(-limit)
    }

    func nested(_ depth: Int) -> Int {
        guard depth > 0, let next else { return 1 }
        return depth + 3 * next.nested(depth - 1)
    }
}
