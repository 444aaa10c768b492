// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The namespace for reactive members of a type: `object.rx.tap`.
///
/// Extend `Reactive where Base: SomeType` to add members. Writable properties of classes are available as binders:
/// `text.bind(to: label.rx.text)`.
@dynamicMemberLookup
public struct Reactive<Base> {
    /// The object with the members.
    public let base: Base

    /// Creates the namespace for `base`.
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

/// A type with reactive members. An empty extension suffices.
public protocol ReactiveCompatible {
    /// The type with the members.
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
        // The setter allows settable members through `rx`; it stores nothing.
        set {}
    }

    /// The members of the value.
    public var rx: Reactive<Self> {
        get { Reactive(self) }
        // As above.
        set {}
    }
}
