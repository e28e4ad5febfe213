import { gunzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Batches } from "@kittiwake/core/batches/Batches"
import { BatchStore } from "@kittiwake/core/batches/BatchStore"
import { BatchWorkStore, type Settling } from "@kittiwake/core/batches/BatchWorkStore"
import { BatchId } from "@kittiwake/core/batches/domain/Batch"
import type { BatchEntry } from "@kittiwake/core/batches/domain/BatchEntry"
import type { NewBatch, Submission } from "@kittiwake/core/batches/NewBatch"
import { Credits } from "@kittiwake/core/credits/Credits"
import { Grants } from "@kittiwake/core/grants/Grants"
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import { IdempotencyKey } from "@kittiwake/core/idempotency/domain/IdempotencyKey"
import type { Attempt } from "@kittiwake/core/idempotency/domain/KeptAnswer"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { Principal } from "@kittiwake/core/organizations/domain/Principal"
import { BackgroundWork } from "@kittiwake/core/pages/BackgroundWork"
import { PageReader } from "@kittiwake/core/pages/PageReader"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Inbox } from "@kittiwake/core/testing/Inbox"
import * as PlainPageReader from "@kittiwake/core/testing/PlainPageReader"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation, type TestInstallationOptions } from "@kittiwake/core/testing/TestInstallation"
import { Usage } from "@kittiwake/core/usage/Usage"
import { Clock, DateTime, Duration, Effect, Fiber, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { noTally } from "../../src/batches/domain/settle.ts"
import { Intakes } from "../../src/batches/Intakes.ts"
import { makeSettle } from "../../src/batches/settleBatches.ts"
import { submitBatch } from "../../src/batches/submitBatch.ts"
import { Database } from "../../src/memory/Database.ts"
import { batchOf } from "../../src/testing/builders.ts"

const installed = (options: TestInstallationOptions = {}) =>
  Effect.provide(TestInstallation.layer({ credits: 1_000, ...options }))

const origin = { requestId: "req_1", route: "/batch/submit", caller: "key_a" }

interface Asked {
  readonly entries: ReadonlyArray<BatchEntry>
  readonly batch: NewBatch
}

const listOf = (entries: ReadonlyArray<BatchEntry>, given: Partial<NewBatch> = {}): Asked => ({
  entries,
  batch: { crawl: null, format: "markdown", ...given }
})

const submit = Effect.fnUntraced(function* (
  { batch, entries }: Asked,
  given: { readonly key?: string; readonly head?: unknown; readonly attempt?: Attempt } = {}
) {
  const { organization } = yield* TestInstallation
  const submission: Submission = {
    entries: Stream.fromIterable(entries),
    told: Effect.succeed({ batch, asked: given.head ?? {} })
  }
  const key = given.key === undefined ? undefined : IdempotencyKey.make(given.key)
  return yield* (yield* Batches).submit({ organization, origin }, submission, key, given.attempt)
})

const balance = Effect.gen(function* () {
  const { organization } = yield* TestInstallation
  return (yield* (yield* Credits).account(organization.id)).balance
})

const site = "https://site.example"

const pages = Effect.fnUntraced(function* (...paths: ReadonlyArray<string>) {
  const web = yield* ScriptedWeb
  for (const path of paths) yield* web.page(`${site}${path}`, `<h1>Page ${path}</h1>`)
})

describe("submitting a list", () => {
  it.effect("counts what is taken, dropped as a repeat and refused, and debits what is taken", () =>
    Effect.gen(function* () {
      const { batch } = yield* submit(
        listOf([
          { url: `${site}/a` },
          { url: "SITE.example:443/a#part" },
          { url: `${site}/a`, itemId: "x" },
          { url: `${site}/b`, meta: { n: 1 } },
          { url: "ftp://site.example/" },
          { url: "http://site.example:22/" },
          { url: "https://user@site.example/" }
        ])
      )
      assert.deepStrictEqual(batch.intake, {
        submitted: 7,
        reserved: 3,
        reservedIsCeiling: false,
        duplicates: 1,
        invalid: 3
      })
      assert.deepStrictEqual(
        batch.invalidUrls.map(({ url }) => url),
        ["ftp://site.example/", "http://site.example:22/", "https://user@site.example/"]
      )
      assert.strictEqual(batch.status, "queued")
      assert.strictEqual(yield* balance, 997)
    }).pipe(installed({ loops: false }))
  )

  it.effect("refuses one of which nothing is left, one that breaks off, and one that is not paid for", () =>
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const batches = yield* Batches
      assert.strictEqual((yield* Effect.flip(submit(listOf([{ url: "ftp://x/" }]))))._tag, "InvalidInput")
      const broken = Stream.concat(
        Stream.make<[BatchEntry]>({ url: `${site}/a` }),
        Stream.fail(new InvalidInput({ field: "input", message: "is cut off" }))
      )
      const refused = batches.submit(
        { organization, origin },
        { entries: broken, told: Effect.succeed({ batch: { crawl: null, format: "markdown" }, asked: {} }) }
      )
      assert.strictEqual((yield* Effect.flip(refused))._tag, "InvalidInput")
      const many = Array.from({ length: 1_001 }, (_, n) => ({ url: `${site}/${n}` }))
      assert.deepInclude(yield* Effect.flip(submit(listOf(many))), { _tag: "OutOfCredits", available: 1_000 })
      assert.deepStrictEqual((yield* batches.list(organization.id, {}, { limit: 10, cursor: undefined })).data, [])
      assert.strictEqual(yield* balance, 1_000)
    }).pipe(installed({ loops: false }))
  )

  it.effect("refuses one that does not end", () =>
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const asked = { batch: listOf([]).batch, asked: {} }
      const entries = Stream.concat(Stream.succeed({ url: `${site}/a` }), Stream.never)
      const submitting = yield* Effect.forkChild(
        (yield* Batches).submit({ organization, origin }, { entries, told: Effect.succeed(asked) }),
        { startImmediately: true }
      )
      yield* TestClock.adjust("1 hour")
      const error = yield* Effect.flip(Fiber.join(submitting))
      assert.deepInclude(error, { _tag: "InvalidInput", field: "input.data.urls" })
      assert.strictEqual(yield* balance, 1_000)
    }).pipe(installed())
  )

  it.effect("submits once for one key and request, and refuses another request under it", () =>
    Effect.gen(function* () {
      const input = (url: string) =>
        listOf([{ url, itemId: "a" }], { webhook: { url: "https://in.example/", retry: null } })
      const first = yield* submit(input(`${site}/a`), { key: "k" })
      const again = yield* submit(input(`${site}/a`), { key: "k" })
      assert.isFalse(first.isRepeated)
      assert.deepStrictEqual(again, { batch: first.batch, isRepeated: true })
      assert.match(first.batch.subscription!.secret, /^whsec_[0-9a-f]{64}$/)
      const other = yield* Effect.flip(submit(input(`${site}/b`), { key: "k" }))
      assert.strictEqual(other._tag, "IdempotencyKeyConflict")
      const otherHead = yield* Effect.flip(submit(input(`${site}/a`), { key: "k", head: { tags: ["x"] } }))
      assert.strictEqual(otherHead._tag, "IdempotencyKeyConflict")
      assert.strictEqual(yield* balance, 999)
    }).pipe(installed({ loops: false }))
  )

  it.effect("submits once however many bring one key at once", () =>
    Effect.gen(function* () {
      const all = yield* Effect.all(
        Array.from({ length: 8 }, () => submit(listOf([{ url: `${site}/a` }]), { key: "k" })),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set(all.map(({ batch }) => batch.id)).size, 1)
      assert.strictEqual(all.filter(({ isRepeated }) => !isRepeated).length, 1)
      assert.strictEqual(yield* balance, 999)
    }).pipe(installed({ loops: false }))
  )

  it.effect("gives whoever sends the same again without a key the batch that was submitted, for five minutes", () =>
    Effect.gen(function* () {
      const input = listOf([{ url: `${site}/a`, itemId: "a" }], {
        webhook: { url: "https://in.example/", retry: null }
      })
      const again = (head?: unknown) => submit(input, { attempt: "again", head })
      const first = yield* submit(input, { attempt: "first" })
      assert.deepStrictEqual(yield* again(), { batch: first.batch, isRepeated: true })
      assert.deepStrictEqual(yield* again(), { batch: first.batch, isRepeated: true })
      assert.strictEqual(yield* balance, 999)
      // What is asked anew is meant, and what comes again then is the newest.
      const second = yield* submit(input, { attempt: "first" })
      assert.isFalse(second.isRepeated)
      assert.strictEqual((yield* again()).batch.id, second.batch.id)
      // Something else, and what a program sends that repeats nothing by itself, is no repetition.
      assert.isFalse((yield* again({ tags: ["x"] })).isRepeated)
      assert.isFalse((yield* submit(input)).isRepeated)
      yield* TestClock.adjust("299 seconds")
      assert.isTrue((yield* again()).isRepeated)
      yield* TestClock.adjust("2 seconds")
      const late = yield* again()
      assert.isFalse(late.isRepeated)
      // Of two that come again, where the first never arrived, one is submitted.
      assert.deepStrictEqual(yield* again(), { batch: late.batch, isRepeated: true })
    }).pipe(installed({ loops: false, plan: "scale" }))
  )

  it.effect("submits once however many send the same again at once", () =>
    Effect.gen(function* () {
      const all = yield* Effect.all(
        Array.from({ length: 8 }, () => submit(listOf([{ url: `${site}/a` }]), { attempt: "again" })),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set(all.map(({ batch }) => batch.id)).size, 1)
      assert.strictEqual(yield* balance, 999)
    }).pipe(installed({ loops: false }))
  )

  it.effect("gives what comes again its batch, though that one left room and credits for no other", () =>
    Effect.gen(function* () {
      const all = listOf(Array.from({ length: 1_000 }, (_, n) => ({ url: `${site}/${n}` })))
      const first = yield* submit(all, { attempt: "first" })
      assert.strictEqual(yield* balance, 0)
      assert.strictEqual((yield* submit(all, { attempt: "again" })).batch.id, first.batch.id)
      const other = listOf([{ url: `${site}/b` }])
      const refusals = yield* Effect.forEach(["first", "again"] as const, (attempt) =>
        Effect.flip(submit(other, { attempt }))
      )
      assert.deepStrictEqual(
        refusals.map(({ _tag }) => _tag),
        ["BatchLimitReached", "BatchLimitReached"]
      )
    }).pipe(installed({ loops: false, plan: "free" }))
  )

  it.effect("keeps a batch whose acceptance nobody heard of, though it has ended by then", () =>
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const batches = yield* Batches
      const store = yield* BatchStore
      // It is accepted and ends; then whoever asked is told that nobody answered.
      const unheard: typeof store = {
        ...store,
        accept: (acceptance) =>
          store
            .accept(acceptance)
            .pipe(
              Effect.andThen(batches.cancel(organization.id, acceptance.batch.id)),
              Effect.andThen(batches.settleDue),
              Effect.andThen(Effect.fail(new StoreUnavailable({ operation: "accept", cause: new Error("lost") }))),
              Effect.catchTags({ BatchNotFound: Effect.die, BatchNotCancellable: Effect.die })
            )
      }
      const input = listOf([{ url: `${site}/a` }])
      const submission = {
        entries: Stream.fromIterable(input.entries),
        told: Effect.succeed({ batch: input.batch, asked: {} })
      }
      const lost = yield* submitBatch({ organization, origin }, submission, IdempotencyKey.make("k")).pipe(
        Effect.provideService(BatchStore, unheard),
        Effect.provide(Intakes.layer),
        Effect.flip
      )
      assert.strictEqual(lost._tag, "StoreUnavailable")
      const again = yield* submit(input, { key: "k" })
      assert.isTrue(again.isRepeated)
      assert.strictEqual((yield* batches.get(organization.id, again.batch.id)).batch.status, "cancelled")
    }).pipe(installed({ loops: false }))
  )

  it.effect("refuses more batches than may be unsettled", () =>
    Effect.gen(function* () {
      yield* submit(listOf([{ url: `${site}/a` }]))
      const refused = yield* Effect.flip(submit(listOf([{ url: `${site}/b` }])))
      assert.deepInclude(refused, { _tag: "BatchLimitReached", limit: 1 })
      assert.strictEqual(yield* balance, 999)
    }).pipe(installed({ loops: false, plan: "free" }))
  )
})

describe("a batch", () => {
  it.effect("reads every page, gives back what did not succeed, and tells its end once", () =>
    Effect.gen(function* () {
      const { organization, settle } = yield* TestInstallation
      const batches = yield* Batches
      yield* pages("/a", "/b")
      const { batch } = yield* submit(
        listOf(
          [{ url: `${site}/a`, itemId: "one" }, { url: `${site}/missing` }, { url: `${site}/b`, meta: { n: [1] } }],
          {
            webhook: { url: "https://in.example/", retry: null }
          }
        )
      )
      yield* settle
      const seen = yield* batches.get(organization.id, batch.id)
      assert.strictEqual(seen.batch.status, "completed")
      assert.deepStrictEqual(seen.progress, { succeeded: 2, failed: 1, pending: 0 })
      assert.deepStrictEqual(seen.pageErrors, [{ code: "NOT_FOUND", count: 1, example: `${site}/missing` }])
      assert.deepInclude(seen.batch.end, { refunded: 1, ocrCharged: 0, failure: null })
      assert.isNotNull(seen.deliveryId)
      assert.strictEqual(yield* balance, 998)
      const { data, nextCursor } = yield* batches.results(
        organization.id,
        batch.id,
        {},
        { limit: 2, cursor: undefined }
      )
      assert.deepInclude(data[0], { status: "ok", url: `${site}/a`, itemId: "one", http_status: 200 })
      assert.deepInclude(data[1], { status: "error", error_code: "NOT_FOUND" })
      const rest = yield* batches.results(organization.id, batch.id, {}, { limit: 2, cursor: nextCursor! })
      assert.deepInclude(rest.data[0], { status: "ok", url: `${site}/b`, meta: { n: [1] } })
      assert.isNull(rest.nextCursor)
      const failed = { status: "error" } as const
      const first = yield* batches.results(organization.id, batch.id, failed, { limit: 1, cursor: undefined })
      assert.deepStrictEqual(
        first.data.map(({ url }) => url),
        [`${site}/missing`]
      )
      assert.isNull(first.nextCursor)
      const other = yield* Effect.flip(
        batches.results(organization.id, batch.id, failed, { limit: 2, cursor: nextCursor! })
      )
      assert.strictEqual(other._tag, "InvalidCursor")
      const events = yield* (yield* Inbox).requests
      assert.strictEqual(events.length, 1)
    }).pipe(installed())
  )

  it.effect("tells pages that only a browser shows as failed where there is none, and gives back what they cost", () =>
    Effect.gen(function* () {
      const { organization, settle } = yield* TestInstallation
      const batches = yield* Batches
      yield* pages("/a")
      yield* (yield* ScriptedWeb).page(`${site}/app`, "<div id=root></div><script src=/app.js></script>")
      const { batch } = yield* submit(listOf([{ url: `${site}/a` }, { url: `${site}/app` }]))
      yield* settle
      const seen = yield* batches.get(organization.id, batch.id)
      assert.deepStrictEqual(seen.progress, { succeeded: 1, failed: 1, pending: 0 })
      const failed = { status: "error" } as const
      const { data } = yield* batches.results(organization.id, batch.id, failed, { limit: 2, cursor: undefined })
      assert.deepInclude(data[0], {
        error_code: "INTERNAL_ERROR",
        message: "Only a browser shows this page. The plain readers have no browser."
      })
      assert.strictEqual(yield* balance, 999)
    }).pipe(installed())
  )

  it.effect("of a program tells its cost under its grant, and gives back to its day what it did not spend", () =>
    Effect.gen(function* () {
      const { organization, settle } = yield* TestInstallation
      const batches = yield* Batches
      const grants = yield* Grants
      yield* pages("/a")
      const principal: Principal = { kind: "grant", id: "grant_1", scopes: null, organization, dailyCredits: 3 }
      const ask = (...paths: ReadonlyArray<string>) => {
        const { batch, entries } = listOf(paths.map((path) => ({ url: `${site}${path}` })))
        const submission = { entries: Stream.fromIterable(entries), told: Effect.succeed({ batch, asked: {} }) }
        const submitter = { organization, origin: { ...origin, caller: principal.id } }
        return grants.within(principal)(batches.submit(submitter, submission))
      }
      const { batch } = yield* ask("/a", "/missing", "/gone")
      assert.deepInclude(yield* Effect.flip(ask("/a")), { _tag: "OutOfCredits", available: 0 })
      yield* settle
      assert.deepInclude((yield* batches.get(organization.id, batch.id)).batch.end, { refunded: 2 })
      yield* TestClock.adjust("1 minute")
      const { buckets } = yield* (yield* Usage).history(organization.id, { groupBy: "key_id", interval: "hour" })
      assert.deepStrictEqual(
        buckets.flatMap(({ groups }) => groups.map(({ creditsUsed, value }) => [value, creditsUsed])),
        [["grant_1", 1]]
      )
      assert.deepInclude(yield* Effect.flip(ask("/a", "/b", "/c")), { _tag: "OutOfCredits", available: 2 })
      yield* ask("/a", "/b")
      // One that ends when its day is over gives back to nobody's day but that.
      yield* TestClock.adjust("1 day")
      yield* settle
      assert.deepInclude(yield* Effect.flip(ask("/a", "/b", "/c", "/d")), { _tag: "OutOfCredits", available: 3 })
    }).pipe(installed())
  )

  it.effect("takes what it costs more than was paid from the day of the grant on which it ends", () =>
    Effect.gen(function* () {
      const { advance, organization } = yield* TestInstallation
      const batches = yield* Batches
      const grants = yield* Grants
      yield* pages("/a", "/b")
      const principal: Principal = { kind: "grant", id: "grant_1", scopes: null, organization, dailyCredits: 3 }
      const ask = (...paths: ReadonlyArray<string>) => {
        const { batch, entries } = listOf(paths.map((path) => ({ url: `${site}${path}` })))
        const submission = { entries: Stream.fromIterable(entries), told: Effect.succeed({ batch, asked: {} }) }
        return grants.within(principal)(batches.submit({ organization, origin }, submission))
      }
      const { batch } = yield* ask("/a")
      // Of a file, some pages were read from their picture.
      const row = (yield* Database).batches.get(batch.id)!
      row.tally = { ...row.tally, recoveredPages: 2 }
      yield* advance("1 day")
      const [taken] = yield* batches.takeDue({ limit: 10, lease: Duration.seconds(60) })
      const working = yield* Effect.forkChild(taken!.work)
      yield* advance("5 seconds")
      yield* Fiber.join(working)
      yield* batches.settleDue
      assert.deepInclude((yield* batches.get(organization.id, batch.id)).batch.end, { refunded: 0, ocrCharged: 2 })
      assert.deepInclude(yield* Effect.flip(ask("/a", "/b")), { _tag: "OutOfCredits", available: 1 })
    }).pipe(installed({ loops: false }))
  )

  it.effect("reads its pages as work that nobody waits for by itself", () => {
    const seen: Array<boolean> = []
    const reader = Layer.effect(
      PageReader,
      Effect.map(PageReader, (plain) =>
        PageReader.of({
          ...plain,
          shape: (request) =>
            Effect.flatMap(BackgroundWork, (isBackground) => {
              seen.push(isBackground)
              return plain.shape(request)
            })
        })
      )
    ).pipe(Layer.provide(PlainPageReader.layer))
    return Effect.gen(function* () {
      const { settle } = yield* TestInstallation
      yield* pages("/a", "/b")
      yield* submit(listOf([{ url: `${site}/a` }, { url: `${site}/b` }]))
      yield* settle
      assert.deepStrictEqual(seen, [true, true])
    }).pipe(installed({ pageReader: reader }))
  })

  it.effect("gives its records as files, from any byte on", () =>
    Effect.gen(function* () {
      const { organization, settle } = yield* TestInstallation
      const batches = yield* Batches
      yield* pages("/a", "/b", "/c")
      const { batch } = yield* submit(listOf(["/a", "/b", "/c"].map((path) => ({ url: `${site}${path}` }))))
      assert.isNull(yield* batches.files(organization.id, batch.id))
      yield* settle
      const [file] = (yield* batches.files(organization.id, batch.id))!
      const read = (offset: number, length: number) =>
        Effect.map(Stream.runCollect(batches.read(organization.id, batch.id, file!, { offset, length })), (parts) =>
          Buffer.concat([...parts])
        )
      const whole = yield* read(0, file!.bytes)
      const text = gunzipSync(whole).toString()
      assert.strictEqual(file!.items, 3)
      assert.deepStrictEqual(
        text
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line).url)
          .sort(),
        ["/a", "/b", "/c"].map((path) => `${site}${path}`)
      )
      assert.deepStrictEqual(yield* read(7, 100), whole.subarray(7, 107))
    }).pipe(installed())
  )

  it.effect("follows links from a start as far as it is paid for", () =>
    Effect.gen(function* () {
      const { organization, settle } = yield* TestInstallation
      const batches = yield* Batches
      const web = yield* ScriptedWeb
      const leading = (...to: ReadonlyArray<string>) => to.map((path) => `<a href="${path}">${path}</a>`).join(" ")
      yield* web.page(`${site}/`, leading("/a", "/b", "https://elsewhere.example/", "/"))
      yield* web.page(`${site}/a`, leading("/c", "/d", "/"))
      yield* web.page(`${site}/b`, leading("/c"))
      yield* pages("/c", "/d")
      const crawl = (maxPages: number) =>
        listOf([], { crawl: { source: { type: "start_url", url: "site.example/" }, maxPages } })
      const whole = yield* submit(crawl(10))
      assert.strictEqual(yield* balance, 990)
      yield* settle
      const seen = yield* batches.get(organization.id, whole.batch.id)
      assert.deepInclude(seen, { progress: { succeeded: 5, failed: 0, pending: 0 } })
      assert.strictEqual(yield* balance, 995)
      const few = yield* submit(crawl(3))
      yield* settle
      const some = yield* batches.get(organization.id, few.batch.id)
      assert.deepInclude(some, { progress: { succeeded: 3, failed: 0, pending: 0 } })
      assert.strictEqual(yield* balance, 992)
    }).pipe(installed())
  )

  it.effect("is cancelled with what was not begun given back, and removed when it has ended", () =>
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const batches = yield* Batches
      const { batch } = yield* submit(listOf([{ url: `${site}/a` }, { url: `${site}/b` }]))
      assert.strictEqual((yield* Effect.flip(batches.remove(organization.id, batch.id)))._tag, "BatchNotCompleted")
      assert.deepInclude((yield* batches.cancel(organization.id, batch.id)).batch, { status: "cancelling" })
      assert.strictEqual(yield* batches.settleDue, 1)
      const seen = yield* batches.get(organization.id, batch.id)
      assert.deepInclude(seen.batch, { status: "cancelled", startedAt: null })
      assert.deepStrictEqual(seen.progress, { succeeded: 0, failed: 0, pending: 2 })
      assert.strictEqual(yield* balance, 1_000)
      assert.strictEqual((yield* Effect.flip(batches.cancel(organization.id, batch.id)))._tag, "BatchNotCancellable")
      yield* batches.remove(organization.id, batch.id)
      assert.strictEqual((yield* Effect.flip(batches.get(organization.id, batch.id)))._tag, "BatchNotFound")
    }).pipe(installed({ loops: false }))
  )

  it.effect("reads every page of a slow host, whose own line costs none of them its time", () =>
    Effect.gen(function* () {
      const { advance, organization } = yield* TestInstallation
      const batches = yield* Batches
      const paths = Array.from({ length: 45 }, (_, n) => `/${n}`)
      const web = yield* ScriptedWeb
      for (const path of paths) yield* web.page(`${site}${path}`, { body: `Page ${path}`, latency: "25 seconds" })
      const { batch } = yield* submit(listOf(paths.map((path) => ({ url: `${site}${path}` }))))
      for (let n = 0; n < 12; n++) yield* advance("30 seconds")
      const seen = yield* batches.get(organization.id, batch.id)
      assert.deepInclude(seen.batch, { status: "completed" })
      assert.deepStrictEqual(seen.progress, { succeeded: 45, failed: 0, pending: 0 })
    }).pipe(installed())
  )

  it.effect("begins no page of a list after it was cancelled", () =>
    Effect.gen(function* () {
      const { advance, organization, settle } = yield* TestInstallation
      const batches = yield* Batches
      const paths = Array.from({ length: 12 }, (_, n) => `/${n}`)
      const web = yield* ScriptedWeb
      for (const path of paths) yield* web.page(`${site}${path}`, { body: `Page ${path}`, latency: "10 seconds" })
      const { batch } = yield* submit(listOf(paths.map((path) => ({ url: `${site}${path}` }))))
      yield* settle
      yield* batches.cancel(organization.id, batch.id)
      yield* advance("1 minute")
      assert.strictEqual((yield* web.looks()).length, 4)
      const seen = yield* batches.get(organization.id, batch.id)
      assert.deepInclude(seen.batch, { status: "cancelled" })
      assert.deepStrictEqual(seen.progress, { succeeded: 4, failed: 0, pending: 8 })
      assert.strictEqual(yield* balance, 996)
    }).pipe(installed())
  )

  it.effect("takes nothing that was kept of a page of which a part is wanted", () =>
    Effect.gen(function* () {
      const { organization, settle } = yield* TestInstallation
      const batches = yield* Batches
      const web = yield* ScriptedWeb
      yield* web.page(`${site}/a`, "<p>first</p><b>kept</b>")
      const read = Effect.fnUntraced(function* (includeSelectors: ReadonlyArray<string>) {
        const { batch } = yield* submit(listOf([{ url: `${site}/a` }], { options: { includeSelectors } }))
        yield* settle
        const { data } = yield* batches.results(organization.id, batch.id, {}, { limit: 1, cursor: undefined })
        return data[0]?.status === "ok" ? data[0].markdown : undefined
      })
      assert.include(yield* read([]), "first")
      yield* web.page(`${site}/a`, "<p>second</p><b>kept</b>")
      assert.include(yield* read([]), "first")
      assert.include(yield* read(["p"]), "second")
    }).pipe(installed())
  )

  it.effect("gets half an hour for what is under way when it is cancelled", () =>
    Effect.gen(function* () {
      const { advance, organization } = yield* TestInstallation
      const batches = yield* Batches
      const { batch } = yield* submit(listOf([{ url: `${site}/a` }]))
      const store = yield* BatchWorkStore
      const lease = Duration.minutes(90)
      const claims = yield* store.claimDue({ now: yield* DateTime.now, limit: 1, lease })
      assert.lengthOf(claims, 1)
      const stand = Effect.fnUntraced(function* (minutes: number) {
        for (let n = 0; n < minutes; n++) {
          yield* advance("1 minute")
          assert.strictEqual(yield* batches.settleDue, 0)
        }
      })
      assert.strictEqual(yield* batches.settleDue, 0)
      yield* stand(20)
      yield* batches.cancel(organization.id, batch.id)
      yield* stand(30)
      yield* advance("1 minute")
      assert.strictEqual(yield* batches.settleDue, 1)
      assert.deepInclude((yield* batches.get(organization.id, batch.id)).batch.end!.failure, { code: "stalled" })
    }).pipe(installed({ loops: false }))
  )

  it.effect("fails when it does not come on for half an hour", () =>
    Effect.gen(function* () {
      const { advance, organization } = yield* TestInstallation
      const batches = yield* Batches
      const { batch } = yield* submit(listOf([{ url: `${site}/a` }]))
      assert.strictEqual(yield* batches.settleDue, 0)
      // A jump of the clock, or a machine that slept, is no time in which somebody watched.
      yield* advance("31 minutes")
      assert.strictEqual(yield* batches.settleDue, 0)
      for (let seconds = 180; seconds < 1_680; seconds += 60) {
        yield* advance("1 minute")
        assert.strictEqual(yield* batches.settleDue, 0)
      }
      yield* advance("119 seconds")
      assert.strictEqual(yield* batches.settleDue, 0)
      yield* advance("1 second")
      assert.strictEqual(yield* batches.settleDue, 1)
      const seen = yield* batches.get(organization.id, batch.id)
      assert.deepInclude(seen.batch.end!.failure, { code: "stalled" })
      assert.deepStrictEqual(seen.progress, { succeeded: 0, failed: 0, pending: 1 })
      assert.strictEqual(yield* balance, 1_000)
    }).pipe(installed({ loops: false }))
  )

  it.effect("fails after half an hour of watching, though the clock was set back in it", () =>
    Effect.gen(function* () {
      const { advance } = yield* TestInstallation
      const { settleDue } = yield* Batches
      yield* submit(listOf([{ url: `${site}/a` }]))
      const minute = Effect.andThen(advance("1 minute"), settleDue)
      yield* settleDue
      for (let minutes = 0; minutes < 10; minutes++) assert.strictEqual(yield* minute, 0)
      yield* TestClock.setTime((yield* DateTime.now).epochMilliseconds - 86_400_000)
      yield* settleDue
      for (let minutes = 10; minutes < 29; minutes++) assert.strictEqual(yield* minute, 0)
      assert.strictEqual(yield* minute, 1)
    }).pipe(installed({ loops: false }))
  )
})

/** Steps of a hundred, and shorter ones of large batches. */
it.effect.each([
  { step: 100, places: ["batch_1099", "batch_1199", "batch_1249"] },
  { step: 90, places: ["batch_1089", "batch_1179", "batch_1249"] }
])("batches that have not ended are all watched, however many: $step at a time", ({ places, step }) =>
  Effect.gen(function* () {
    const { organization } = yield* TestInstallation
    const at = yield* DateTime.now
    const all = Array.from({ length: 250 }, (_, n) => ({
      batch: batchOf(organization.id, BatchId.make(`batch_${1_000 + n}`), at, { status: "running" as const }),
      ...{ tally: noTally, files: null, isDone: false, waitsAt: null }
    }))
    const asked: Array<string | null> = []
    const store = {
      ...(yield* BatchWorkStore),
      unsettled: ({ after, limit }: { readonly after: string | null; readonly limit: number }) =>
        Effect.sync(() => {
          asked.push(after)
          return all.filter(({ batch }) => after === null || batch.id > after).slice(0, Math.min(step, limit))
        })
    }
    assert.strictEqual(yield* Effect.provideService(makeSettle()(), BatchWorkStore, store), 0)
    assert.deepStrictEqual(asked, [null, ...places])
  }).pipe(installed({ loops: false }))
)

it.effect("ends that are held up take half a second of a look, and the next goes on behind them", () =>
  Effect.gen(function* () {
    const { advance, organization } = yield* TestInstallation
    const at = yield* DateTime.now
    const all = Array.from({ length: 25 }, (_, n) => ({
      batch: batchOf(organization.id, BatchId.make(`batch_${1_000 + n}`), at, { status: "running" as const }),
      ...{ tally: noTally, files: null, isDone: true, waitsAt: null }
    }))
    const tried: Array<string> = []
    const last = all.at(-1)!.batch.id
    const store = {
      ...(yield* BatchWorkStore),
      unsettled: ({ after, limit }: { readonly after: string | null; readonly limit: number }) =>
        Effect.succeed(all.filter(({ batch }) => after === null || batch.id > after).slice(0, limit)),
      settle: ({ batch }: Settling) =>
        Effect.sync(() => {
          tried.push(batch.id)
          return batch.id === last
        }).pipe(Effect.tap(() => advance("50 millis")))
    }
    const settle = makeSettle()
    const look = Effect.map(Effect.provideService(settle(), BatchWorkStore, store), (ended) => [
      ended,
      tried.splice(0).length,
      settle.isBehind()
    ])
    assert.deepStrictEqual(yield* look, [0, 10, true])
    assert.deepStrictEqual(yield* look, [0, 10, true])
    // What became done before the place where it began is looked at too.
    assert.deepStrictEqual(yield* look, [1, 5, true])
    all.length = 3
    assert.deepStrictEqual(yield* look, [0, 3, true])
    all.length = 0
    assert.deepStrictEqual(yield* look, [0, 0, false])
  }).pipe(installed({ loops: false }))
)

describe("a page whose reading ends its process", () => {
  const lease = Duration.seconds(60)

  /** Processes that claim what waits and are not heard of again; each says that it began with all that it may. */
  const dying = Effect.fnUntraced(function* (times: number) {
    const work = yield* BatchWorkStore
    const { advance } = yield* TestInstallation
    for (let time = 0; time < times; time++) {
      const claims = yield* work.claimDue({ now: yield* DateTime.now, limit: 10, lease })
      yield* work.renew(claims, lease)
      yield* advance(lease)
    }
  })

  const workAll = Effect.gen(function* () {
    const { advance } = yield* TestInstallation
    const batches = yield* Batches
    const taken = yield* batches.takeDue({ limit: 10, lease })
    yield* Effect.forEach(taken, (one) => Effect.forkChild(one.work), { discard: true })
    yield* advance("5 seconds")
    return yield* batches.settleDue
  })

  const seen = Effect.fnUntraced(function* ({
    id,
    organizationId
  }: {
    readonly id: BatchId
    readonly organizationId: OrganizationId
  }) {
    return yield* (yield* Batches).get(organizationId, id)
  })

  it.effect("fails when it has done so ten times, and is read until then", () =>
    Effect.gen(function* () {
      yield* pages("/a")
      const { batch } = yield* submit(listOf([{ url: `${site}/a`, itemId: "x" }]))
      yield* dying(9)
      const second = (yield* submit(listOf([{ url: `${site}/a` }]))).batch
      yield* dying(1)
      yield* workAll
      for (const one of [batch, second]) assert.strictEqual((yield* seen(one)).batch.status, "completed")
      const { organizationId } = batch
      const page = { limit: 10, cursor: undefined }
      const { data } = yield* (yield* Batches).results(organizationId, batch.id, {}, page)
      assert.deepInclude(data[0], { status: "error", itemId: "x", error_code: "INTERNAL_ERROR" })
      assert.include((data[0] as { readonly message: string }).message, "10 times")
      assert.deepInclude((yield* seen(second)).progress, { succeeded: 1, failed: 0 })
      assert.strictEqual(yield* balance, 999)
    }).pipe(installed({ loops: false }))
  )

  it.effect(
    "is the only such page that its process reads at a time; others wait, and their claims count for nothing",
    () =>
      Effect.gen(function* () {
        const { advance } = yield* TestInstallation
        const web = yield* ScriptedWeb
        for (const path of ["/a", "/b"]) yield* web.page(`${site}${path}`, { body: "text", latency: "20 seconds" })
        const { batch } = yield* submit(listOf([{ url: `${site}/a` }, { url: `${site}/b` }]))
        yield* dying(2)
        const taken = yield* (yield* Batches).takeDue({ limit: 10, lease })
        const working = yield* Effect.forkChild(Effect.forEach(taken, (one) => one.work, { concurrency: 10 }))
        yield* advance("10 seconds")
        const { batches } = yield* Database
        const begun = batches.get(batch.id)!.items.map(({ isBegun }) => isBegun)
        assert.deepStrictEqual(begun, [true, false])
        yield* advance("80 seconds")
        yield* Fiber.join(working)
        yield* workAll
        yield* advance("60 seconds")
        yield* (yield* Batches).settleDue
        assert.deepInclude((yield* seen(batch)).progress, { succeeded: 2, failed: 0 })
      }).pipe(installed({ loops: false }))
  )

  it.effect("was not lost where the clock was set by which leases end, and whoever reads it is there still", () =>
    Effect.gen(function* () {
      const { advance } = yield* TestInstallation
      const web = yield* ScriptedWeb
      yield* web.page(`${site}/a`, { body: "text", latency: "50 seconds" })
      yield* submit(listOf([{ url: `${site}/a` }]))
      const work = yield* BatchWorkStore
      const [taken] = yield* (yield* Batches).takeDue({ limit: 10, lease })
      const working = yield* Effect.forkChild(taken!.work)
      yield* advance("5 seconds")
      const clock = yield* Clock.Clock
      const ahead: Clock.Clock = {
        ...clock,
        currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + 3_600_000
      }
      const claimed = (by: Clock.Clock) =>
        Effect.gen(function* () {
          const [claim] = yield* work.claimDue({ now: yield* DateTime.now, limit: 1, lease })
          return claim!
        }).pipe(Effect.provideService(Clock.Clock, by))
      const other = yield* claimed(ahead)
      assert.strictEqual(other.losses, 1)
      yield* advance("30 seconds")
      yield* Fiber.join(working)
      yield* work.renew([other], Duration.zero)
      assert.strictEqual((yield* claimed(clock)).losses, 0)
    }).pipe(installed({ loops: false }))
  )

  it.effect("is given back by who is told to end, and then was not lost", () =>
    Effect.gen(function* () {
      const { advance } = yield* TestInstallation
      const web = yield* ScriptedWeb
      yield* web.page(`${site}/a`, { body: "text", latency: "20 seconds" })
      const { batch } = yield* submit(listOf([{ url: `${site}/a` }]))
      const work = yield* BatchWorkStore
      for (let time = 0; time < 4; time++) {
        const [taken] = yield* (yield* Batches).takeDue({ limit: 10, lease })
        const working = yield* Effect.forkChild(taken!.work)
        yield* advance("5 seconds")
        yield* Fiber.interrupt(working)
      }
      const [claim] = yield* work.claimDue({ now: yield* DateTime.now, limit: 1, lease })
      assert.deepInclude(claim, { losses: 0 })
      assert.strictEqual(claim?.batch.id, batch.id)
    }).pipe(installed({ loops: false }))
  )
})
