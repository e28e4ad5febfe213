/** For whom a connection over TLS is made: observed where its turns are handed out. */
import { assert, it } from "@effect/vitest"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { parseAllow, publicOnly } from "@kittiwake/core/web/domain/EgressPolicy"
import { Effect, Layer, Result } from "effect"
import * as Egress from "../src/Egress.ts"
import * as HttpFetcher from "../src/HttpFetcher.ts"
import { fetch } from "./fetching.ts"
import { serveSockets } from "./listen.ts"

it.live("a handshake has its turn as the organization that asks, and strangers are one", () => {
  const seen: Array<readonly [owner: string, server: string]> = []
  const door = Egress.layer({
    policy: { ...publicOnly, allow: Result.getOrThrow(parseAllow("127.0.0.1")) },
    resolveName: async () => ["127.0.0.1"],
    tlsTurns: (piece, owner, server) => {
      seen.push([owner, server])
      piece()
    }
  })
  return Effect.gen(function* () {
    const { port } = new URL(yield* serveSockets((socket) => socket.once("data", () => socket.end("no TLS at all"))))
    for (const name of ["one", "other", null]) {
      yield* Effect.flip(fetch(`https://site.example:${port}/`)).pipe(
        Effect.provideService(WorksFor, name === null ? null : OrganizationId.make(name))
      )
    }
    assert.deepStrictEqual(seen, [
      ["one", "127.0.0.1"],
      ["other", "127.0.0.1"],
      ["", "127.0.0.1"]
    ])
  }).pipe(Effect.provide(HttpFetcher.layer().pipe(Layer.provide(door))), Effect.scoped)
})
