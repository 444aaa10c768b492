// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CallTesting
import ProxyCore
import Testing
import Thermostat

@Suite(.recorder) struct ThermostatTests {
    @Test func allSensorsAreReadInEachStep() {
        Room().step(20, 20)
        expectOrder(["selector:*readSensor* arg.readSensor:0", "selector:*readSensor* arg.readSensor:1"])
        expectCalls("selector:*readSensor*", count: 2)
    }

    @Test func aWarmRoomIsNotHeated() {
        Room().step(20.5, 21)
        expectNoCalls("selector:*didStartHeating*")
        expectOnly("selector:*readSensor*")
    }

    @Test func aColdRoomIsHeated() {
        Room().step(18, 19)
        expectCalls("selector:*didStartHeating* arg.didStartHeatingFrom:18.5 arg.to:20", count: 1)
    }

    @Test func heatingBeginsHalfADegreeBelowTheTarget() {
        let room = Room()
        room.step(19.6, 19.6)
        expectNoCalls("selector:*didStartHeating*")
        room.step(19.4, 19.4)
        expectCalls("selector:*didStartHeating*", count: 1)
    }

    @Test func theDelegateIsAskedBeforeHeating() {
        Room().step(15, 15)
        expectOrder(["selector:*shouldHeatFrom*", "selector:*didStartHeating*"])
    }

    @Test func theDelegateCanRefuse() {
        let room = Room()
        room.delegate.answer(Requirement.shouldHeatFrom) { _, _ in false }
        room.step(15, 15)
        expectCalls("selector:*shouldHeatFrom* result:false", count: 1)
        expectNoCalls("selector:*didStartHeating*")
    }

    @Test func heatingEndsAtTheTargetAndIsToldOnce() {
        let room = Room()
        room.step(15, 15)
        room.step(19.9, 19.9)
        room.step(20, 20)
        room.step(21, 21)
        expectCalls("selector:*didStopHeating*", count: 1)
        expectOrder(["selector:*didStartHeating*", "selector:*didStopHeating*"])
    }

    @Test func aBrokenSensorIsReportedAndLeftOut() {
        let room = Room()
        let failures = room.delegate.calls(of: Requirement.didFailWith)
        room.step(nil, 18)
        #expect(failures.arguments.map(\.1) == [.disconnected(sensor: 0)])
        expectCalls("selector:*didStartHeating* arg.didStartHeatingFrom:18", count: 1)
    }

    @Test func withoutSensorsNothingElseHappens() {
        let room = Room(.strict)
        room.delegate.answer(Requirement.didFailWith) { _, _ in }
        room.step(nil, nil)
        expectOnly("selector:*readSensor*", "selector:*didFailWith*")
    }

    @Test func aRunningThermostatTakesStepsByItself() async {
        let room = Room()
        room.temperatures = [15, 15]
        let thermostat = room.thermostat
        nonisolated(unsafe) let running = thermostat
        let task = Task { await running.run(every: .milliseconds(1)) }
        await expectCalls("selector:*readSensor*", count: 6..., within: .seconds(10))
        task.cancel()
        await task.value
    }
}
