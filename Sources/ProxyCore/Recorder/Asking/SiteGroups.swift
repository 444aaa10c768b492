// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Groups of values, one for each call site.
struct SiteGroups<Group> {
    private(set) var all: [Group] = []
    private let make: (Requirement) -> Group
    private let numbers: AddressTable<Int>
    private let sites: SiteList

    private final class SiteList {
        var addresses: [UInt] = []
    }

    init(_ make: @escaping (Requirement) -> Group) {
        self.make = make
        let sites = SiteList()
        self.sites = sites
        numbers = AddressTable(0) { address in
            sites.addresses.append(address)
            return sites.addresses.count - 1
        }
    }

    @inline(__always)
    mutating func update(_ site: UInt, _ body: (inout Group) -> Void) {
        let number = numbers[site]
        if number == all.count { all.append(make(CallSite.at(site).pointee.requirement.takeUnretainedValue())) }
        body(&all[number])
    }
}
