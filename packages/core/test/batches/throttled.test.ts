import { assert, describe, it } from "@effect/vitest"
import { Batches } from "@kittiwake/core/batches/Batches"
import type { NewCrawl } from "@kittiwake/core/batches/NewBatch"
import { Credits } from "@kittiwake/core/credits/Credits"
import type { PageContent } from "@kittiwake/core/testing/PageScript"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { DateTime, Effect, Stream } from "effect"

const site = "https://busy.example"
const calm = "https://calm.example"

const installed = () => Effect.provide(TestInstallation.layer({ credits: 1_000 }))

const submit = Effect.fnUntraced(function* (urls: ReadonlyArray<string>, crawl: NewCrawl | null = null) {
  const { organization } = yield* TestInstallation
  const { batch } = yield* (yield* Batches).submit(
    { organization, origin: { requestId: "req_1", route: "/batch/submit", caller: "key_a" } },
    {
      entries: Stream.fromIterable(urls.map((url) => ({ url }))),
      told: Effect.succeed({ batch: { crawl, format: "markdown" as const }, asked: {} })
    }
  )
  return batch
})

type Submitted = Effect.Success<ReturnType<typeof submit>>

const seen = Effect.fnUntraced(function* (batch: Submitted) {
  return yield* (yield* Batches).get(batch.organizationId, batch.id)
})

const told = Effect.fnUntraced(function* (batch: Submitted) {
  const page = { limit: 100, cursor: undefined }
  return (yield* (yield* Batches).results(batch.organizationId, batch.id, {}, page)).data
})

const pagesOf = (count: number, origin = site) => Array.from({ length: count }, (_, n) => `${origin}/p${n}`)

/** A site of so many pages that takes so many requests in so many seconds. */
const build = Effect.fnUntraced(function* (count: number, most: number, seconds: number, refusal: PageContent) {
  const web = yield* ScriptedWeb
  let asked: Array<number> = []
  const body = pagesOf(count)
    .map((url) => `<a href="${url}">x</a>`)
    .join(" ")
  for (const url of [`${site}/`, ...pagesOf(count)]) {
    yield* web.page(url, (at) => {
      const now = DateTime.toEpochMillis(at)
      asked = [...asked.filter((one) => one > now - seconds * 1_000), now]
      return asked.length <= most ? `<h1>${url}</h1>${body}` : refusal
    })
  }
})

const refusal = { body: "slow", status: 429, retryAfter: "5" }

/** Seconds that pass in steps, until the batch has ended; tells how many. */
const pass = Effect.fnUntraced(function* (batch: Submitted, most: number) {
  const { advance } = yield* TestInstallation
  for (let seconds = 0; seconds < most; seconds++) {
    if ((yield* seen(batch)).batch.end !== null) return seconds
    yield* advance("1 second")
  }
  return most
})

const refusedLooks = ScriptedWeb.use((web) => web.looks()).pipe(
  Effect.map((looks) => looks.filter(({ outcome }) => outcome === 429 || outcome === 503))
)

describe("pages of a batch whose site takes so many requests", () => {
  it.effect("are all read in time, paid for once, and those of other sites at once", () =>
    Effect.gen(function* () {
      const { organization, settle } = yield* TestInstallation
      yield* build(20, 6, 5, refusal)
      for (const url of pagesOf(20, calm)) yield* ScriptedWeb.use((web) => web.page(url, `<h1>${url}</h1>`))
      const batch = yield* submit(pagesOf(20))
      const other = yield* submit(pagesOf(20, calm))
      yield* settle
      assert.isAtMost(yield* pass(other, 30), 4)
      assert.isNull((yield* seen(batch)).batch.end)
      const seconds = yield* pass(batch, 60)
      assert.deepInclude(yield* seen(batch), { progress: { succeeded: 20, failed: 0, pending: 0 } })
      assert.isTrue(seconds >= 10 && seconds <= 40, String(seconds))
      assert.strictEqual((yield* (yield* Credits).account(organization.id)).available, 960)
      const refused = yield* refusedLooks
      assert.isTrue(refused.length > 0 && refused.length <= 12, String(refused.length))
      const looks = yield* ScriptedWeb.use((web) => web.looks())
      const at = looks.filter(({ url }) => url.startsWith(site)).map((look) => DateTime.toEpochMillis(look.at))
      for (const { at: refusedAt } of refused) {
        const millis = DateTime.toEpochMillis(refusedAt)
        assert.isFalse(at.some((one) => one > millis && one < millis + 5_000))
      }
    }).pipe(installed())
  )

  it.effect("are read in a crawl as well", () =>
    Effect.gen(function* () {
      yield* build(12, 6, 5, { ...refusal, status: 503 })
      const batch = yield* submit([], { source: { type: "start_url", url: `${site}/` }, maxPages: 20 })
      yield* pass(batch, 60)
      assert.deepInclude(yield* seen(batch), { progress: { succeeded: 13, failed: 0, pending: 0 } })
    }).pipe(installed())
  )

  it.effect("fail after some rests as they did, are told what the site asks for, and cost nothing", () =>
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      yield* build(30, 6, 1e6, { ...refusal, retryAfter: "60" })
      const batch = yield* submit(pagesOf(30))
      const seconds = yield* pass(batch, 600)
      assert.deepInclude(yield* seen(batch), { progress: { succeeded: 6, failed: 24, pending: 0 } })
      assert.isTrue(seconds >= 180 && seconds <= 210, String(seconds))
      assert.isAtMost((yield* refusedLooks).length, 8)
      assert.strictEqual((yield* (yield* Credits).account(organization.id)).available, 994)
      const failures = (yield* told(batch)).flatMap((one) => (one.status === "error" ? [one] : []))
      assert.deepStrictEqual([...new Set(failures.map(({ error_code }) => error_code))], ["WEBSITE_BLOCKED"])
      assert.isTrue(failures.some(({ message }) => message.endsWith("Its site asks to be asked again in 60 s.")))
      assert.isTrue(failures.some(({ message }) => message.includes("was not asked for: busy.example answered 429")))
    }).pipe(installed())
  )

  it.effect("fail alone where the site answers the others", () =>
    Effect.gen(function* () {
      yield* build(10, 1_000, 1, refusal)
      yield* ScriptedWeb.use((web) => web.page(`${site}/p3`, refusal))
      const batch = yield* submit(pagesOf(10))
      yield* pass(batch, 60)
      assert.deepInclude(yield* seen(batch), { progress: { succeeded: 9, failed: 1, pending: 0 } })
      assert.isAtMost((yield* refusedLooks).length, 3)
    }).pipe(installed())
  )

  it.effect("are asked for a second from each other after the rest, and no less often", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      const begin = DateTime.toEpochMillis(yield* DateTime.now)
      for (const url of pagesOf(10)) {
        yield* web.page(url, (at) => (DateTime.toEpochMillis(at) < begin + 4_000 ? refusal : `<h1>${url}</h1>`))
      }
      const batch = yield* submit(pagesOf(10))
      yield* pass(batch, 60)
      assert.deepInclude(yield* seen(batch), { progress: { succeeded: 10, failed: 0, pending: 0 } })
      const at = (yield* web.looks())
        .map((look) => DateTime.toEpochMillis(look.at) - begin)
        .filter((one) => one >= 4_000)
      const gaps = at.slice(1).map((one, n) => one - at[n]!)
      assert.isTrue(
        gaps.every((gap) => gap >= 1_000 && gap < 2_000),
        at.join(" ")
      )
    }).pipe(installed())
  )
})
