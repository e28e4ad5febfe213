/** Pages of batches that are kept, of a host that throttles. Observed: when they come, what is asked for, and what becomes of the others. */
import { assert, describe, it } from "@effect/vitest"
import { Batches } from "@kittiwake/core/batches/Batches"
import type { BatchOptions } from "@kittiwake/core/batches/domain/BatchOptions"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { Clock, Effect, Stream } from "effect"
import { defaultBatchOptions, sourceOf } from "../../src/batches/domain/BatchOptions.ts"
import type { PageCapture } from "../../src/pages/domain/PageCapture.ts"
import { captureKeys, keepCapture } from "../../src/pages/keepCapture.ts"

const site = "https://busy.example"
const urls = Array.from({ length: 12 }, (_, n) => `${site}/p${n}`)

const installed = () => Effect.provide(TestInstallation.layer({ credits: 1_000 }))

const submit = Effect.fnUntraced(function* (pages: ReadonlyArray<string>, options: Partial<BatchOptions> = {}) {
  const { organization, settle } = yield* TestInstallation
  const { batch } = yield* (yield* Batches).submit(
    { organization, origin: { requestId: "req_1", route: "/batch/submit", caller: "key_a" } },
    {
      entries: Stream.fromIterable(pages.map((url) => ({ url }))),
      told: Effect.succeed({ batch: { crawl: null, format: "markdown" as const, options }, asked: {} })
    }
  )
  yield* settle
  return batch
})

type Submitted = Effect.Success<ReturnType<typeof submit>>

const progressOf = (batch: Submitted) =>
  Batches.use((batches) => batches.get(batch.organizationId, batch.id)).pipe(Effect.map(({ progress }) => progress))

const statesOf = Effect.fnUntraced(function* (batch: Submitted) {
  const page = { limit: 100, cursor: undefined }
  const { data } = yield* (yield* Batches).results(batch.organizationId, batch.id, {}, page)
  return data.map((one) => (one.status === "ok" ? one.cache_metadata.status : one.error_code))
})

/** Seconds that pass in steps. */
const advance = (seconds: number) => {
  const step = seconds > 100 ? 5 : 1
  return TestInstallation.use(({ advance }) => Effect.repeat(advance(`${step} seconds`), { times: seconds / step - 1 }))
}

const looks = ScriptedWeb.use((web) => web.looks())

/** Keeps all pages but `busy`, which has its site rest for five minutes so often. */
const restAfterKeeping = Effect.fnUntraced(function* (refusals = 1) {
  const web = yield* ScriptedWeb
  for (const url of urls) yield* web.page(url, `<h1>${url}</h1>`)
  const first = yield* submit(urls)
  yield* advance(3)
  assert.deepInclude(yield* progressOf(first), { succeeded: urls.length, pending: 0 })
  const refusal = { body: "slow", status: 429, retryAfter: "300" }
  yield* web.page(`${site}/busy`, (_, look) => (look < refusals ? refusal : "<h1>Busy</h1>"))
  const busy = yield* submit([`${site}/busy`])
  yield* advance(5)
  return busy
})

describe("pages of a batch that are kept", () => {
  it.effect("are given while their host rests, beside others that wait for it", () =>
    Effect.gen(function* () {
      const busy = yield* restAfterKeeping()
      const asked = (yield* looks).length
      const batch = yield* submit(urls)
      yield* advance(30)
      assert.deepInclude(yield* progressOf(batch), { succeeded: urls.length, failed: 0, pending: 0 })
      assert.deepStrictEqual([...new Set(yield* statesOf(batch))], ["hit"])
      assert.deepInclude(yield* progressOf(busy), { succeeded: 0, failed: 0, pending: 1 })
      assert.lengthOf(yield* looks, asked)
    }).pipe(installed())
  )

  it.effect("are given while their host is given up, where others fail", () =>
    Effect.gen(function* () {
      const busy = yield* restAfterKeeping(4)
      yield* advance(600)
      yield* submit([`${site}/busy`])
      yield* advance(305)
      assert.deepStrictEqual(yield* statesOf(busy), ["WEBSITE_BLOCKED"])
      const asked = (yield* looks).length
      const batch = yield* submit([...urls, `${site}/new`])
      yield* advance(10)
      assert.deepStrictEqual([...new Set(yield* statesOf(batch))].sort(), ["WEBSITE_BLOCKED", "hit"])
      assert.deepInclude(yield* progressOf(batch), { succeeded: urls.length, failed: 1, pending: 0 })
      assert.lengthOf(yield* looks, asked)
    }).pipe(installed())
  )

  it.effect("and are too old for it wait for the rest as those that are not kept", () =>
    Effect.gen(function* () {
      yield* restAfterKeeping()
      const asked = (yield* looks).length
      const batch = yield* submit(urls.slice(0, 3), { maxAgeMillis: 1_000 })
      yield* advance(200)
      assert.deepInclude(yield* progressOf(batch), { succeeded: 0, failed: 0, pending: 3 })
      assert.lengthOf(yield* looks, asked)
      yield* advance(120)
      assert.deepStrictEqual(yield* statesOf(batch), ["miss", "miss", "miss"])
    }).pipe(installed())
  )
})

describe("pages of a batch of which something is kept that is no answer", () => {
  /** Keeps of the start what `given` says. */
  const keep = Effect.fnUntraced(function* (given: Partial<PageCapture>) {
    const source = sourceOf(defaultBatchOptions, `${site}/`)
    yield* keepCapture(yield* captureKeys(source), {
      finalUrl: `${site}/`,
      status: 200,
      type: "html",
      body: new TextEncoder().encode("<h1>Start</h1>"),
      frames: [],
      finalDomState: "loaded",
      actionsApplied: [],
      isStale: false,
      renderedBecause: null,
      etag: null,
      lastModified: null,
      capturedAtMillis: yield* Clock.currentTimeMillis,
      ...given
    })
  })

  const emptyApplication = new TextEncoder().encode('<div id="root"></div><script src="/app.js"></script>')

  for (const [what, path, given] of [
    ["that another fragment was rendered", "/#/pricing", { renderedBecause: "its scripts show it" }],
    ["what its server sent to one without a browser", "/", { body: emptyApplication }]
  ] as const)
    for (const [until, retryAfter, seconds] of [
      ["shorter", "60", 75],
      ["longer", "300", 310]
    ] as const)
      it.effect(`wait for a rest ${until} than their time and are asked for then: ${what}`, () =>
        Effect.gen(function* () {
          const web = yield* ScriptedWeb
          const refusal = { body: "slow", status: 429, retryAfter }
          yield* web.page(`${site}/busy`, (_, look) => (look === 0 ? refusal : "<h1>Busy</h1>"))
          yield* web.page(`${site}${path}`, "<h1>Start</h1>")
          yield* keep(given)
          yield* submit([`${site}/busy`])
          yield* advance(5)
          const asked = (yield* looks).length
          const batch = yield* submit([`${site}${path}`])
          yield* advance(50)
          assert.deepInclude(yield* progressOf(batch), { succeeded: 0, failed: 0, pending: 1 })
          assert.lengthOf(yield* looks, asked)
          yield* advance(seconds - 50)
          assert.deepStrictEqual(yield* statesOf(batch), ["miss"])
        }).pipe(installed())
      )
})
