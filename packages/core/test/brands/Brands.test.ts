import { assert, describe, it } from "@effect/vitest"
import { DateTime, Deferred, Effect, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { BrandStore } from "../../src/brands/BrandStore.ts"
import { Brands } from "../../src/brands/Brands.ts"
import type { BrandSearch } from "../../src/brands/domain/BrandSearch.ts"
import { readBrandList } from "../../src/brands/domain/readBrandList.ts"
import { shippedBrands, shippedVersion } from "../../src/brands/domain/shippedBrands.ts"
import { CreditLedger } from "../../src/credits/CreditLedger.ts"
import * as Memory from "../../src/memory/Memory.ts"
import { CaptureFlights } from "../../src/pages/CaptureFlights.ts"
import { PageReader } from "../../src/pages/PageReader.ts"
import { StoreUnavailable } from "../../src/StoreUnavailable.ts"
import { HostPauses } from "../../src/sharing/HostPauses.ts"
import { epoch, freshId, organizationOf } from "../../src/testing/builders.ts"
import * as PlainReaders from "../../src/testing/PlainReaders.ts"
import type { Call } from "../../src/web/domain/Call.ts"
import { HttpFetcher } from "../../src/web/HttpFetcher.ts"
import { TextRecords } from "../../src/web/TextRecords.ts"

const { id: organizationId } = organizationOf()

const call = (): Call => ({
  ...{ organizationId, requestId: freshId("req"), route: "/brand/search", caller: "key", isWanted: () => true },
  deadline: { atMillis: epoch.epochMilliseconds + 55_000, acceptsPart: false },
  freshness: { maxAgeMillis: 0, zeroRetention: false }
})

const searchOf = (query: string): BrandSearch => ({
  ...{ query, isPrefix: true, fields: ["name", "domain"], typos: 0, country: null, language: null }
})

const find = Effect.fnUntraced(function* (query: string, plan: "free" | "pro" = "pro") {
  return yield* (yield* Brands).search(call(), { plan }, searchOf(query))
})

/** Nobody reads a site here. */
const readsNothing = Layer.mergeAll(
  CaptureFlights.layer,
  HostPauses.layer,
  PlainReaders.layer,
  Layer.mock(HttpFetcher, {}),
  Layer.mock(TextRecords, {}),
  Layer.mock(PageReader, {})
)

const brands = Brands.layer.pipe(Layer.provide(readsNothing))

const onMemory = brands.pipe(Layer.provideMerge(Memory.layer))

describe("the list that ships", () => {
  it("has brands, each once, with what can be a domain, a name and a rank", () => {
    const entries = readBrandList(shippedBrands)
    assert.isAbove(entries.length, 2_000)
    assert.strictEqual(new Set(entries.map(({ domain }) => domain)).size, entries.length)
    for (const { aliases, domain, name, rank } of entries) {
      assert.match(domain, /^(?:[a-z0-9-]+\.)+[a-z0-9-]{2,}$/)
      assert.isTrue(name === null || (name.trim() === name && name !== ""), domain)
      assert.isTrue(rank === null || (Number.isInteger(rank) && rank > 0), domain)
      assert.notInclude(aliases, "", domain)
    }
  })

  it.effect("gives the best known first to whoever types their name", () =>
    Effect.gen(function* () {
      for (const name of ["amazon", "google", "ibm", "ikea", "oracle", "whatsapp", "wikipedia"]) {
        const { value } = yield* find(name)
        assert.include([`${name}.com`, `${name}.org`], value[0]?.domain, name)
        assert.strictEqual(value[0]?.name?.toLowerCase(), name)
      }
    }).pipe(Effect.provide(onMemory))
  )

  it.effect("is in the index when somebody searches first, and does not touch what was read", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(epoch.epochMilliseconds)
      const store = yield* BrandStore
      const own = { ...readBrandList("github.com\tOur GitHub\t9\n")[0]!, source: "read", updatedAt: epoch } as const
      yield* store.put([own])
      const { credits, value } = yield* find("spoti")
      assert.deepStrictEqual([value[0]?.domain, value[0]?.name, credits], ["spotify.com", "Spotify", 0])
      assert.deepStrictEqual(yield* store.listVersion("shipped"), Option.some(shippedVersion))
      assert.strictEqual(Option.getOrThrow(yield* store.byDomain("github.com")).name, "Our GitHub")
    }).pipe(Effect.provide(onMemory))
  )

  it.effect("is taken in once, however many search at once, and again where there is another version of it", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(epoch.epochMilliseconds)
      let puts = 0
      const known = { version: Option.none<number>() }
      const counting = Layer.mock(BrandStore, {
        put: (_, ends) =>
          Effect.sync(() => {
            puts += 1
            if (ends !== undefined) known.version = Option.some(ends.version)
          }),
        listVersion: () => Effect.sync(() => known.version),
        search: () => Effect.succeed([])
      })
      const layer = brands.pipe(Layer.provide(counting), Layer.provide(Memory.layer))
      const many = Effect.all([find("a"), find("b"), find("c")], { concurrency: "unbounded" })
      yield* Effect.provide(many, layer)
      const once = puts
      assert.isAbove(once, 10)
      yield* Effect.provide(many, layer)
      assert.strictEqual(puts, once, "another process has it already")
      known.version = Option.some(shippedVersion - 1)
      yield* Effect.provide(many, layer)
      assert.strictEqual(puts, 2 * once)
    })
  )

  it.effect("is taken in by who searches next when the storage did not answer", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(epoch.epochMilliseconds)
      let isDown = true
      const flaky = Layer.mock(BrandStore, {
        put: () => Effect.void,
        listVersion: () =>
          isDown
            ? Effect.fail(new StoreUnavailable({ operation: "listVersion", cause: "down" }))
            : Effect.succeed(Option.none()),
        search: () => Effect.succeed([])
      })
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* Effect.flip(find("a")))._tag, "StoreUnavailable")
        isDown = false
        assert.deepStrictEqual((yield* find("a")).value, [])
      }).pipe(Effect.provide(brands.pipe(Layer.provide(flaky), Layer.provide(Memory.layer))))
    })
  )
})

describe("a search for brands", () => {
  it.effect("finds those of addresses by their registered names", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(epoch.epochMilliseconds)
      for (const [query, domain] of [
        ["https://maps.google.com/x", "google.com"],
        ["https://user@maps.google.com:8080/x", "google.com"],
        ["en.wikipedia.org", "wikipedia.org"],
        ["info@google.com", "google.com"],
        ["mailto:info@mail.google.com", "google.com"],
        ["wikipedia.o", "wikipedia.org"]
      ] as const) {
        assert.strictEqual((yield* find(query)).value[0]?.domain, domain, query)
      }
      assert.deepStrictEqual((yield* find("https://maps.no-such-brand-anywhere.com/x")).value, [])
    }).pipe(Effect.provide(onMemory))
  )

  it.effect("costs a credit on the small plans, also when nothing is found, and nothing when it fails", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(epoch.epochMilliseconds)
      const ledger = yield* CreditLedger
      assert.strictEqual((yield* Effect.flip(find("spotify", "free")))._tag, "OutOfCredits")
      const cause = { kind: "grant", id: "all" } as const
      yield* ledger.post({ id: freshId("ent"), organizationId, cause, credits: 2, at: yield* DateTime.now })
      assert.strictEqual((yield* find("no such brand anywhere", "free")).credits, 1)
      assert.strictEqual((yield* ledger.account(organizationId)).available, 1)
      assert.strictEqual((yield* find("spotify")).credits, 0)
      assert.strictEqual((yield* ledger.account(organizationId)).available, 1)
    }).pipe(Effect.provide(onMemory))
  )

  it.effect("ends at its deadline and costs nothing then", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(epoch.epochMilliseconds)
      const asked = yield* Deferred.make<void>()
      const silent = Layer.mock(BrandStore, {
        listVersion: () => Effect.succeed(Option.some(shippedVersion)),
        search: () => Effect.andThen(Deferred.succeed(asked, undefined), Effect.never)
      })
      const searching = yield* Effect.forkChild(
        Effect.flip(find("a")).pipe(Effect.provide(brands.pipe(Layer.provide(silent), Layer.provide(Memory.layer))))
      )
      yield* Deferred.await(asked)
      yield* TestClock.adjust("55 seconds")
      assert.strictEqual((yield* Fiber.join(searching))._tag, "DeadlinePassed")
    })
  )
})
