/** For whom a connection over TLS is made: observed where its turns are handed out. */
import { assert, it, vi } from "@effect/vitest"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { Effect, Layer } from "effect"
import * as HttpFetcher from "../src/HttpFetcher.ts"
import { doorTo } from "./door.ts"
import { fetch } from "./fetching.ts"
import { serveSockets } from "./listen.ts"

const seen = vi.hoisted(() => [] as (readonly [owner: string, server: string])[])

vi.mock("../src/threadTurns.ts", async (original) => ({
  ...(await original<Record<string, unknown>>()),
  tlsTurns: (piece: () => void, owner: string, server: string) => {
    seen.push([owner, server])
    piece()
  }
}))

const layer = HttpFetcher.layer().pipe(Layer.provide(doorTo("127.0.0.1", async () => ["127.0.0.1"])))

it.live("a handshake has its turn as the organization that asks, and strangers are one", () =>
  Effect.gen(function* () {
    const { port } = new URL(yield* serveSockets((socket) => socket.once("data", () => socket.end("no TLS at all"))))
    const ask = (name: string | null) =>
      Effect.flip(fetch(`https://site.example:${port}/`)).pipe(
        Effect.provideService(WorksFor, name === null ? null : OrganizationId.make(name))
      )
    yield* ask("one")
    yield* ask("other")
    yield* ask(null)
    assert.deepStrictEqual(seen, [
      ["one", "127.0.0.1"],
      ["other", "127.0.0.1"],
      ["", "127.0.0.1"]
    ])
  }).pipe(Effect.provide(layer), Effect.scoped)
)
