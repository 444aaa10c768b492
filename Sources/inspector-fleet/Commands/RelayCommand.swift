// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import ProgramClient

/// `inspector-fleet relay`: sends the calls of this machine's programs to the broker.
struct RelayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay",
        abstract: "Sends the calls of this machine's inspected programs to the broker.",
        discussion: """
            Run one relay per machine, as the user whose programs are to be followed. It finds the programs that \
            `inspector-server list` shows, follows the event stream of each one, and stores its calls in the stream \
            DELEGATE_CALLS of the NATS servers, each once and in order. Programs need no change.

            The relay keeps nothing on disk: its resume points are in the broker. While the broker is away, programs \
            keep their calls in memory; what they evict meanwhile is noted as a gap with the exact number of calls.

            A process is shown under the name of its service: from --service, or from OTEL_SERVICE_NAME and \
            OTEL_RESOURCE_ATTRIBUTES in its environment, or else the program's name.

              inspector-fleet relay --nats nats://broker-1:4222 --nats nats://broker-2:4222
              inspector-fleet relay --service shopd=shop@1.4
              inspector-fleet relay --url 'http://10.0.0.7:8080/#token=…'

            SIGINT and SIGTERM send the batches in hand and end it.
            """
    )

    @OptionGroup(title: "Broker")
    var broker: BrokerOptions

    @OptionGroup(title: "Streams, if they are to be created")
    var streams: StreamOptions

    @Option(
        name: .customLong("url"),
        help: ArgumentHelp(
            "Also follow the program at this address, with its token if it needs one; may be repeated.",
            valueName: "url"
        )
    )
    var urls: [String] = []

    @Flag(name: .long, help: "Follow only the programs of --url.")
    var noDiscovery = false

    @Option(
        name: .customLong("service"),
        help: ArgumentHelp(
            "Name, and version, of the service that a program is; may be repeated.",
            valueName: "program=name[@version]"
        )
    )
    var services: [String] = []

    @Option(name: .long, help: ArgumentHelp("Name of this machine. (default: its host name)", valueName: "name"))
    var host: String?

    func validate() throws {
        for url in urls where ProgramAddress(url) == nil {
            throw ValidationError("--url \(url): not the address of a program, such as http://127.0.0.1:8080.")
        }
        for text in services where ServiceNames.parse(text) == nil {
            throw ValidationError("--service \(text): use PROGRAM=NAME or PROGRAM=NAME@VERSION.")
        }
        if host?.isEmpty == true { throw ValidationError("--host: the name is empty.") }
        if noDiscovery, urls.isEmpty { throw ValidationError("--no-discovery needs --url.") }
    }

    func run() throws {
        StopSignal.install()
        var options = Relay.Options(host: host ?? ProcessInfo.processInfo.hostName)
        options.addresses = urls.compactMap { ProgramAddress($0) }
        options.isDiscoveryOff = noDiscovery
        for case let (program, name)? in services.map(ServiceNames.parse) { options.names.given[program] = name }
        let name = "inspector-fleet relay, \(options.host)"
        guard let connection = try BrokerAwait(broker, name).connection(streams) else { return }
        FleetLog.note("sending to \(broker.description) as \(options.host)")
        // A thread that waits for the broker still uses the connection.
        if Relay(connection, options).run() { connection.close() }
    }
}
