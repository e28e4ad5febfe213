/** An old brand that is read again by processes that are killed before and behind the record of what they read. */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { BrandStore } from "@kittiwake/core/brands/BrandStore"
import type { BrandProfile } from "@kittiwake/core/brands/domain/BrandProfile"
import * as postgres from "@kittiwake/postgres/postgres"
import * as embedded from "@kittiwake/sqlite/embedded"
import { DateTime, Effect, Layer, Option, Redacted } from "effect"
import type { OpenStorage, Storage } from "../endToEnd/storages.ts"
import { testProgram } from "../setup/sharedServers.ts"
import { runToEnd } from "./runToEnd.ts"
import { storagesInTurn } from "./storagesInTurn.ts"

const program = await testProgram("test/kill/refreshChild.ts")

/** A site that counts who looks at its first page. */
const openSite = async () => {
  let looks = 0
  const server = createServer((request, response) => {
    const isFront = request.url === "/"
    if (isFront) looks += 1
    response.writeHead(isFront ? 200 : 404, { "content-type": "text/html" })
    response.end(isFront ? `<html><head><title>Look ${looks}</title></head><body></body></html>` : "")
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    looks: () => looks,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

const run = (storage: Storage, given: Readonly<Record<string, string>>) => runToEnd(program, storage, given)

const readBy = async (storage: Storage, given: Readonly<Record<string, string>>): Promise<number> => {
  const { stderr, stdout } = await run(storage, given)
  const last = stdout.trim().split("\n").at(-1) ?? ""
  assert.match(last, /^\{"read":\d+\}$/, stderr)
  return JSON.parse(last).read
}

const within = <A, E>({ env }: Storage, work: Effect.Effect<A, E, BrandStore>): Promise<A> => {
  const stores: Layer.Layer<BrandStore> =
    env.DATABASE_URL === undefined
      ? Layer.orDie(embedded.layer({ dataDirectory: env.KITTIWAKE_DATA_DIR! }))
      : Layer.orDie(postgres.layer({ url: Redacted.make(env.DATABASE_URL) }))
  return Effect.runPromise(Effect.provide(work, stores))
}

const links = { careers: null, blog: null, pricing: null, contact: null, terms: null, privacy: null }

const profile: BrandProfile = {
  ...{ domain: "127.0.0.1", title: "Long ago", description: null, slogan: null, colours: [], logos: [], backdrops: [] },
  ...{ socials: [], address: null, stock: null, employees: null, links, email: null, phone: null, language: null },
  ...{ isAdult: false, sources: [], isThin: false, industries: [] }
}

const killAround = async (open: OpenStorage) => {
  await using storage = await open()
  await using site = await openSite()
  const domain = site.host
  const env = { KITTIWAKE_EGRESS_ALLOW: site.host, KITTIWAKE_BROWSER: "off" }
  const keep = Effect.gen(function* () {
    const readAt = DateTime.subtract(yield* DateTime.now, { days: 61 })
    yield* (yield* BrandStore).keepProfile(
      { domain, language: null, profile, readAt },
      { keptUntil: readAt, leftUntil: readAt },
      readAt
    )
  })
  const title = Effect.map(
    BrandStore.use((store) => store.profile(domain, null)),
    (found) => Option.getOrThrow(found).profile.title
  )
  await within(storage, keep)

  assert.strictEqual((await run(storage, { ...env, KILL_AT: "before" })).signal, "SIGKILL")
  assert.strictEqual(site.looks(), 1)
  assert.strictEqual(await within(storage, title), "Long ago", "what was read went with the process")
  assert.strictEqual(await readBy(storage, env), 0, "it is held until the lease ends")
  assert.strictEqual(site.looks(), 1)

  const later = { ...env, KILL_LATER: "3" }
  assert.strictEqual((await run(storage, { ...later, KILL_AT: "behind" })).signal, "SIGKILL")
  assert.strictEqual(await within(storage, title), "Look 2")
  assert.strictEqual(await readBy(storage, { ...env, KILL_LATER: "6" }), 0, "it is young")
  assert.strictEqual(site.looks(), 2)
}

const storages = await storagesInTurn("refreshing")

describe("an old brand that is read again by processes that are killed", { timeout: 120_000 }, () => {
  for (const { name, open, options } of storages)
    it.concurrent(`is read again when the lease ends, with ${name}`, options, () => killAround(open))
})
