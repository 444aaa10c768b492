// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The room for the reactive members of a type, so that they do not crowd its own: `object.rx.tap`.
///
/// Extend `Reactive where Base: SomeType` to add members. For a class, each writable property is there already, as a
/// binder: `text.bind(to: label.rx.text)`.
@dynamicMemberLookup
public struct Reactive<Base> {
    /// The object to which the members belong.
    public let base: Base

    /// Makes the room for `base`.
    public init(_ base: Base) {
        self.base = base
    }

    /// A binder that sets the property at `keyPath`, on the main queue.
    public subscript<Property>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Base, Property>
    ) -> Binder<Property> where Base: AnyObject {
        Binder(base) { base, value in
            base[keyPath: keyPath] = value
        }
    }
}

/// A type that has reactive members. An empty extension is all that it takes.
public protocol ReactiveCompatible {
    /// The type to which the members belong.
    associatedtype ReactiveBase

    /// The members of the type.
    static var rx: Reactive<ReactiveBase>.Type { get set }

    /// The members of the value.
    var rx: Reactive<ReactiveBase> { get set }
}

extension ReactiveCompatible {
    /// The members of the type.
    public static var rx: Reactive<Self>.Type {
        get { Reactive<Self>.self }
        // The setter lets members that are settable be set through `rx`; there is nothing to store.
        set {}
    }

    /// The members of the value.
    public var rx: Reactive<Self> {
        get { Reactive(self) }
        // As above.
        set {}
    }
}
