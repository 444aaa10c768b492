// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Distributed

// Actors that may be in other processes, and are called through a protocol.

enum Refusal: Error { case empty }

protocol Speaker: DistributedActor where ActorSystem == LocalTestingDistributedActorSystem {
    distributed func say(_ number: Int) -> String
    distributed func count(_ text: String, _ first: Int, _ share: Double) async throws -> Int
    distributed var volume: Int { get }
}

distributed actor Human: Speaker {
    typealias ActorSystem = LocalTestingDistributedActorSystem

    distributed func say(_ number: Int) -> String { "said \(number)" }
    distributed func count(_ text: String, _ first: Int, _ share: Double) async throws -> Int {
        if text.isEmpty { throw Refusal.empty }
        return text.utf8.count + first
    }
    distributed var volume: Int { 6 }
}

distributed actor Parrot: Speaker {
    typealias ActorSystem = LocalTestingDistributedActorSystem

    distributed func say(_ number: Int) -> String { "" }
    distributed func count(_ text: String, _ first: Int, _ share: Double) async throws -> Int { 0 }
    distributed var volume: Int { 0 }
}

@inline(never) @_optimize(none) func call(_ speaker: some Speaker) async {
    print((try? await speaker.say(3)) ?? "nothing")
    print((try? await speaker.count("text", 4, 0.5)) ?? -1)
    print((try? await speaker.count("", 4, 0.5)) ?? -1)
    print((try? await speaker.volume) ?? -1)
}

@main struct Program {
    static func main() async { await call(Human(actorSystem: LocalTestingDistributedActorSystem())) }
}
