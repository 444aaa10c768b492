// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProxyCore

@Suite struct SiteTableTests {
    /// Sites that lie far apart, or close together, begin their search at places of their own, as far as there are any.
    @Test(arguments: [48, 64, 4_096, 65_536, 1 << 20] as [UInt])
    func sitesAtLikeDistancesAreSpread(distance: UInt) {
        let places = (0..<1_024).map { SiteTable<Int>.firstPlace(of: 0x7F00_0000_0010 + $0 * distance) }
        #expect(Set(places).count > 800)
        #expect(places.allSatisfy((0..<SiteTable<Int>.capacity).contains))
    }

    @Test func eachSiteHasItsOwnEntry() throws {
        let table = SiteTable<UInt>()
        let sites = (1...4_096).map { UInt($0) * 65_536 }
        for site in sites { _ = table.entry(for: site) { site } }
        let kept = sites.map { table.entry(for: $0) { 0 }?.pointee.value }
        #expect(kept == sites)
        let isFull = table.entry(for: 1) { 0 } == nil
        #expect(isFull)
    }
}
