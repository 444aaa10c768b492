// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Keeps a room at a temperature.
public final class Thermostat {
    /// Has the sensors.
    public weak var delegate: (any ThermostatDelegate)?

    private let sensorCount: Int
    private let target: Double
    /// Degrees below the target at which heating begins.
    private let tolerance = 0.5
    /// Whether the room is being heated.
    public private(set) var isHeating = false

    /// Creates a thermostat that does not heat yet.
    public init(sensorCount: Int, target: Double) {
        self.sensorCount = sensorCount
        self.target = target
    }

    /// Reads all sensors, and starts or stops heating.
    public func step() {
        let readings = (0..<sensorCount).compactMap(read)
        guard !readings.isEmpty else { return stop() }
        let mean = readings.reduce(0, +) / Double(readings.count)
        if mean >= target { return stop() }
        guard !isHeating, mean < target - tolerance, delegate?.thermostat(self, shouldHeatFrom: mean) ?? false else {
            return
        }
        isHeating = true
        delegate?.thermostat(self, didStartHeatingFrom: mean, to: target)
    }

    private func read(_ sensor: Int) -> Double? {
        do {
            return try delegate?.thermostat(self, readSensor: sensor)
        } catch {
            delegate?.thermostat(self, didFailWith: error as? SensorError ?? .disconnected(sensor: sensor))
            return nil
        }
    }

    private func stop() {
        guard isHeating else { return }
        isHeating = false
        delegate?.thermostatDidStopHeating(self)
    }

    /// Takes a step now and then until the task is cancelled.
    public func run(every interval: Duration) async {
        while !Task.isCancelled {
            step()
            try? await Task.sleep(for: interval)
        }
    }
}
