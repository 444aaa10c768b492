// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime

/// What the mirror of a value shows, save for stored properties that must not be loaded.
///
/// `Mirror` loads what it shows. To load an `unowned` property whose object is gone stops the program, and to load an
/// `unowned(unsafe)` one, which is what `Unmanaged` consists of, then uses freed memory. A program may keep such a
/// reference as long as it doesn't use it, so the record has the reason in its place.
///
/// To load a `weak` property retains the object. If its owner lets it go meanwhile, its deinitialiser runs here: on
/// another thread than in the program alone, and under locks that the caller holds. So the record has the reason too.
struct Reflection {
    private let mirror: Mirror
    /// Whether the children are the stored properties of the mirror's subject, in their order.
    private let isStored: Bool
    /// Whether `weak` properties are loaded.
    private let loadsWeak: Bool

    /// The parts of a value that has no mirror of its own.
    ///
    /// - Parameter loadsWeak: Whether `weak` properties are loaded. Only where the program may release objects anyway.
    init(storedIn mirror: Mirror, loadsWeak: Bool = false) {
        self.mirror = mirror
        self.loadsWeak = loadsWeak
        isStored = mirror.displayStyle == .struct || mirror.displayStyle == .class
    }

    /// The parts of a value that makes its mirror itself, and may show what it likes.
    init(custom mirror: Mirror) {
        self.mirror = mirror
        loadsWeak = false
        isStored = false
    }

    var style: Mirror.DisplayStyle? { mirror.displayStyle }
    var count: Int { mirror.children.count }
    var isEmpty: Bool { mirror.children.isEmpty }

    /// The first part; for enumerations, which have one at most.
    var first: Mirror.Child? { mirror.children.first }

    /// Calls `body` for one part after the other until it returns false; what `body` is given loads the part.
    func forEach(atMost limit: Int = .max, _ body: (_ load: () -> Mirror.Child) -> Bool) {
        var place = mirror.children.startIndex
        var number = 0
        while number < limit, place != mirror.children.endIndex {
            let isWanted = body {
                let leftOut = isStored ? leftOut(number) : nil
                return leftOut ?? mirror.children[place]
            }
            guard isWanted else { return }
            mirror.children.formIndex(after: &place)
            number += 1
        }
    }

    /// Puts the parts, as far as there is time and room. Those after them are not loaded, which may run code of the program.
    func put(to parts: inout PartWriter) {
        var loaded = 0
        forEach { load in
            guard parts.cut == nil else { return false }
            let part = load()
            if style == .dictionary { parts.putEntry(part) } else { parts.putInTime(part.label, part.value) }
            loaded += 1
            return true
        }
        parts.leaveOut(count - loaded)
    }

    /// What stands for a stored property that must not be loaded; nil for others.
    private func leftOut(_ number: Int) -> Mirror.Child? {
        var field = cruntime_field()
        let type = unsafeBitCast(mirror.subjectType, to: UnsafeRawPointer.self)
        guard cruntime_field_at(type, number, &field) else { return nil }
        let name = field.name.map { String(cString: $0) }
        switch field.reference {
        case CRUNTIME_WEAK where !loadsWeak: return (name, UnrecordedArgument.weak)
        case CRUNTIME_UNOWNED: return (name, UnrecordedArgument.unowned)
        case CRUNTIME_UNMANAGED: return (name, UnrecordedArgument.unmanaged)
        default: return nil
        }
    }
}
