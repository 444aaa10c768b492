// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProxyCore

@Suite struct FrameSymbolTests {
    /// Regression test: functions of extensions of `UnsafePointer` were shown as the callers of calls without arguments,
    /// where the optimiser left their frames on the stack.
    @Test(arguments: [
        "$s9ProxyCore9CallBeginO5writeyyF",
        "$sSP9ProxyCoreAA13RecordingGateVRszlE10beginPlain___8revisionAA9CallTokenVSpyAA13ThreadContextVG_SPyAA0G4SiteVGSVs6UInt32VtF",
    ]) func functionsOfThisLibraryAreItsOwn(name: String) { #expect(FrameSymbol(name).isOfProxyCore) }

    @Test(arguments: [
        "$s3App9ProxyCoreC3runyyF", "$sSP3AppE3runyyF", "$sSa3AppE9ProxyCoreyyF", "main", "_Z3runv", "",
        "$s13ProxyCoreDemo3runyyF",
    ]) func otherFunctionsAreNot(name: String) { #expect(!FrameSymbol(name).isOfProxyCore) }
}
