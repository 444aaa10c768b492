// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

struct Duo { var first = 1.5, second = 2 }
struct Trio { var first = 1, second = 2, third = 3 }
struct Mixture { var small: Int8 = 1, ratio: Float = 2, flag = true, count = 3 }

/// Requirements whose arguments are numbers in registers, so that nothing happens to a program that reads one as another.
protocol Signatures: AnyObject {
    func f0()
    func f1(_: Int)
    func f2(_: Double)
    func f3(_: Int, _: Int)
    func f4(_: Int, _: Double)
    func f5(_: Duo)
    func f6(_: Trio)
    func f7(_: Int?)
    func f8(_: Mixture)
    func f9(_: Bool, _: Bool)
    func f10(_: Int, _: Int, _: Int)
    func f11(_: Int, _: Int, _: Int, _: Int)
    func f12(_: Int, _: Int, _: Int, _: Int, _: Int)
    func f13(_: Int, _: Int, _: Int, _: Int, _: Int, _: Int)
    func f14(_: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int)
    func f15(_: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int)
    func f16(_: Double, _: Double, _: Double, _: Double, _: Double, _: Double, _: Double, _: Double)
    func f17(_: Double, _: Double, _: Double, _: Double, _: Double, _: Double, _: Double, _: Double, _: Double)
    func f18(
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double
    )
    func f19(_: Double, _: Double, _: Double, _: Double, _: Double, _: Double, _: Double, _: Double, _: Double, _: Int)
    func f20(
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Int,
        _: Int,
        _: Int,
        _: Int,
        _: Int,
        _: Int
    )
    func f21(_: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int)
    func f22(_: Duo, _: Mixture, _: Int, _: Int?, _: Float, _: Int)
    func f23(_: Int8, _: Duo, _: Int?, _: Float)
    func f24(_: Mixture, _: Int8, _: Float, _: Int, _: Float, _: Trio, _: Bool, _: Double)
    func f25(_: Double, _: Int8, _: Double, _: Int?, _: Double, _: Double, _: Int, _: Int)
    func f26(_: Float, _: Double, _: Double, _: Bool, _: Duo)
    func f27(_: Mixture, _: Float, _: Double, _: Float, _: Trio)
    func f28(_: Int, _: Duo, _: Trio, _: Double, _: Double, _: Bool)
    func f29(_: Duo, _: Bool, _: Int)
    func f30(_: Int8, _: Bool, _: Duo, _: Bool, _: Int?, _: Duo, _: Double)
    func f31(_: Int?, _: Double, _: Int, _: Bool, _: Int, _: Duo, _: Trio, _: Int, _: Mixture)
    func f32(_: Duo, _: Trio, _: Int, _: Int?, _: Int, _: Double, _: Float, _: Int8)
    func f33(_: Int?, _: Duo, _: Mixture, _: Duo, _: Mixture)
}

class Signed: Signatures {
    func f0() {}
    func f1(_: Int) {}
    func f2(_: Double) {}
    func f3(_: Int, _: Int) {}
    func f4(_: Int, _: Double) {}
    func f5(_: Duo) {}
    func f6(_: Trio) {}
    func f7(_: Int?) {}
    func f8(_: Mixture) {}
    func f9(_: Bool, _: Bool) {}
    func f10(_: Int, _: Int, _: Int) {}
    func f11(_: Int, _: Int, _: Int, _: Int) {}
    func f12(_: Int, _: Int, _: Int, _: Int, _: Int) {}
    func f13(_: Int, _: Int, _: Int, _: Int, _: Int, _: Int) {}
    func f14(_: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int) {}
    func f15(_: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int) {}
    func f16(_: Double, _: Double, _: Double, _: Double, _: Double, _: Double, _: Double, _: Double) {}
    func f17(_: Double, _: Double, _: Double, _: Double, _: Double, _: Double, _: Double, _: Double, _: Double) {}
    func f18(
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double
    ) {}
    func f19(_: Double, _: Double, _: Double, _: Double, _: Double, _: Double, _: Double, _: Double, _: Double, _: Int)
    {}
    func f20(
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Int,
        _: Int,
        _: Int,
        _: Int,
        _: Int,
        _: Int
    ) {}
    func f21(_: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int) {}
    func f22(_: Duo, _: Mixture, _: Int, _: Int?, _: Float, _: Int) {}
    func f23(_: Int8, _: Duo, _: Int?, _: Float) {}
    func f24(_: Mixture, _: Int8, _: Float, _: Int, _: Float, _: Trio, _: Bool, _: Double) {}
    func f25(_: Double, _: Int8, _: Double, _: Int?, _: Double, _: Double, _: Int, _: Int) {}
    func f26(_: Float, _: Double, _: Double, _: Bool, _: Duo) {}
    func f27(_: Mixture, _: Float, _: Double, _: Float, _: Trio) {}
    func f28(_: Int, _: Duo, _: Trio, _: Double, _: Double, _: Bool) {}
    func f29(_: Duo, _: Bool, _: Int) {}
    func f30(_: Int8, _: Bool, _: Duo, _: Bool, _: Int?, _: Duo, _: Double) {}
    func f31(_: Int?, _: Double, _: Int, _: Bool, _: Int, _: Duo, _: Trio, _: Int, _: Mixture) {}
    func f32(_: Duo, _: Trio, _: Int, _: Int?, _: Int, _: Double, _: Float, _: Int8) {}
    func f33(_: Int?, _: Duo, _: Mixture, _: Duo, _: Mixture) {}
}

final class Countersigned: Signatures {
    func f0() {}
    func f1(_: Int) {}
    func f2(_: Double) {}
    func f3(_: Int, _: Int) {}
    func f4(_: Int, _: Double) {}
    func f5(_: Duo) {}
    func f6(_: Trio) {}
    func f7(_: Int?) {}
    func f8(_: Mixture) {}
    func f9(_: Bool, _: Bool) {}
    func f10(_: Int, _: Int, _: Int) {}
    func f11(_: Int, _: Int, _: Int, _: Int) {}
    func f12(_: Int, _: Int, _: Int, _: Int, _: Int) {}
    func f13(_: Int, _: Int, _: Int, _: Int, _: Int, _: Int) {}
    func f14(_: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int) {}
    func f15(_: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int) {}
    func f16(_: Double, _: Double, _: Double, _: Double, _: Double, _: Double, _: Double, _: Double) {}
    func f17(_: Double, _: Double, _: Double, _: Double, _: Double, _: Double, _: Double, _: Double, _: Double) {}
    func f18(
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double
    ) {}
    func f19(_: Double, _: Double, _: Double, _: Double, _: Double, _: Double, _: Double, _: Double, _: Double, _: Int)
    {}
    func f20(
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Double,
        _: Int,
        _: Int,
        _: Int,
        _: Int,
        _: Int,
        _: Int
    ) {}
    func f21(_: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int) {}
    func f22(_: Duo, _: Mixture, _: Int, _: Int?, _: Float, _: Int) {}
    func f23(_: Int8, _: Duo, _: Int?, _: Float) {}
    func f24(_: Mixture, _: Int8, _: Float, _: Int, _: Float, _: Trio, _: Bool, _: Double) {}
    func f25(_: Double, _: Int8, _: Double, _: Int?, _: Double, _: Double, _: Int, _: Int) {}
    func f26(_: Float, _: Double, _: Double, _: Bool, _: Duo) {}
    func f27(_: Mixture, _: Float, _: Double, _: Float, _: Trio) {}
    func f28(_: Int, _: Duo, _: Trio, _: Double, _: Double, _: Bool) {}
    func f29(_: Duo, _: Bool, _: Int) {}
    func f30(_: Int8, _: Bool, _: Duo, _: Bool, _: Int?, _: Duo, _: Double) {}
    func f31(_: Int?, _: Double, _: Int, _: Bool, _: Int, _: Duo, _: Trio, _: Int, _: Mixture) {}
    func f32(_: Duo, _: Trio, _: Int, _: Int?, _: Int, _: Double, _: Float, _: Int8) {}
    func f33(_: Int?, _: Duo, _: Mixture, _: Duo, _: Mixture) {}
}

final class Specialised: Signed {}

let signatureCalls: [@Sendable (any Signatures) -> Void] = [
    { $0.f0() },
    { $0.f1(1) },
    { $0.f2(2) },
    { $0.f3(1, 1) },
    { $0.f4(1, 2) },
    { $0.f5(Duo()) },
    { $0.f6(Trio()) },
    { $0.f7(4) },
    { $0.f8(Mixture()) },
    { $0.f9(true, true) },
    { $0.f10(1, 1, 1) },
    { $0.f11(1, 1, 1, 1) },
    { $0.f12(1, 1, 1, 1, 1) },
    { $0.f13(1, 1, 1, 1, 1, 1) },
    { $0.f14(1, 1, 1, 1, 1, 1, 1) },
    { $0.f15(1, 1, 1, 1, 1, 1, 1, 1) },
    { $0.f16(2, 2, 2, 2, 2, 2, 2, 2) },
    { $0.f17(2, 2, 2, 2, 2, 2, 2, 2, 2) },
    { $0.f18(2, 2, 2, 2, 2, 2, 2, 2, 2, 2) },
    { $0.f19(2, 2, 2, 2, 2, 2, 2, 2, 2, 1) },
    { $0.f20(2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1) },
    { $0.f21(1, 1, 1, 1, 1, 1, 1, 1, 1) },
    { $0.f22(Duo(), Mixture(), 1, 4, 3, 1) },
    { $0.f23(1, Duo(), 4, 3) },
    { $0.f24(Mixture(), 1, 3, 1, 3, Trio(), true, 2) },
    { $0.f25(2, 1, 2, 4, 2, 2, 1, 1) },
    { $0.f26(3, 2, 2, true, Duo()) },
    { $0.f27(Mixture(), 3, 2, 3, Trio()) },
    { $0.f28(1, Duo(), Trio(), 2, 2, true) },
    { $0.f29(Duo(), true, 1) },
    { $0.f30(1, true, Duo(), true, 4, Duo(), 2) },
    { $0.f31(4, 2, 1, true, 1, Duo(), Trio(), 1, Mixture()) },
    { $0.f32(Duo(), Trio(), 1, 4, 1, 2, 3, 1) },
    { $0.f33(4, Duo(), Mixture(), Duo(), Mixture()) },
]
