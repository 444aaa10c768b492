// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A value of a JSON text, with the way that leads to it.
package struct JSONPlace {
    /// How a value is reached from the one around it.
    enum Key {
        case none
        case index(Int)
        case name(String)
    }

    /// The way to the values in an array or object, which they share.
    final class Way {
        let parent: Way?
        let key: Key

        init(_ parent: Way?, _ key: Key) {
            self.parent = parent
            self.key = key
        }
    }

    package let node: JSONNode
    let text: JSONText
    /// The way to the array or object around the value.
    private let way: Way?
    private let key: Key
    /// Whether the value is the key of an object, which is a string also if it stands for a number.
    var isObjectKey = false
    /// Types around the one that is made: containers, optionals, raw values.
    var level: Int

    init(_ root: JSONNode, of text: JSONText) {
        node = root
        self.text = text
        way = nil
        key = .none
        level = 0
    }

    fileprivate init(_ node: JSONNode, _ key: Key, on way: Way, in parent: JSONPlace) {
        self.node = node
        text = parent.text
        self.way = way
        self.key = key
        level = parent.level
    }

    fileprivate var wayInside: Way { Way(way, key) }

    /// The keys from the root, outermost first.
    var codingPath: [any CodingKey] {
        var path = PlaceKey(key).map { [$0] } ?? []
        var step = way
        while let current = step {
            if let key = PlaceKey(current.key) { path.append(key) }
            step = current.parent
        }
        return path.reversed()
    }

    /// The place that a path from here leads to, as far as it does.
    func following(_ path: some Sequence<any CodingKey>) -> JSONPlace {
        var place = self
        for key in path {
            let next =
                if let elements = place.elements {
                    elements.first { $0.isAt(key.intValue) }
                } else {
                    place.members?.first { $0.name == key.stringValue }?.value
                }
            guard let next else { break }
            place = next
        }
        return place
    }

    private func isAt(_ index: Int?) -> Bool {
        if case .index(let own) = key { own == index } else { false }
    }
}

/// A key of a coding path.
struct PlaceKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "Index \(intValue)"
        self.intValue = intValue
    }

    init?(_ key: JSONPlace.Key) {
        switch key {
        case .none: return nil
        case .index(let index): self.init(intValue: index)
        case .name(let name): self.init(stringValue: name)
        }
    }

    /// The key of a superclass's part.
    static var parent: PlaceKey { PlaceKey(stringValue: "super") }
}

// MARK: Arrays and objects

extension JSONPlace {
    /// The elements of an array; nil for other values.
    package var elements: JSONPlaces? { node.elements.map { JSONPlaces(nodes: $0, way: wayInside, parent: self) } }

    /// The members of an object in their order, also those with equal names; nil for other values.
    package var members: JSONMembers? { node.members.map { JSONMembers(nodes: $0, way: wayInside, parent: self) } }
}

/// The elements of an array.
package struct JSONPlaces: Sequence, IteratorProtocol {
    fileprivate var nodes: JSONElements
    fileprivate let way: JSONPlace.Way
    fileprivate let parent: JSONPlace
    private var index = 0

    fileprivate init(nodes: JSONElements, way: JSONPlace.Way, parent: JSONPlace) {
        self.nodes = nodes
        self.way = way
        self.parent = parent
    }

    package mutating func next() -> JSONPlace? {
        guard let node = nodes.next() else { return nil }
        defer { index += 1 }
        return JSONPlace(node, .index(index), on: way, in: parent)
    }
}

/// The members of an object.
package struct JSONMembers: Sequence, IteratorProtocol {
    package typealias Member = (name: String, key: JSONPlace, value: JSONPlace)

    fileprivate var nodes: JSONElements
    fileprivate let way: JSONPlace.Way
    fileprivate let parent: JSONPlace

    package mutating func next() -> Member? {
        guard let key = nodes.next(), let value = nodes.next(), let name = key.string else { return nil }
        var place = JSONPlace(key, .name(name), on: way, in: parent)
        place.isObjectKey = true
        return (name, place, JSONPlace(value, .name(name), on: way, in: parent))
    }
}
