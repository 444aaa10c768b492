// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CallTesting
import ProxyCore
import XCTest

/// The same expectations in XCTest.
final class ThermostatXCTests: XCTestCase {
    func testAColdRoomIsHeated() {
        withRecorder { _ in
            Room().step(18, 19)
            expectCalls("selector:*didStartHeating* arg.didStartHeatingFrom:18.5 arg.to:20", count: 1)
        }
    }
}
