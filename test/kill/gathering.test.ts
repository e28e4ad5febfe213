/** A source of news that is asked by processes that are killed around what they keep and record. */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { newSource } from "@kittiwake/core/news/domain/NewsSource"
import { NewsSourceStore } from "@kittiwake/core/news/NewsSourceStore"
import { NewsStore } from "@kittiwake/core/news/NewsStore"
import * as postgres from "@kittiwake/postgres/postgres"
import * as embedded from "@kittiwake/sqlite/embedded"
import { DateTime, Effect, Layer, Option, Redacted } from "effect"
import type { OpenStorage, Storage } from "../endToEnd/storages.ts"
import { testProgram } from "../setup/sharedServers.ts"
import { runToEnd } from "./runToEnd.ts"
import { storagesInTurn } from "./storagesInTurn.ts"

const program = await testProgram("test/kill/gatherChild.ts")

/** A feed of three reports, which counts who looks. */
const openFeed = async () => {
  let looks = 0
  const server = createServer((request, response) => {
    looks += 1
    const items = [1, 2, 3].map((n) => `<item><title>Terns fly ${n} times</title><link>/${n}</link></item>`)
    response.writeHead(request.url === "/feed" ? 200 : 404, { "content-type": "application/rss+xml" })
    response.end(`<rss><channel><title>Terns</title>${items.join("")}</channel></rss>`)
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

const askedBy = async (storage: Storage, given: Readonly<Record<string, string>>): Promise<number> => {
  const { stderr, stdout } = await run(storage, given)
  const last = stdout.trim().split("\n").at(-1) ?? ""
  assert.match(last, /^\{"asked":\d+\}$/, stderr)
  return JSON.parse(last).asked
}

const within = <A, E>({ env }: Storage, work: Effect.Effect<A, E, NewsSourceStore | NewsStore>): Promise<A> => {
  const stores: Layer.Layer<NewsSourceStore | NewsStore> =
    env.DATABASE_URL === undefined
      ? Layer.orDie(embedded.layer({ dataDirectory: env.KITTIWAKE_DATA_DIR! }))
      : Layer.orDie(postgres.layer({ url: Redacted.make(env.DATABASE_URL) }))
  return Effect.runPromise(Effect.provide(work, stores))
}

const killAround = async (open: OpenStorage) => {
  await using storage = await open()
  await using feed = await openFeed()
  const url = `http://${feed.host}/feed`
  const env = { KITTIWAKE_EGRESS_ALLOW: feed.host, KITTIWAKE_BROWSER: "off" }
  const choose = Effect.gen(function* () {
    const addedAt = DateTime.subtract(yield* DateTime.now, { days: 1 })
    const source = newSource({ url, origin: "list", foundFor: null, title: null, country: null, addedAt })
    yield* (yield* NewsSourceStore).put({ sources: [source], most: 10, look: null })
  })
  const state = Effect.gen(function* () {
    const source = Option.getOrThrow(yield* (yield* NewsSourceStore).get(url))
    return [yield* (yield* NewsStore).count, source.readAt !== null, source.articles] as const
  })
  await within(storage, choose)

  assert.strictEqual((await run(storage, { ...env, KILL_AT: "before keeping" })).signal, "SIGKILL")
  assert.deepStrictEqual(await within(storage, state), [0, false, 0])
  assert.strictEqual(await askedBy(storage, env), 0, "it is held until the lease ends")

  const later = { ...env, KILL_LATER: "3" }
  assert.strictEqual((await run(storage, { ...later, KILL_AT: "behind keeping" })).signal, "SIGKILL")
  assert.deepStrictEqual(await within(storage, state), [3, false, 0], "what it reported was lost")

  const latest = { ...env, KILL_LATER: "6" }
  assert.strictEqual((await run(storage, { ...latest, KILL_AT: "behind the record" })).signal, "SIGKILL")
  assert.deepStrictEqual(await within(storage, state), [3, true, 0], "an article is kept once")
  assert.strictEqual(await askedBy(storage, { ...env, KILL_LATER: "9" }), 0, "it is not due")
  assert.strictEqual(feed.looks(), 3)
}

const storages = await storagesInTurn("gathering")

describe("a source of news that is asked by processes that are killed", { timeout: 120_000 }, () => {
  for (const { name, open, options } of storages)
    it.concurrent(`is asked again when the lease ends, with ${name}`, options, () => killAround(open))
})
