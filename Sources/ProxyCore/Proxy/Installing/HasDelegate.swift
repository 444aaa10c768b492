// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A parent object with a `delegate` property. Its proxies need no code to read and write the property.
public protocol HasDelegate: AnyObject {
    /// The protocol of the delegate.
    associatedtype Delegate

    /// The delegate.
    var delegate: Delegate? { get set }
}

extension DelegateProxyType where ParentObject: HasDelegate, Self.Delegate == ParentObject.Delegate {
    /// Reads the property.
    public static func currentDelegate(for object: ParentObject) -> Delegate? { object.delegate }

    /// Writes the property.
    public static func setCurrentDelegate(_ delegate: Delegate?, to object: ParentObject) { object.delegate = delegate }
}

/// A parent object with a `dataSource` property.
public protocol HasDataSource: AnyObject {
    /// The protocol of the data source.
    associatedtype DataSource

    /// The data source.
    var dataSource: DataSource? { get set }
}

extension DelegateProxyType where ParentObject: HasDataSource, Self.Delegate == ParentObject.DataSource {
    /// The name of the property.
    public static var propertyName: String { "dataSource" }

    /// Reads the property.
    public static func currentDelegate(for object: ParentObject) -> Delegate? { object.dataSource }

    /// Writes the property.
    public static func setCurrentDelegate(_ delegate: Delegate?, to object: ParentObject) {
        object.dataSource = delegate
    }
}

/// A parent object with a `prefetchDataSource` property.
public protocol HasPrefetchDataSource: AnyObject {
    /// The protocol of the prefetch data source.
    associatedtype PrefetchDataSource

    /// The prefetch data source.
    var prefetchDataSource: PrefetchDataSource? { get set }
}

extension DelegateProxyType
where ParentObject: HasPrefetchDataSource, Self.Delegate == ParentObject.PrefetchDataSource {
    /// The name of the property.
    public static var propertyName: String { "prefetchDataSource" }

    /// Reads the property.
    public static func currentDelegate(for object: ParentObject) -> Delegate? { object.prefetchDataSource }

    /// Writes the property.
    public static func setCurrentDelegate(_ delegate: Delegate?, to object: ParentObject) {
        object.prefetchDataSource = delegate
    }
}
