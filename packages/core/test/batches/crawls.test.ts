import { assert, describe, it } from "@effect/vitest"
import { Batches } from "@kittiwake/core/batches/Batches"
import { BatchWorkStore } from "@kittiwake/core/batches/BatchWorkStore"
import type { NewCrawl } from "@kittiwake/core/batches/NewBatch"
import { MemoryBudget, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { Credits } from "@kittiwake/core/credits/Credits"
import { type Organization, OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { OrganizationStore } from "@kittiwake/core/organizations/OrganizationStore"
import { PauseKeeper, type PauseKeeping } from "@kittiwake/core/sharing/PauseKeeper"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation, type TestInstallationOptions } from "@kittiwake/core/testing/TestInstallation"
import { Context, DateTime, Duration, Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { HostTurns } from "../../src/batches/HostTurns.ts"
import { makeSettle } from "../../src/batches/settleBatches.ts"
import { Database } from "../../src/memory/Database.ts"
import { layer as memoryPauses } from "../../src/memory/PauseKeeper.ts"
import { passedMillis } from "../../src/passedMillis.ts"
import { HostPauses } from "../../src/sharing/HostPauses.ts"

const installed = (options: TestInstallationOptions = {}) =>
  Effect.provide(TestInstallation.layer({ credits: 1_000, ...options }))

const origin = { requestId: "req_1", route: "/batch/submit", caller: "key_a" }

const submit = Effect.fnUntraced(function* (
  crawl: NewCrawl | null,
  urls: ReadonlyArray<string> = [],
  organization?: Organization
) {
  const first = (yield* TestInstallation).organization
  const { batch } = yield* (yield* Batches).submit(
    { organization: organization ?? first, origin },
    {
      entries: Stream.fromIterable(urls.map((url) => ({ url }))),
      told: Effect.succeed({ batch: { crawl, format: "markdown" as const }, asked: {} })
    }
  )
  return batch
})

const site = "https://site.example"

const start = (given: Partial<NewCrawl> = {}): NewCrawl => ({
  source: { type: "start_url", url: `${site}/` },
  maxPages: 20,
  ...given
})

const leading = (...to: ReadonlyArray<string>) => to.map((path) => `<a href="${path}">${path}</a>`).join(" ")

const seen = Effect.fnUntraced(function* (batch: Effect.Success<ReturnType<typeof submit>>) {
  return yield* (yield* Batches).get(batch.organizationId, batch.id)
})

/** Works on pages that are due until they are recorded. */
const work = Effect.fnUntraced(function* (limit: number) {
  const taken = yield* (yield* Batches).takeDue({ limit, lease: Duration.seconds(60) })
  yield* Effect.forEach(taken, (one) => one.work, { concurrency: "unbounded" })
})

const told = Effect.fnUntraced(function* (batch: Effect.Success<ReturnType<typeof submit>>) {
  const page = { limit: 100, cursor: undefined }
  const { data } = yield* (yield* Batches).results(batch.organizationId, batch.id, {}, page)
  return data.map((one) => [one.url, one.status === "ok" ? one.final_url : one.error_code])
})

describe("a crawl of a batch", () => {
  it.effect("tells addresses that are never asked for, which pages lead to, as what cannot be reached", () =>
    Effect.gen(function* () {
      const { settle } = yield* TestInstallation
      const web = yield* ScriptedWeb
      const [withName, long] = ["https://user:pw@site.example/x", `${site}/${"z".repeat(3_000)}`]
      yield* web.page(`${site}/`, leading(withName, `${site}/y`, long))
      yield* web.page(`${site}/y`, "<p>y</p>")
      const batch = yield* submit(start())
      yield* settle
      const codes = (yield* told(batch)).filter(([url]) => url !== `${site}/` && url !== `${site}/y`)
      for (const [url, code] of codes) assert.strictEqual(code, "WEBSITE_ACCESS_ERROR", url)
      assert.include(
        codes.map(([url]) => url),
        withName
      )
    }).pipe(installed())
  )

  it.effect("goes on where its start leads to another host, its pattern with it", () =>
    Effect.gen(function* () {
      const { settle } = yield* TestInstallation
      const web = yield* ScriptedWeb
      const moved = "https://moved.example"
      yield* web.page(`${site}/`, { body: "", status: 301, redirectTo: `${moved}/en/` })
      yield* web.page(`${moved}/en/`, leading("/en/a", "/de/b", `${site}/c`))
      yield* web.page(`${moved}/en/a`, leading("/en/", "/en/d"))
      for (const path of ["/en/d", "/de/b"]) yield* web.page(`${moved}${path}`, `Page ${path}`)
      yield* web.page(`${site}/c`, "Page c")
      const batch = yield* submit(start({ urlPattern: `^${site}/` }))
      yield* settle
      assert.deepStrictEqual(yield* told(batch), [
        [`${site}/`, `${moved}/en/`],
        [`${moved}/en/a`, `${moved}/en/a`],
        [`${moved}/en/d`, `${moved}/en/d`]
      ])
    }).pipe(installed())
  )

  it.effect("goes as deep as it was told to, and no deeper", () =>
    Effect.gen(function* () {
      const { settle } = yield* TestInstallation
      const web = yield* ScriptedWeb
      for (const depth of [0, 1, 2, 3]) yield* web.page(`${site}/${depth === 0 ? "" : depth}`, leading(`/${depth + 1}`))
      for (const maxDepth of [0, 1, 2]) {
        const batch = yield* submit(start({ maxDepth }))
        yield* settle
        assert.strictEqual((yield* told(batch)).length, maxDepth + 1)
      }
    }).pipe(installed())
  )

  it.effect("of a sitemap keeps all of its pages where some of them lead to one of another host", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      const paths = ["/a", "/b", "/c", "/d", "/e"]
      yield* web.page(`${site}/sitemap.xml`, {
        body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
          .map((path) => `<url><loc>${site}${path}</loc></url>`)
          .join("")}</urlset>`,
        mediaType: "application/xml"
      })
      for (const path of ["/a", "/c"])
        yield* web.page(`${site}${path}`, { body: "", status: 301, redirectTo: "https://moved.example/a" })
      yield* web.page("https://moved.example/a", "Page a")
      for (const path of ["/b", "/d", "/e"]) yield* web.page(`${site}${path}`, `Page ${path}`)
      const batch = yield* submit({ source: { type: "sitemap", domain: "site.example" } })
      for (const limit of [1, 10]) yield* work(limit)
      assert.strictEqual((yield* seen(batch)).batch.status, "completed")
      assert.deepInclude(yield* seen(batch), { progress: { succeeded: 5, failed: 0, pending: 0 } })
    }).pipe(installed({ loops: false }))
  )

  it.effect("of a sitemap counts the pages that it lists again", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      yield* web.page(`${site}/sitemap.xml`, {
        body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${["/a", "/b", "/a", "/a#part"]
          .map((path) => `<url><loc>${site}${path}</loc></url>`)
          .join("")}</urlset>`,
        mediaType: "application/xml"
      })
      const { intake } = yield* submit({ source: { type: "sitemap", domain: "site.example" } })
      assert.deepInclude(intake, { reserved: 2, duplicates: 2 })
    }).pipe(installed({ loops: false }))
  )

  for (const [name, limits] of [
    ["one after the other", [1, 1, 10, 10]],
    ["at once", [1, 10, 10]]
  ] as const) {
    it.effect(`tells and charges a page once that several addresses lead to, read ${name}`, () =>
      Effect.gen(function* () {
        const batches = yield* Batches
        const web = yield* ScriptedWeb
        yield* web.page(`${site}/`, leading("/old", "/new", "/other", "/home"))
        yield* web.page(`${site}/new`, leading("/alias", "/other"))
        yield* web.page(`${site}/other`, "Page other")
        for (const path of ["/old", "/alias"]) {
          yield* web.page(`${site}${path}`, { body: "", status: 301, redirectTo: `${site}/new?utm_source=old` })
        }
        yield* web.page(`${site}/new?utm_source=old`, leading("/alias", "/other"))
        yield* web.page(`${site}/home`, { body: "", status: 302, redirectTo: `${site}/` })
        const batch = yield* submit(start())
        for (const limit of limits) yield* work(limit)
        assert.strictEqual((yield* seen(batch)).batch.status, "completed")
        const { batch: ended, progress } = yield* seen(batch)
        assert.deepStrictEqual([progress.succeeded, progress.failed, ended.end!.refunded], [3, 0, 17])
        const finals = (yield* told(batch)).map(([, final]) => String(final).replace(/\?.*/, ""))
        assert.sameMembers(finals, [`${site}/`, `${site}/new`, `${site}/other`])
        const files = (yield* batches.files(batch.organizationId, batch.id)) ?? []
        assert.deepStrictEqual(
          files.map(({ items }) => items),
          [3]
        )
        if (name === "one after the other") assert.lengthOf(yield* web.looks(`${site}/new`), 0)
      }).pipe(installed({ loops: false }))
    )
  }

  it.effect("tells a start that robots may not see", () =>
    Effect.gen(function* () {
      const { settle } = yield* TestInstallation
      const web = yield* ScriptedWeb
      yield* web.page(`${site}/robots.txt`, { body: "User-agent: *\nDisallow: /", mediaType: "text/plain" })
      yield* web.page(`${site}/`, "Page")
      const batch = yield* submit(start())
      yield* settle
      assert.deepStrictEqual(yield* told(batch), [[`${site}/`, "WEBSITE_BLOCKED"]])
      assert.deepInclude(yield* seen(batch), { progress: { succeeded: 0, failed: 1, pending: 0 } })
    }).pipe(installed())
  )

  for (const pause of ["", "\nCrawl-delay: 1"]) {
    it.effect(`is led to no address that robots may not see${pause === "" ? "" : ", at a host with a pause"}`, () =>
      Effect.gen(function* () {
        const { advance, settle } = yield* TestInstallation
        const web = yield* ScriptedWeb
        const rules = `User-agent: *\nDisallow: /private${pause}\nSitemap: ${site}/sitemap.xml`
        yield* web.page(`${site}/robots.txt`, { body: rules, mediaType: "text/plain" })
        const listed = ["/go", "/ok"].map((path) => `<url><loc>${site}${path}</loc></url>`).join("")
        yield* web.page(`${site}/sitemap.xml`, { body: `<urlset>${listed}</urlset>`, mediaType: "application/xml" })
        yield* web.page(`${site}/`, leading("/go", "/ok"))
        yield* web.page(`${site}/go`, { body: "", redirectTo: "/private/secret" })
        for (const path of ["/ok", "/private/secret"]) yield* web.page(`${site}${path}`, `Page ${path}`)
        const passes = Effect.repeat(Effect.andThen(advance("1 second"), settle), { times: 10 })
        const linked = yield* submit(start())
        yield* passes
        const ok = [`${site}/ok`, `${site}/ok`]
        assert.deepStrictEqual(yield* told(linked), [[`${site}/`, `${site}/`], ok])
        assert.deepInclude(yield* seen(linked), { progress: { succeeded: 2, failed: 0, pending: 0 } })
        const ofList = yield* submit(start({ source: { type: "sitemap", domain: "site.example" } }))
        yield* passes
        assert.deepStrictEqual(yield* told(ofList), [[`${site}/go`, "WEBSITE_BLOCKED"], ok])
        assert.strictEqual((yield* web.looks(`${site}/private/secret`)).length, 0)
      }).pipe(installed())
    )
  }

  for (const pause of ["", "\nCrawl-delay: 1"]) {
    it.effect(
      `leaves out what leads off its site, and asks nobody there${pause === "" ? "" : ", at a host with a pause"}`,
      () =>
        Effect.gen(function* () {
          const { advance, settle } = yield* TestInstallation
          const web = yield* ScriptedWeb
          const other = "https://other.example"
          yield* web.page(`${site}/robots.txt`, { body: `User-agent: *${pause}`, mediaType: "text/plain" })
          yield* web.page(`${site}/`, leading("/away", "/ok"))
          yield* web.page(`${site}/away`, { body: "", redirectTo: `${other}/a` })
          yield* web.page(`${site}/ok`, "Page ok")
          yield* web.page(`${other}/a`, "Page a")
          yield* web.page(`${other}/robots.txt`, { body: "", latency: "5 minutes" })
          const batch = yield* submit(start())
          yield* Effect.repeat(Effect.andThen(advance("1 second"), settle), { times: 5 })
          assert.deepStrictEqual(yield* told(batch), [
            [`${site}/`, `${site}/`],
            [`${site}/ok`, `${site}/ok`]
          ])
          assert.deepInclude(yield* seen(batch), { progress: { succeeded: 2, failed: 0, pending: 0 } })
          const looks = yield* web.looks()
          assert.isFalse(looks.some(({ url }) => url.startsWith(other)))
        }).pipe(installed())
    )
  }

  it.effect("begins no page after it was cancelled, although it was claimed and waits for its turn", () =>
    Effect.gen(function* () {
      const { advance, settle } = yield* TestInstallation
      const batches = yield* Batches
      const web = yield* ScriptedWeb
      const paths = Array.from({ length: 12 }, (_, n) => `/${n}`)
      yield* web.page(`${site}/`, leading(...paths))
      for (const path of paths) yield* web.page(`${site}${path}`, { body: `Page ${path}`, latency: "10 seconds" })
      const batch = yield* submit(start())
      const lease = Duration.seconds(60)
      const begin = (limit: number) =>
        Effect.flatMap(batches.takeDue({ limit, lease }), (taken) =>
          Effect.forEach(taken, (one) => Effect.forkChild(one.work), { discard: true })
        )
      yield* begin(1)
      yield* settle
      yield* begin(12)
      yield* settle
      yield* batches.cancel(batch.organizationId, batch.id)
      yield* advance("10 seconds")
      yield* advance("30 seconds")
      const looks = (yield* web.looks()).filter(({ url }) => paths.some((path) => url === `${site}${path}`))
      assert.strictEqual(looks.length, 4)
      assert.strictEqual((yield* seen(batch)).batch.status, "cancelled")
      assert.deepInclude(yield* seen(batch), { progress: { succeeded: 5, failed: 0, pending: 0 } })
    }).pipe(installed({ loops: false }))
  )
})

/** The next turn of a host comes in half a minute. */
const letPause = Effect.fnUntraced(function* (turns: HostTurns, host: string) {
  const nowMillis = yield* passedMillis
  assert.isTrue(turns.enter(host, "org", nowMillis))
  turns.leave(host, "org")
  turns.note(host, nowMillis + 30_000)
  assert.isFalse(turns.enter(host, "org", nowMillis))
})

/** A host rests for half a minute, alone. */
const letRest = Effect.fnUntraced(function* (turns: HostTurns, host: string) {
  const rest = { status: 429, restMillis: 30_000, isGivenUp: false }
  turns.noteThrottling(new Map([[host, rest]]), yield* passedMillis)
})

describe("a host that asks for a pause", () => {
  const pausing = Effect.fnUntraced(function* (seconds: number, paths: ReadonlyArray<string>) {
    const web = yield* ScriptedWeb
    yield* web.page(`${site}/robots.txt`, {
      body: `User-agent: *\nCrawl-delay: ${seconds}`,
      mediaType: "text/plain"
    })
    yield* web.page(`${site}/`, leading(...paths))
    for (const path of paths) yield* web.page(`${site}${path}`, `Page ${path}`)
  })

  it.effect("gets its pages one after the other, and those that wait hold no place", () =>
    Effect.gen(function* () {
      const { advance, settle } = yield* TestInstallation
      yield* pausing(10, ["/a", "/b", "/c"])
      const batch = yield* submit(start())
      yield* settle
      yield* advance("2 seconds")
      assert.strictEqual((yield* seen(batch)).progress.succeeded, 1)
      const store = yield* BatchWorkStore
      const waiting = yield* store.claimDue({ now: yield* DateTime.now, limit: 10, lease: Duration.seconds(30) })
      assert.strictEqual(waiting.length, 3)
      yield* store.renew(waiting, Duration.zero)
      yield* advance("9 seconds")
      assert.strictEqual((yield* seen(batch)).progress.succeeded, 2)
      yield* advance("22 seconds")
      const { batch: ended, progress } = yield* seen(batch)
      assert.strictEqual(ended.status, "completed")
      assert.strictEqual(progress.succeeded, 4)
      const looks = (yield* (yield* ScriptedWeb).looks())
        .filter(({ url }) => !url.endsWith("robots.txt"))
        .map(({ at }) => at.epochMilliseconds)
      for (let n = 1; n < looks.length; n++) assert.isAtLeast(looks[n]! - looks[n - 1]!, 10_000)
    }).pipe(installed())
  )

  it.effect("gets its next page after its pause, though the clock was set back meanwhile", () =>
    Effect.gen(function* () {
      const { advance } = yield* TestInstallation
      yield* pausing(10, ["/a", "/b"])
      const batch = yield* submit(start())
      const succeeded = Effect.map(seen(batch), ({ progress }) => progress.succeeded)
      yield* work(10)
      yield* advance("11 seconds")
      // One begins, and the other waits for the next turn.
      yield* Effect.forkChild(work(10))
      yield* advance("1 second")
      assert.strictEqual(yield* succeeded, 2)
      yield* TestClock.setTime((yield* DateTime.now).epochMilliseconds - 86_400_000)
      // Pages are there from a moment on.
      yield* pausing(10, ["/b"])
      for (let looked = 0; looked < 3; looked++) {
        yield* Effect.forkChild(work(10))
        yield* advance("11 seconds")
      }
      assert.strictEqual(yield* succeeded, 3)
      // What robots may see is asked anew, and not after a day and ten minutes.
      const robots = (yield* (yield* ScriptedWeb).looks()).filter(({ url }) => url.endsWith("robots.txt"))
      assert.isTrue(robots.some(({ at }) => DateTime.isLessThan(at, batch.createdAt)))
    }).pipe(installed({ loops: false }))
  )

  it.effect("is shared by the crawls that want it, one turn each", () =>
    Effect.gen(function* () {
      const { advance, settle } = yield* TestInstallation
      yield* pausing(30, ["/a", "/b", "/c", "/d"])
      const [one, two] = [yield* submit(start()), yield* submit(start())]
      yield* settle
      yield* advance("123 seconds")
      const counts = [(yield* seen(one)).progress.succeeded, (yield* seen(two)).progress.succeeded]
      assert.isAtLeast(Math.min(...counts), 2, counts.join(" "))
    }).pipe(installed())
  )

  /** Workers of processes that share the store and `keeper`, and nothing else. */
  const startWorkers = Effect.fnUntraced(function* (count: number, keeper: PauseKeeping | null) {
    const ports = yield* Effect.context<Layer.Services<typeof Batches.layer>>()
    const start = Layer.fresh(Batches.layer).pipe(
      Layer.provide(Layer.fresh(HostPauses.layer)),
      Layer.provide(Layer.succeedContext(ports)),
      Layer.provide(Layer.succeed(PauseKeeper, keeper))
    )
    return yield* Effect.forEach(Array.from({ length: count }), () =>
      Effect.map(Layer.build(Layer.fresh(start)), (context) => {
        const batches = Context.get(context, Batches)
        const taken = batches.takeDue({ limit: 5, lease: Duration.seconds(60) })
        return Effect.flatMap(taken, (all) =>
          Effect.forEach(all, ({ work }) => Effect.forkChild(work), { discard: true })
        )
      })
    )
  })

  /** All look every second. */
  const workFor = Effect.fnUntraced(function* (
    workers: Effect.Success<ReturnType<typeof startWorkers>>,
    seconds: number
  ) {
    const { advance } = yield* TestInstallation
    for (let second = 0; second < seconds; second++) {
      for (const look of workers) yield* look
      yield* advance("1 second")
    }
  })

  const looksAt = (host: string) =>
    Effect.map(
      ScriptedWeb.use((web) => web.looks()),
      (looks) =>
        looks
          .filter(({ url }) => new URL(url).host === host && !url.endsWith("robots.txt"))
          .map(({ at }) => at.epochMilliseconds)
          .sort((a, b) => a - b)
    )

  it.effect("is asked once in its pause by all processes together, slow or not, and not slower than that", () =>
    Effect.gen(function* () {
      const paths = Array.from({ length: 12 }, (_, n) => `/${n}`)
      yield* pausing(3, paths)
      // A page that takes longer than the pause.
      yield* ScriptedWeb.use((web) => web.page(`${site}/3`, { body: "Page 3", latency: "7 seconds" }))
      const batch = yield* submit(start())
      const keeper = Context.get(yield* Layer.build(memoryPauses), PauseKeeper)
      yield* workFor(yield* startWorkers(4, keeper), 45)
      assert.strictEqual((yield* seen(batch)).progress.succeeded, 13)
      const looks = yield* looksAt("site.example")
      assert.lengthOf(looks, 13)
      for (let n = 1; n < looks.length; n++) assert.isAtLeast(looks[n]! - looks[n - 1]!, 3_000)
    }).pipe(Effect.scoped, installed({ loops: false }))
  )

  it.effect("is asked by each process for itself where they share no keeper", () =>
    Effect.gen(function* () {
      yield* pausing(
        3,
        Array.from({ length: 12 }, (_, n) => `/${n}`)
      )
      yield* submit(start())
      yield* workFor(yield* startWorkers(4, null), 30)
      const looks = yield* looksAt("site.example")
      assert.isTrue(looks.some((look, n) => n > 0 && look - looks[n - 1]! < 3_000))
    }).pipe(Effect.scoped, installed({ loops: false }))
  )

  it.effect("slows no other host of a batch", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      const others = Array.from({ length: 20 }, (_, n) => `https://${n}.site.example/`)
      yield* pausing(
        30,
        Array.from({ length: 8 }, (_, n) => `/${n}`)
      )
      yield* web.page(`${site}/`, leading(...Array.from({ length: 8 }, (_, n) => `/${n}`), ...others))
      for (const url of others) yield* web.page(url, `Page ${url}`)
      const batch = yield* submit(start({ followSubdomains: true, maxPages: 50 }))
      const keeper = Context.get(yield* Layer.build(memoryPauses), PauseKeeper)
      yield* workFor(yield* startWorkers(2, keeper), 12)
      assert.strictEqual((yield* seen(batch)).progress.succeeded, 21)
      assert.lengthOf(yield* looksAt("site.example"), 1)
    }).pipe(Effect.scoped, installed({ loops: false }))
  )

  it.effect("gives two organizations a turn each, however many pages and processes one has", () =>
    Effect.gen(function* () {
      const { advance, organization } = yield* TestInstallation
      yield* pausing(
        5,
        Array.from({ length: 15 }, (_, n) => `/${n}`)
      )
      const other: Organization = { ...organization, id: OrganizationId.make("org_small") }
      yield* (yield* OrganizationStore).create(other)
      yield* (yield* Credits).post(other.id, { kind: "grant", id: "first" }, 1_000)
      const keeper = Context.get(yield* Layer.build(memoryPauses), PauseKeeper)
      const [greedy, greedier] = [yield* submit(start()), yield* submit(start())]
      const workers = yield* startWorkers(3, keeper)
      yield* workFor(workers, 12)
      const ofGreedy = Effect.map(
        Effect.forEach([greedy, greedier], seen),
        ([one, two]) => one!.progress.succeeded + two!.progress.succeeded
      )
      const small = yield* submit(start(), [], other)
      const before = yield* ofGreedy
      yield* workFor(workers, 52)
      yield* advance("1 second")
      // Pages that were kept have their turns too.
      const [few, many] = [(yield* seen(small)).progress.succeeded, (yield* ofGreedy) - before]
      // A second may pass until a worker claims a page of the organization whose turn it is.
      assert.isAtLeast(few + many, 8)
      assert.isAtMost(Math.abs(few - many), 1, `${few} beside ${many}`)
    }).pipe(Effect.scoped, installed({ loops: false }))
  )

  for (const [name, host, given] of [
    ["its host", "site.example", start()],
    ["where its start led", "moved.example", start({ source: { type: "start_url", url: `${site}/moved` } })],
    ["another host of its site", "docs.site.example", start({ followSubdomains: true })],
    [
      "the site of its sitemap",
      "site.example",
      { source: { type: "sitemap", domain: "https://www.site.example:8080/" } }
    ],
    ["the only host of a list", "site.example", null]
  ] as const)
    for (const [what, wait] of [
      ["to pause", letPause],
      ["to rest", letRest]
    ] as const)
      it.effect(`lets none fail that waits for ${name} ${what} alone, and one that has stood still without it`, () =>
        Effect.gen(function* () {
          const { advance } = yield* TestInstallation
          const turns = new HostTurns()
          const settleDue = makeSettle(turns)
          const web = yield* ScriptedWeb
          yield* web.page(`${site}/`, leading("https://docs.site.example/"))
          yield* web.page(`${site}/moved`, { body: "", status: 301, redirectTo: "https://moved.example/" })
          yield* web.page("https://moved.example/", leading("/a"))
          yield* web.page("https://site.example:8080/robots.txt", { body: "", mediaType: "text/plain" })
          yield* web.page("https://site.example:8080/sitemap.xml", {
            body: `<urlset><url><loc>https://site.example:8080/a</loc></url></urlset>`,
            mediaType: "application/xml"
          })
          const batch = yield* submit(given, given === null ? [`${site}/a`] : [])
          if (host !== "site.example") yield* work(1)
          for (let turn = 0; turn < 65; turn++) {
            yield* wait(turns, host)
            assert.strictEqual(yield* settleDue(), 0)
            yield* advance("30 seconds")
          }
          let minutes = 0
          for (let ended = 0; ended === 0; minutes++) {
            yield* wait(turns, "elsewhere.example")
            yield* advance("1 minute")
            ended = yield* settleDue()
          }
          assert.isTrue(minutes >= 28 && minutes <= 33, String(minutes))
          assert.deepInclude((yield* seen(batch)).batch.end!.failure, { code: "stalled" })
        }).pipe(installed({ loops: false }))
      )
})

describe("what pages of batches hold in memory", () => {
  class Watched extends MemoryCounter {
    most = 0
    /** The most that was kept at once, whether or not there was room. */
    kept = 0
    override open(owner: string) {
      const lease = super.open(owner)
      const look = () => {
        this.most = Math.max(this.most, this.usedBytes)
      }
      const keep = (bytes: number) => {
        lease.keep(bytes)
        this.kept = Math.max(this.kept, bytes)
        look()
      }
      return { ...lease, keep }
    }
  }

  it.effect("is counted until it is recorded, and pages wait until there is room", () =>
    Effect.gen(function* () {
      const { advance, settle } = yield* TestInstallation
      const memory = new Watched({ capacityBytes: 3_000_000 })
      const web = yield* ScriptedWeb
      const urls = Array.from({ length: 12 }, (_, n) => `${site}/${n}`)
      for (const url of urls) yield* web.page(url, `<p>${`${url} word `.repeat(12_000)}</p>`)
      const batch = yield* submit(null, urls)
      const batches = yield* Batches
      const taken = yield* batches.takeDue({ limit: 12, lease: Duration.seconds(60) })
      const work = Effect.forEach(taken, (one) => Effect.forkChild(one.work), { discard: true })
      yield* Effect.provideService(work, MemoryBudget, memory)
      yield* settle
      yield* advance("60 seconds")
      assert.deepInclude(yield* seen(batch), { progress: { succeeded: 12, failed: 0, pending: 0 } })
      assert.isAbove(memory.most, 300_000)
      assert.isAtMost(memory.most, 3_000_000)
      assert.strictEqual(memory.usedBytes, 0)
    }).pipe(installed({ loops: false }))
  )

  it.effect("is counted with what pages lead to", () =>
    Effect.gen(function* () {
      const { settle } = yield* TestInstallation
      const memory = new Watched({ capacityBytes: 100_000_000 })
      const web = yield* ScriptedWeb
      const long = (n: number) => `${site}/${n}/${"x".repeat(1_500)}`
      yield* web.page(`${site}/`, leading(...Array.from({ length: 1_000 }, (_, n) => long(n))))
      const batch = yield* submit(start({ maxPages: 1 }))
      const taken = yield* (yield* Batches).takeDue({ limit: 1, lease: Duration.seconds(60) })
      const work = Effect.forEach(taken, (one) => Effect.forkChild(one.work), { discard: true })
      yield* Effect.provideService(work, MemoryBudget, memory)
      yield* settle
      assert.deepInclude((yield* seen(batch)).progress, { succeeded: 1 })
      // The addresses are in what is recorded of the page twice, as text and as where it leads; a third time to tell them apart.
      assert.isAbove(memory.kept, 1_000 * 1_500 * 3)
      assert.strictEqual(memory.usedBytes, 0)
    }).pipe(installed({ loops: false }))
  )

  for (const [length, most] of [
    [300, 4_000],
    [1_900, Math.floor(4_000_000 / 1_926)]
  ] as const) {
    it.effect(`is of four million characters at most of what a page leads to, with addresses of ${length}`, () =>
      Effect.gen(function* () {
        const web = yield* ScriptedWeb
        const link = (n: number) => `<a href="${site}/${n}/${"x".repeat(length)}"></a>`
        yield* web.page(`${site}/`, Array.from({ length: 4_000 }, (_, n) => link(n)).join(""))
        const batch = yield* submit(start({ maxPages: 500 }))
        yield* work(1)
        assert.closeTo((yield* Database).batches.get(batch.id)!.items.length - 1, most, 5)
      }).pipe(installed({ loops: false }))
    )
  }
})
