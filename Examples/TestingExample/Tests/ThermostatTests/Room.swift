// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CallTesting
import ProxyCore
import Thermostat

typealias Requirement = ThermostatDelegateProxy.Selectors

/// A thermostat with two sensors, whose temperatures the test sets.
final class Room {
    let thermostat = Thermostat(sensorCount: 2, target: 20)
    let delegate: StandIn<ThermostatDelegateProxy, any ThermostatDelegate>
    var temperatures: [Double?] = [20, 20]

    init(_ manner: StandIn<ThermostatDelegateProxy, any ThermostatDelegate>.Manner = .lenient) {
        delegate = StandIn(ThermostatDelegateProxy(), manner)
        thermostat.delegate = delegate.proxy
        delegate.answer(Requirement.readSensor) { [unowned self] _, sensor in
            guard let temperature = temperatures[sensor] else { throw SensorError.disconnected(sensor: sensor) }
            return temperature
        }
    }

    func step(_ temperatures: Double?...) {
        self.temperatures = temperatures
        thermostat.step()
    }
}
