/** Data of a site whose own pages fill the memory that there is. Observed: that nobody waits for room that he holds himself. */
import { assert, describe, it } from "@effect/vitest"
import { CurrentLease, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { Extraction } from "@kittiwake/core/extraction/Extraction"
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import * as FactReader from "@kittiwake/html/FactReader"
import * as PageReader from "@kittiwake/html/PageReader"
import { Clock, Effect, Fiber, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import { readDataSchema } from "../../src/extraction/domain/readDataSchema.ts"
import { defaultPdf, plainSource } from "../../src/pages/domain/ScrapeRequest.ts"

const site = "https://large.example"

const paths = ["price-a", "price-b", "price-c", "price-d", "price-e", "price-f"]

const build = Effect.gen(function* () {
  const web = yield* ScriptedWeb
  yield* web.page(`${site}/robots.txt`, { body: "", status: 404 })
  const links = paths.map((path) => `<a href="/${path}">The price</a>`).join(" ")
  yield* web.page(`${site}/`, `<title>Tea</title><main><h1>Tea</h1><p>Price: $7</p>${links}</main>`)
  for (const path of paths) {
    const words = `Words of ${path}. `.repeat(6_000)
    yield* web.page(`${site}/${path}`, `<title>${path}</title><main><h1>${path}</h1><p>${words}</p></main>`)
  }
})

const shape = Result.getOrThrow(readDataSchema({ type: "object", properties: { price: { type: "number" } } }))

const extract = Effect.fnUntraced(function* (memory: MemoryCounter) {
  const { organization } = yield* TestInstallation
  const now = yield* Clock.currentTimeMillis
  const call = {
    organizationId: organization.id,
    requestId: crypto.randomUUID(),
    ...{ route: "/web/extract", caller: "key", isWanted: () => true },
    deadline: { atMillis: now + 140_000, acceptsPart: false },
    freshness: { maxAgeMillis: 0, zeroRetention: false }
  }
  const request = {
    ...{ source: plainSource(`${site}/`), pdf: defaultPdf, shape, instructions: "", factCheck: false },
    ...{ maxPages: 7, maxDepth: null, followSubdomains: false, stopAfterMillis: 80_000 }
  }
  const work = Effect.provideService(
    (yield* Extraction).extractData(call, request),
    CurrentLease,
    memory.open(organization.id)
  )
  return { began: now, fiber: yield* Effect.forkChild(work) }
})

/** Time that passes in steps, until the work is done or so much of it has passed. */
const pass = Effect.fnUntraced(function* (fiber: Fiber.Fiber<unknown, unknown>, seconds: number) {
  for (let steps = 0; steps < seconds * 4 && fiber.pollUnsafe() === undefined; steps += 1) {
    yield* Effect.repeat(Effect.yieldNow, { times: 200 })
    yield* TestClock.adjust("250 millis")
  }
})

const inTest = Effect.provide(
  TestInstallation.layer({
    credits: 1_000,
    readers: Layer.mergeAll(PlainReaders.layer, FactReader.layer, PageReader.layer)
  })
)

describe("data of a site whose pages fill the memory", () => {
  it.effect("is what there was room for, at once", () =>
    Effect.gen(function* () {
      yield* build
      const memory = new MemoryCounter({ capacityBytes: 700_000 })
      const { began, fiber } = yield* extract(memory)
      yield* pass(fiber, 60)
      const { value } = yield* Fiber.join(fiber)
      assert.deepStrictEqual(value.data, { price: 7 })
      assert.isAtLeast(value.counts.succeeded, 2)
      assert.isAtLeast(value.counts.failed, 2)
      assert.isAtMost((yield* Clock.currentTimeMillis) - began, 30_000)
    }).pipe(inTest)
  )

  it.effect("waits for room that others hold", () =>
    Effect.gen(function* () {
      yield* build
      const memory = new MemoryCounter({ capacityBytes: 4_000_000 })
      const others = memory.open("others")
      others.keep(3_950_000)
      const { fiber } = yield* extract(memory)
      yield* pass(fiber, 20)
      assert.isUndefined(fiber.pollUnsafe())
      others.close()
      yield* pass(fiber, 40)
      const { value } = yield* Fiber.join(fiber)
      assert.deepInclude(value.counts, { succeeded: 7, failed: 0 })
    }).pipe(inTest)
  )
})
