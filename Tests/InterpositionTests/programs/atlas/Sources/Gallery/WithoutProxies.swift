// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// What the gallery's classes use of the proxies, without what it does: a delegate is called whatever it implements.

/// An object with a delegate.
public protocol HasDelegate: AnyObject {}
/// An object with a data source.
public protocol HasDataSource: AnyObject {}
/// An object with a prefetching data source.
public protocol HasPrefetchDataSource: AnyObject {}
/// An object that keeps its proxies, if there were any.
public protocol DelegateProxyOwner: AnyObject {}
/// A type without `rx`.
public protocol ReactiveCompatible {}

/// No proxies.
public struct DelegateProxyStorage {}

struct MethodSelector<Proxy, Arguments, Return> {}

@dynamicMemberLookup
enum AnySelectors {
    static let all: [Never] = []

    static subscript(dynamicMember name: String) -> MethodSelector<Never, Never, Never> { MethodSelector() }
}

struct DelegateAnswers {
    private var hasDelegate = false

    init() {}
    init(of delegate: AnyObject?, about requirements: [Never]) { hasDelegate = delegate != nil }

    func contains<Proxy, Arguments, Return>(_ selector: MethodSelector<Proxy, Arguments, Return>) -> Bool {
        hasDelegate
    }
}

enum ContactPickerDelegateProxy { typealias Selectors = AnySelectors }
enum LocationManagerDelegateProxy { typealias Selectors = AnySelectors }
enum MapViewDelegateProxy { typealias Selectors = AnySelectors }
enum NavigationControllerDelegateProxy { typealias Selectors = AnySelectors }
enum ScrollViewDelegateProxy { typealias Selectors = AnySelectors }
enum SearchBarDelegateProxy { typealias Selectors = AnySelectors }
enum TabBarControllerDelegateProxy { typealias Selectors = AnySelectors }
enum TableViewDataSourceProxy { typealias Selectors = AnySelectors }
enum TableViewDelegateProxy { typealias Selectors = AnySelectors }
