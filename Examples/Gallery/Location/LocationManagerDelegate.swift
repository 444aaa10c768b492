// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Is told where the machine is. Everything may be left out.
public protocol LocationManagerDelegate: AnyObject {
    /// The machine was in some places, the newest last.
    func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location])
    /// Nobody knows where the machine is.
    func locationManager(_ manager: LocationManager, didFailWithError error: any Error)
}

extension LocationManagerDelegate {
    /// What stands in for `locationManager(_:didUpdateLocations:)` where it is left out.
    public func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {}
    /// What stands in for `locationManager(_:didFailWithError:)` where it is left out.
    public func locationManager(_ manager: LocationManager, didFailWithError error: any Error) {}
}
