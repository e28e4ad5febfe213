/** Observed: what bodies that were fetched take of the memory that all share, until who has them is done. */
import { assert, describe, it } from "@effect/vitest"
import { CurrentLease, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { PageReader } from "@kittiwake/core/pages/PageReader"
import { ScriptedWeb } from "@kittiwake/core/testing"
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import { Clock, Effect, Layer } from "effect"
import { plainSource } from "../../src/pages/domain/ScrapeRequest.ts"
import { fetchCapture, fetchFrames } from "../../src/pages/fetchCapture.ts"
import { giveFetched } from "../../src/pages/pageMemory.ts"
import { robotsAt } from "../../src/sites/readRobots.ts"
import { readSiteLinks } from "../../src/sites/readSiteLinks.ts"
import { openSession } from "../../src/web/openSession.ts"

const site = "https://shop.example"
const pageBytes = 400 * 1024
const long = `<title>Long</title><p>${"word ".repeat(pageBytes / 5)}`

/** Serves these addresses. */
const serving = Effect.fnUntraced(function* (bodies: Readonly<Record<string, string>>) {
  const web = yield* ScriptedWeb
  for (const [path, body] of Object.entries(bodies)) {
    const mediaType = path.endsWith(".txt") ? "text/plain" : "text/html"
    yield* web.page(`${site}${path}`, { body, mediaType })
  }
})

const deadlineFrom = Effect.map(Clock.currentTimeMillis, (now) => ({ atMillis: now + 30_000, acceptsPart: false }))

const withLease = <A, E, R>(memory: MemoryCounter, work: Effect.Effect<A, E, R>) =>
  Effect.provideService(work, CurrentLease, memory.open("one owner"))

const layer = Layer.mergeAll(ScriptedWeb.layer, PlainReaders.layer)

describe("a body that was fetched", () => {
  it.effect("of a page is counted until what it takes to read it is counted in its place", () =>
    Effect.gen(function* () {
      yield* serving({ "/": long })
      const memory = new MemoryCounter({ capacityBytes: 8 * 1024 * 1024 })
      const deadline = yield* deadlineFrom
      const session = yield* openSession
      const fetching = fetchCapture(session, plainSource(`${site}/`), null, deadline)
      const counted = yield* withLease(
        memory,
        Effect.gen(function* () {
          const fetched = yield* fetching
          const before = memory.usedBytes
          yield* giveFetched(fetched._tag === "Page" ? fetched.capture.body.length : 0)
          return [before, memory.usedBytes]
        })
      )
      assert.deepStrictEqual(counted, [long.length, 0])
    }).pipe(Effect.provide(layer))
  )

  it.effect("of a frame is counted for as long as its page, and one without room is told and not left out", () =>
    Effect.gen(function* () {
      yield* serving({ "/a": long, "/b": long })
      const deadline = yield* deadlineFrom
      const session = yield* openSession
      const frames = fetchFrames(session, [`${site}/a`, `${site}/b`, `${site}/gone`], deadline)
      const memory = new MemoryCounter({ capacityBytes: 8 * 1024 * 1024 })
      assert.lengthOf(yield* withLease(memory, frames), 2)
      assert.strictEqual(memory.usedBytes, 2 * long.length)
      const crowded = new MemoryCounter({ capacityBytes: 8 * 1024 * 1024 })
      crowded.open("another").keep(7.75 * 1024 * 1024)
      assert.strictEqual((yield* Effect.flip(withLease(crowded, frames)))._tag, "TooBusy")
    }).pipe(Effect.provide(layer))
  )

  it.effect("of robots.txt, and of a first page of which the links are wanted, is given back when it was read", () =>
    Effect.gen(function* () {
      yield* serving({ "/": long, "/robots.txt": `User-agent: *\nDisallow: /x\n${"#\n".repeat(100_000)}` })
      const memory = new MemoryCounter({ capacityBytes: 8 * 1024 * 1024 })
      const deadline = yield* deadlineFrom
      const session = yield* openSession
      const robots = yield* withLease(memory, robotsAt(session, `${site}/`, deadline))
      assert.lengthOf(robots.groups, 1)
      assert.strictEqual(memory.usedBytes, 0)
      let whileRead = 0
      const reading = Layer.mock(PageReader, {
        shape: () =>
          Effect.sync(() => {
            whileRead = memory.usedBytes
            return { links: [] } as never
          })
      })
      yield* withLease(memory, readSiteLinks("shop.example", deadline)).pipe(Effect.provide(reading))
      assert.deepStrictEqual([whileRead, memory.usedBytes], [3 * long.length, 0])
      const crowded = new MemoryCounter({ capacityBytes: 8 * 1024 * 1024 })
      crowded.open("another").keep(7.75 * 1024 * 1024)
      const busy = withLease(crowded, readSiteLinks("shop.example", deadline)).pipe(Effect.provide(reading))
      assert.strictEqual((yield* Effect.flip(busy))._tag, "TooBusy")
    }).pipe(Effect.provide(layer))
  )
})
