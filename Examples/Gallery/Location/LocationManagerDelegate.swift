// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The delegate of a location manager. All requirements are optional.
public protocol LocationManagerDelegate: AnyObject {
    /// New locations of the device, the newest last.
    func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location])
    /// The device could not be located.
    func locationManager(_ manager: LocationManager, didFailWithError error: any Error)
}

extension LocationManagerDelegate {
    /// The default implementation of `locationManager(_:didUpdateLocations:)`.
    public func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {}
    /// The default implementation of `locationManager(_:didFailWithError:)`.
    public func locationManager(_ manager: LocationManager, didFailWithError error: any Error) {}
}
