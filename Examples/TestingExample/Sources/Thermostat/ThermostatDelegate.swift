// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyAnnotations
import ProxyCore

/// Why a sensor gave no temperature.
public enum SensorError: Error, Equatable {
    /// It is not connected.
    case disconnected(sensor: Int)
}

/// Has the sensors of a thermostat, and is told of what it does.
@Proxied
public protocol ThermostatDelegate: AnyObject {
    /// Asks for the temperature that a sensor measures.
    func thermostat(_ thermostat: Thermostat, readSensor number: Int) throws -> Double

    /// Asks whether to heat.
    @Default(true)
    func thermostat(_ thermostat: Thermostat, shouldHeatFrom degrees: Double) -> Bool

    /// Tells that heating has begun.
    func thermostat(_ thermostat: Thermostat, didStartHeatingFrom degrees: Double, to target: Double)

    /// Tells that heating has ended.
    func thermostatDidStopHeating(_ thermostat: Thermostat)

    /// Tells that a sensor has failed.
    func thermostat(_ thermostat: Thermostat, didFailWith error: SensorError)
}
