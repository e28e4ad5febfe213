/** Sites fetched before they are asked for. Observed: looks at the scripted web, later scrapes, credits, refusals. */
import { assert, describe, it } from "@effect/vitest"
import { PageCache } from "@kittiwake/core/pages/PageCache"
import { PageReader } from "@kittiwake/core/pages/PageReader"
import { Pages } from "@kittiwake/core/pages/Pages"
import type { PrefetchTarget } from "@kittiwake/core/sites/Sites"
import { Sites } from "@kittiwake/core/sites/Sites"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { parseAllow, publicOnly } from "@kittiwake/core/web/domain/EgressPolicy"
import { EgressRules } from "@kittiwake/core/web/EgressRules"
import { Clock, Context, Deferred, Effect, Fiber, Layer, Logger, Result, Scope } from "effect"
import { TestClock } from "effect/testing"
import { WorksFor } from "../../src/organizations/WorksFor.ts"
import { emailHost } from "../../src/sites/domain/EmailAddress.ts"
import { makeSiteQueue } from "../../src/sites/siteQueue.ts"
import { callOf, creditsLeft, layer, markdownOf, newReader, pageWith, ports } from "../reading.ts"

/** Sites over pages, and nothing below them yet. */
const reading = Sites.layer.pipe(Layer.provideMerge(Pages.layer))

type Reader = Effect.Success<ReturnType<typeof newReader>>

const domain = (name: string): PrefetchTarget => ({ _tag: "Domain", domain: name })

const email = (address: string): PrefetchTarget => ({ _tag: "Email", email: address })

const prefetch = Effect.fnUntraced(function* (reader: Reader, target: PrefetchTarget, millis = 10_000) {
  const deadline = { atMillis: (yield* Clock.currentTimeMillis) + millis, acceptsPart: false }
  return yield* (yield* Sites).prefetch(reader, { target, deadline })
})

const page = (host: string, script: Parameters<ScriptedWeb["Service"]["page"]>[1], scheme = "https") =>
  Effect.flatMap(ScriptedWeb, (web) => web.page(`${scheme}://${host}/`, script))

/** What was looked at, oldest first. */
const looks = Effect.map(
  Effect.flatMap(ScriptedWeb, (web) => web.looks()),
  (taken) => taken.map(({ url }) => url)
)

/** Lets all that was asked for happen, as far as it goes without time passing. */
const settle = Effect.repeat(Effect.yieldNow, { times: 200 })

const siteNames = (count: number, word = "site") =>
  Array.from({ length: count }, (_, index) => `${word}${index}.example`)

/** Sites that take a minute each, so that whoever waits behind them waits long. */
const slow = { body: pageWith("Slow"), latency: "50 seconds" } as const

const scrapeFirst = Effect.fnUntraced(function* (reader: Reader, host: string) {
  const { value } = yield* (yield* Pages).scrape(yield* callOf(reader), markdownOf(`https://${host}/`))
  return value.cache.status
})

describe("a site that is prefetched", () => {
  it.effect("is fetched by itself, charged to nobody, and read from the cache afterwards", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* page("shop.example", pageWith("Shop"))
      const answer = yield* prefetch(reader, domain("https://www.shop.example/about"))
      assert.deepStrictEqual(answer, { domain: "shop.example", wasCached: false })
      yield* settle
      assert.deepStrictEqual(yield* looks, ["https://shop.example/"])
      assert.deepStrictEqual(yield* creditsLeft(reader), { balance: 1_000, held: 0, available: 1_000 })
      assert.strictEqual(yield* scrapeFirst(reader, "shop.example"), "hit")
      assert.deepStrictEqual(yield* looks, ["https://shop.example/"])
    }).pipe(Effect.provide(layer))
  )

  it.effect("is that of the domain of an email address, unless anybody gets an address there", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* page("shop.example", pageWith("Shop"))
      assert.strictEqual((yield* prefetch(reader, email("Jane@Shop.example"))).domain, "shop.example")
      const refusal = (address: string) => Effect.map(Effect.flip(prefetch(reader, email(address))), (one) => one._tag)
      assert.strictEqual(yield* refusal("jane@gmail.com"), "FreeEmail")
      assert.strictEqual(yield* refusal("jane@mailinator.com"), "DisposableEmail")
      assert.strictEqual(yield* refusal("jane"), "InvalidInput")
      yield* settle
      assert.deepStrictEqual(yield* looks, ["https://shop.example/"])
    }).pipe(Effect.provide(layer))
  )

  it.effect("is one that may be asked at one of its addresses at least", () => {
    const rules = (allow: string) => EgressRules.layerOf({ ...publicOnly, allow: Result.getOrThrow(parseAllow(allow)) })
    const asked = (allow: string) =>
      Effect.gen(function* () {
        return yield* prefetch(yield* newReader(), domain("10.0.0.1"))
      }).pipe(Effect.provide(Layer.fresh(reading).pipe(Layer.provide(rules(allow)), Layer.provideMerge(ports))))
    return Effect.gen(function* () {
      for (const allow of ["10.0.0.1:80", "10.0.0.1:443"]) assert.strictEqual((yield* asked(allow)).domain, "10.0.0.1")
      const refusal = yield* Effect.flip(asked("10.0.0.1:8080"))
      assert.deepInclude(refusal, { _tag: "InvalidInput", field: "identifier.domain" })
    })
  })

  it.effect("is fetched again only when it was fetched more than 90 days ago", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* page("shop.example", pageWith("Shop"))
      yield* prefetch(reader, domain("shop.example"))
      yield* settle
      yield* TestClock.adjust("90 days")
      assert.isTrue((yield* prefetch(reader, domain("shop.example"))).wasCached)
      yield* settle
      assert.strictEqual((yield* looks).length, 1)
      yield* TestClock.adjust("1 milli")
      assert.isFalse((yield* prefetch(reader, domain("shop.example"))).wasCached)
      yield* settle
      assert.strictEqual((yield* looks).length, 2)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is fetched once for all who ask for it while it waits or is fetched", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* newReader(), yield* newReader()]
      yield* page("shop.example", slow)
      yield* Effect.forEach([one, other, one], (reader) => prefetch(reader, domain("shop.example")), {
        concurrency: "unbounded"
      })
      yield* settle
      yield* prefetch(other, domain("shop.example"))
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual((yield* looks).length, 1)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is asked for over HTTP when it does not answer over HTTPS, and found again there", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* page("old.example", { body: "", unreachable: "connection_failed" })
      yield* page("old.example", pageWith("Old"), "http")
      yield* prefetch(reader, domain("old.example"))
      yield* settle
      assert.deepStrictEqual(yield* looks, ["https://old.example/", "http://old.example/"])
      assert.isTrue((yield* prefetch(reader, domain("old.example"))).wasCached)
    }).pipe(Effect.provide(layer))
  )

  it.effect("that cannot be read is passed over in silence, and may be tried again", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      yield* page("gone.example", { body: "gone", status: 404 })
      yield* page("wall.example", { body: "no", status: 403 })
      for (const name of ["gone.example", "nowhere.example", "wall.example", "127.0.0.1"]) {
        assert.isFalse((yield* prefetch(reader, domain(name))).wasCached, name)
      }
      yield* settle
      yield* page("gone.example", pageWith("Back"))
      assert.isFalse((yield* prefetch(reader, domain("gone.example"))).wasCached)
      yield* settle
      assert.strictEqual(yield* scrapeFirst(reader, "gone.example"), "hit")
    }).pipe(Effect.provide(layer))
  )

  it.effect("is given up after a minute, so that those behind it get their turn", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const stuck = siteNames(2, "stuck")
      yield* Effect.forEach(stuck, (name) => page(name, { body: pageWith("Never"), latency: "1 hour" }))
      yield* page("next.example", pageWith("Next"))
      yield* Effect.forEach([...stuck, "next.example"], (name) => prefetch(reader, domain(name)))
      yield* settle
      yield* TestClock.adjust("59 seconds")
      assert.notInclude(yield* looks, "https://next.example/")
      yield* TestClock.adjust("1 second")
      yield* settle
      assert.include(yield* looks, "https://next.example/")
    }).pipe(Effect.provide(layer))
  )

  it.effect("waits with no more than two of its organization under way, and not behind the sites of another", () =>
    Effect.gen(function* () {
      const [many, few] = [yield* newReader(), yield* newReader()]
      const names = siteNames(6)
      yield* Effect.forEach([...names, "few.example"], (name) => page(name, slow))
      yield* Effect.forEach(names, (name) => prefetch(many, domain(name)))
      yield* settle
      yield* prefetch(few, domain("few.example"))
      yield* TestClock.adjust("50 seconds")
      yield* settle
      assert.sameMembers(
        [...(yield* looks)],
        ["https://site0.example/", "https://site1.example/", "https://few.example/"]
      )
      yield* TestClock.adjust("50 seconds")
      yield* settle
      assert.strictEqual((yield* looks).length, 5)
    }).pipe(Effect.provide(layer))
  )

  it.effect("waits for nobody while two others have as many as they like", () =>
    Effect.gen(function* () {
      const many = [yield* newReader(), yield* newReader()]
      const few = yield* newReader()
      yield* page("few.example", slow)
      for (const [index, reader] of many.entries()) {
        for (const name of siteNames(5, `many${index}-`)) {
          yield* page(name, slow)
          yield* prefetch(reader, domain(name))
        }
      }
      // Until one of two has ended, the first has two and the second one.
      yield* TestClock.adjust("50 seconds")
      yield* settle
      yield* prefetch(few, domain("few.example"))
      yield* TestClock.adjust("50 seconds")
      yield* settle
      assert.include(yield* looks, "https://few.example/")
    }).pipe(Effect.provide(layer))
  )

  it.effect("is refused when 100 sites wait for the organization, or as many as there is room left for others", () =>
    Effect.gen(function* () {
      const first = yield* newReader()
      const offer = (reader: Reader, name: string) =>
        Effect.map(Effect.result(prefetch(reader, domain(name))), (done) =>
          done._tag === "Success" ? "taken" : done.failure._tag
        )
      // Two are looked at at once and wait no more.
      yield* Effect.forEach(siteNames(2, "busy"), (name) => Effect.andThen(page(name, slow), offer(first, name)))
      yield* settle
      for (const name of siteNames(100, "a")) assert.strictEqual(yield* offer(first, name), "taken", name)
      assert.strictEqual(yield* offer(first, "over.example"), "TooBusy")
      assert.strictEqual(yield* offer(first, "a7.example"), "taken")
      // The place that is left for who has none.
      yield* page("third.example", slow)
      assert.strictEqual(yield* offer(yield* newReader(), "third.example"), "taken")
      for (let round = 1; round < 9; round++) {
        const reader = yield* newReader()
        for (const name of siteNames(100, `b${round}-`)) assert.strictEqual(yield* offer(reader, name), "taken", name)
      }
      const tenth = yield* newReader()
      for (const name of siteNames(50, "c")) assert.strictEqual(yield* offer(tenth, name), "taken", name)
      assert.strictEqual(yield* offer(tenth, "over.example"), "TooBusy", "as many are left for others as it has")
      assert.strictEqual(yield* offer(yield* newReader(), "last.example"), "taken", "whoever comes next finds room")
      yield* TestClock.adjust("1 minute")
      yield* settle
      assert.strictEqual(yield* offer(tenth, "over.example"), "taken")
    }).pipe(Effect.provide(layer))
  )

  it.effect("is not waited for when the cache does not say in time whether it has it", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const asking = yield* Effect.forkChild(Effect.flip(prefetch(reader, domain("shop.example"), 1_000)))
      yield* settle
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(asking))._tag, "DeadlinePassed")
      assert.deepStrictEqual(yield* looks, [])
    }).pipe(
      Effect.provide(
        reading.pipe(Layer.provide(Layer.mock(PageCache, { present: () => Effect.never })), Layer.provideMerge(ports))
      )
    )
  )

  it.effect("is looked at as nobody's, whoever asked for it", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const owners: Array<string | null> = []
      const queue = yield* makeSiteQueue(() =>
        Effect.map(WorksFor, (owner) => {
          owners.push(owner)
        })
      )
      yield* Effect.provideService(queue.offer(reader, "shop.example"), WorksFor, reader)
      yield* settle
      assert.deepStrictEqual(owners, [null])
    }).pipe(Effect.provide(layer))
  )

  it.effect("ends no other by what is wrong with it, not even by a bug", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const names = siteNames(5)
      yield* Effect.forEach(names, (name) => page(name, pageWith(name)))
      yield* Effect.forEach(names, (name) => prefetch(reader, domain(name)))
      yield* settle
      assert.strictEqual((yield* looks).length, 5)
    }).pipe(
      Effect.provide(
        reading.pipe(
          Layer.provide([Layer.mock(PageReader, { shape: () => Effect.die("A bug.") }), Logger.layer([])]),
          Layer.provideMerge(ports)
        )
      )
    )
  )

  it.effect("is let go when the installation ends", () =>
    Effect.gen(function* () {
      const left = yield* Deferred.make<void>()
      const scope = yield* Scope.make()
      const reader = yield* newReader()
      const stuck = Layer.mock(PageCache, {
        find: () => Effect.succeedNone,
        present: () => Effect.succeed(new Set()),
        put: () => Effect.onInterrupt(Effect.never, () => Deferred.succeed(left, undefined))
      })
      yield* page("shop.example", pageWith("Shop"))
      yield* page("later.example", pageWith("Later"))
      const built = yield* Layer.buildWithScope(Layer.provide(Layer.fresh(reading), stuck), scope)
      const sites = Context.get(built, Sites)
      const asked = (name: string) => Effect.provideService(prefetch(reader, domain(name)), Sites, sites)
      yield* asked("shop.example")
      yield* settle
      yield* Scope.close(scope, yield* Effect.exit(Effect.void))
      yield* Deferred.await(left)
      yield* asked("later.example")
      yield* settle
      assert.deepStrictEqual(yield* looks, ["https://shop.example/"])
    }).pipe(Effect.provide(ports))
  )
})

describe("the host of an email address", () => {
  it("is what stands behind the one @, as a host is written", () => {
    for (const [address, host] of [
      ["a@shop.example", "shop.example"],
      [" A.B+c@WWW.Shop.Example ", "shop.example"],
      ["a@müller.example", "xn--mller-kva.example"],
      ["a@shop.example.", "shop.example"],
      ["a@sub.shop.co.uk", "sub.shop.co.uk"]
    ]) {
      assert.strictEqual(emailHost(address!), host)
    }
    for (const none of [
      ...["", "@", "a@", "@shop.example", "shop.example", "a@shop", "a b@shop.example", "a@b@shop.example"],
      ...["a@127.0.0.1", "a@127.1", "a@0x7f.0.0.0x1", "a@2130706433", "a@[::1]", "a@shop.example:80", "a@x.example/p"],
      ...["a@shop..example", `${"a".repeat(65)}@shop.example`, `a@${"a".repeat(254)}.example`, "a\u0000@shop.example"]
    ]) {
      assert.isNull(emailHost(none), none)
    }
  })
})
