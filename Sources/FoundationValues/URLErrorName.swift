// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The source names of the `URLError.Code` constants; a code itself prints as a number.
enum URLErrorName {
    /// - Returns: nil for a code without a name.
    static func of(_ code: Int) -> String? { names[code] }

    private static let names: [Int: String] = [
        -1: "unknown",
        -999: "cancelled",
        -1_000: "badURL",
        -1_001: "timedOut",
        -1_002: "unsupportedURL",
        -1_003: "cannotFindHost",
        -1_004: "cannotConnectToHost",
        -1_005: "networkConnectionLost",
        -1_006: "dnsLookupFailed",
        -1_007: "httpTooManyRedirects",
        -1_008: "resourceUnavailable",
        -1_009: "notConnectedToInternet",
        -1_010: "redirectToNonExistentLocation",
        -1_011: "badServerResponse",
        -1_012: "userCancelledAuthentication",
        -1_013: "userAuthenticationRequired",
        -1_014: "zeroByteResource",
        -1_015: "cannotDecodeRawData",
        -1_016: "cannotDecodeContentData",
        -1_017: "cannotParseResponse",
        -1_018: "internationalRoamingOff",
        -1_019: "callIsActive",
        -1_020: "dataNotAllowed",
        -1_021: "requestBodyStreamExhausted",
        -1_022: "appTransportSecurityRequiresSecureConnection",
        -1_100: "fileDoesNotExist",
        -1_101: "fileIsDirectory",
        -1_102: "noPermissionsToReadFile",
        -1_103: "dataLengthExceedsMaximum",
        -1_200: "secureConnectionFailed",
        -1_201: "serverCertificateHasBadDate",
        -1_202: "serverCertificateUntrusted",
        -1_203: "serverCertificateHasUnknownRoot",
        -1_204: "serverCertificateNotYetValid",
        -1_205: "clientCertificateRejected",
        -1_206: "clientCertificateRequired",
        -2_000: "cannotLoadFromNetwork",
        -3_000: "cannotCreateFile",
        -3_001: "cannotOpenFile",
        -3_002: "cannotCloseFile",
        -3_003: "cannotWriteToFile",
        -3_004: "cannotRemoveFile",
        -3_005: "cannotMoveFile",
        -3_006: "downloadDecodingFailedMidStream",
        -3_007: "downloadDecodingFailedToComplete",
        -995: "backgroundSessionRequiresSharedContainer",
        -996: "backgroundSessionInUseByAnotherProcess",
        -997: "backgroundSessionWasDisconnected",
    ]
}
