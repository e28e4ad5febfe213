import { assert, layer } from "@effect/vitest"
import { DateTime, Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { AssetStore } from "../assets/AssetStore.ts"
import { BrandRefreshStore, type RefreshTurn } from "../brands/BrandRefreshStore.ts"
import { BrandStore } from "../brands/BrandStore.ts"
import type { BrandProfile } from "../brands/domain/BrandProfile.ts"
import type { Language } from "../brands/domain/languages.ts"
import { mostTries } from "../brands/domain/refreshing.ts"
import { whileAhead } from "./arrangements.ts"
import { epoch, freshId, organizationOf } from "./builders.ts"
import { buildTimeout, type EmptyStores } from "./Stores.ts"

const noLinks = { careers: null, blog: null, pricing: null, contact: null, terms: null, privacy: null }

const profileOf = (title: string): BrandProfile => ({
  ...{ domain: "fulmar.example", title, description: null, slogan: null, colours: [], logos: [], backdrops: [] },
  ...{ socials: [], address: null, stock: null, employees: null, links: noLinks, email: null, phone: null },
  ...{ language: null, isAdult: false, sources: [], isThin: false, industries: [] }
})

const every = Duration.minutes(10)

const age = Duration.days(60)

/** No profile of these has pictures, but where a test says so. */
const pictures = { keptUntil: epoch, leftUntil: epoch }

/** Longer than a test lasts that does not wait for its end. */
const lease = Duration.days(3)

/** The tests share a store and its turns: each begins where everything that was kept before it is young again. */
const later = Effect.gen(function* () {
  const store = yield* BrandRefreshStore
  yield* TestClock.adjust(lease)
  for (;;) {
    const claim = yield* store.claim(yield* turn({ before: yield* DateTime.now }))
    yield* TestClock.adjust(every)
    if (Option.isNone(claim)) return
    const agesFrom = DateTime.makeUnsafe("2100-01-01T00:00:00Z")
    yield* store.record(claim.value, { read: null, agesFrom, failures: 0 })
  }
})

const turn = Effect.fnUntraced(function* (given: Partial<RefreshTurn & { readonly lease: Duration.Duration }> = {}) {
  const now = yield* DateTime.now
  return { now, before: DateTime.subtractDuration(now, age), every, lease, ...given }
})

/** Keeps a profile that was read so many days ago, and gives its domain. */
const keep = Effect.fnUntraced(function* (days: number, language: Language | null = null, domain?: string) {
  const name = domain ?? `${freshId("brand").replace("_", "")}.example`
  const readAt = DateTime.subtract(yield* DateTime.now, { days })
  yield* (yield* BrandStore).keepProfile(
    { domain: name, language, profile: profileOf(`read ${days}`), readAt },
    pictures,
    yield* DateTime.now
  )
  return name
})

const claimed = Effect.fnUntraced(function* (given: Parameters<typeof turn>[0] = {}) {
  return yield* (yield* BrandRefreshStore).claim(yield* turn(given))
})

/** Takes the next turn. */
const next = Effect.andThen(TestClock.adjust(every), claimed())

const domainOf = Option.match({ onNone: () => null, onSome: ({ domain }: { readonly domain: string }) => domain })

const titleOf = Effect.fnUntraced(function* (domain: string, language: Language | null = null) {
  const { profile, readAt } = Option.getOrThrow(yield* (yield* BrandStore).profile(domain, language))
  return [profile.title, readAt.epochMilliseconds]
})

const failedUntil = (agesFrom: DateTime.Utc) => ({ read: null, agesFrom, failures: 1 })

/** What `BrandRefreshStore` promises, run against any adapter. */
export const suite = (name: string, stores: EmptyStores) =>
  layer(stores, { timeout: buildTimeout })(`BrandRefreshStore (${name})`, (it) => {
    it.effect("claims what is old, the oldest first, and nothing that is young", () =>
      Effect.gen(function* () {
        yield* later
        const store = yield* BrandRefreshStore
        const young = yield* keep(59)
        assert.isFalse(yield* store.isDue(yield* turn()))
        assert.isNull(domainOf(yield* next))
        const [old, older] = [yield* keep(61), yield* keep(70, "german")]
        assert.isTrue(yield* store.isDue(yield* turn()))
        const first = Option.getOrThrow(yield* claimed())
        assert.deepInclude(first, { domain: older, language: "german", failures: 0 })
        assert.strictEqual(domainOf(yield* next), old)
        assert.isNull(domainOf(yield* next))
        const all = yield* turn({ before: DateTime.subtract(yield* DateTime.now, { days: 59 }) })
        assert.strictEqual(domainOf(yield* store.claim(all)), young, "by whoever says that it is old")
      })
    )

    it.effect("gives one in a turn, to one of however many ask at once", () =>
      Effect.gen(function* () {
        yield* later
        const store = yield* BrandRefreshStore
        for (const days of [61, 62, 63, 64]) yield* keep(days)
        const asked = yield* Effect.all(
          Array.from({ length: 12 }, () => claimed()),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(asked.filter(Option.isSome), 1)
        assert.isFalse(yield* store.isDue(yield* turn()), "the turn is taken")
        yield* TestClock.adjust(Duration.subtract(every, Duration.seconds(1)))
        assert.isNull(domainOf(yield* claimed()))
        yield* TestClock.adjust("1 second")
        assert.isTrue(yield* store.isDue(yield* turn()))
        const again = yield* Effect.all(
          Array.from({ length: 12 }, () => claimed()),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(again.filter(Option.isSome), 1)
        const far = DateTime.add(yield* DateTime.now, { days: 400 })
        assert.isNotNull(domainOf(yield* claimed({ now: far })), "a clock that runs far ahead")
        assert.isTrue(yield* store.isDue(yield* turn({ before: yield* DateTime.now })), "stops nobody for long")
      })
    )

    it.effect("takes no turn in which nothing is old", () =>
      Effect.gen(function* () {
        yield* later
        assert.isNull(domainOf(yield* claimed()))
        const domain = yield* keep(61)
        assert.strictEqual(domainOf(yield* claimed()), domain)
      })
    )

    it.effect("keeps what was read, and counts its age from then", () =>
      Effect.gen(function* () {
        yield* later
        const store = yield* BrandRefreshStore
        const domain = yield* keep(80)
        const claim = Option.getOrThrow(yield* claimed())
        const readAt = yield* DateTime.now
        const odd = profileOf("a\0b \ud800")
        assert.isTrue(
          yield* store.record(claim, {
            read: { kept: { profile: odd, readAt }, pictures },
            agesFrom: readAt,
            failures: 0
          })
        )
        const [title, at] = yield* titleOf(domain)
        assert.deepStrictEqual([String(title).startsWith("a"), at], [true, readAt.epochMilliseconds])
        assert.isFalse(yield* store.record(claim, failedUntil(readAt)), "a claim is spent once")
        yield* TestClock.adjust(Duration.days(59))
        assert.isNull(domainOf(yield* claimed()))
        yield* TestClock.adjust(Duration.days(1))
        assert.strictEqual(domainOf(yield* claimed()), domain)
      })
    )

    it.effect("gives the pictures of what was read their time, and those that it leaves the rest of theirs", () =>
      Effect.gen(function* () {
        yield* later
        const [store, assets] = [yield* BrandRefreshStore, yield* AssetStore]
        const now = yield* DateTime.now
        const after = (days: number) => DateTime.add(now, { days })
        const picture = (assetId: string) => ({ assetId, width: 3, height: 2, colours: [] })
        const withPictures = (...ids: ReadonlyArray<string>) => ({ ...profileOf("seen"), backdrops: ids.map(picture) })
        const ids = { both: freshId("ast"), before: freshId("ast"), lost: freshId("ast"), read: freshId("ast") }
        for (const id of Object.values(ids)) {
          const asset = { id, organizationId: organizationOf().id, mediaType: "image/png", bytes: Uint8Array.of(1) }
          yield* assets.put({ ...asset, createdAt: now, expiresAt: after(30) })
        }
        const domain = `${freshId("brand").replace("_", "")}.example`
        const kept = { domain, language: null, profile: withPictures(ids.both, ids.before), readAt: after(-61) }
        yield* (yield* BrandStore).keepProfile(kept, { keptUntil: after(300), leftUntil: after(300) }, now)
        const claim = Option.getOrThrow(yield* claimed())
        const times = { keptUntil: after(400), leftUntil: after(20) }
        const outcome = (id: string) => ({
          read: { kept: { profile: withPictures(ids.both, id), readAt: now }, pictures: times },
          agesFrom: now,
          failures: 0
        })
        assert.isTrue(yield* store.record(claim, outcome(ids.read)))
        assert.isFalse(yield* store.record(claim, outcome(ids.lost)))
        const thereAfter = (days: number) =>
          Effect.map(
            Effect.filter(Object.entries(ids), ([, id]) => Effect.map(assets.get(id, after(days)), Option.isSome)),
            (found) => found.map(([name]) => name)
          )
        assert.deepStrictEqual(yield* thereAfter(19), ["both", "before", "lost", "read"])
        assert.deepStrictEqual(yield* thereAfter(21), ["both", "lost", "read"])
        assert.deepStrictEqual(yield* thereAfter(31), ["both", "read"])
        assert.deepStrictEqual(yield* thereAfter(399), ["both", "read"])
      })
    )

    it.effect("keeps what was there when nothing was read, and gives it again when its time has come", () =>
      Effect.gen(function* () {
        yield* later
        const store = yield* BrandRefreshStore
        const domain = yield* keep(80)
        const before = yield* titleOf(domain)
        const claim = Option.getOrThrow(yield* claimed())
        const now = yield* DateTime.now
        const agesFrom = DateTime.subtractDuration(DateTime.add(now, { days: 3 }), age)
        assert.isTrue(yield* store.record(claim, failedUntil(agesFrom)))
        assert.deepStrictEqual(yield* titleOf(domain), before)
        yield* TestClock.adjust(Duration.hours(71))
        assert.isNull(domainOf(yield* claimed()))
        yield* TestClock.adjust(Duration.hours(1))
        assert.deepInclude(Option.getOrThrow(yield* claimed()), { domain, failures: 1 })
      })
    )

    it.effect("gives a claim to somebody else when its lease ends, and takes nothing from its former owner", () =>
      Effect.gen(function* () {
        yield* later
        const store = yield* BrandRefreshStore
        const domain = yield* keep(80)
        const brief = Duration.minutes(1)
        const short = { every: Duration.seconds(1), lease: brief }
        const late = Option.getOrThrow(yield* claimed(short))
        yield* TestClock.adjust(Duration.subtract(brief, Duration.seconds(1)))
        assert.isNull(domainOf(yield* claimed(short)), "it is held")
        yield* TestClock.adjust("1 second")
        const fresh = Option.getOrThrow(yield* claimed(short))
        assert.strictEqual(fresh.domain, domain)
        const readAt = yield* DateTime.now
        const read = (title: string) => ({
          read: { kept: { profile: profileOf(title), readAt }, pictures },
          agesFrom: readAt,
          failures: 0
        })
        assert.isFalse(yield* store.record(late, read("late")))
        assert.strictEqual((yield* titleOf(domain))[0], "read 80")
        assert.isTrue(yield* store.record(fresh, read("fresh")))
        assert.isFalse(yield* store.record(late, read("late")))
        assert.strictEqual((yield* titleOf(domain))[0], "fresh")
      })
    )

    it.effect("believes no lease that a clock which was ahead gave, and takes nothing away after a small step", () =>
      Effect.gen(function* () {
        yield* later
        const domain = yield* keep(80)
        const short = { every: Duration.seconds(1), lease: Duration.minutes(2) }
        assert.strictEqual(domainOf(yield* whileAhead("4 minutes")(claimed(short))), domain)
        assert.isNull(domainOf(yield* claimed(short)), "it is under way")
        yield* TestClock.adjust("6 minutes")
        const late = Option.getOrThrow(yield* whileAhead("1 day")(claimed(short)))
        const fresh = Option.getOrThrow(yield* claimed(short))
        assert.strictEqual(fresh.domain, domain)
        assert.isAbove(fresh.token, late.token)
      })
    )

    it.effect("lets whoever has it read meanwhile go before who reads it again", () =>
      Effect.gen(function* () {
        yield* later
        const store = yield* BrandRefreshStore
        const domain = yield* keep(80)
        const claim = Option.getOrThrow(yield* claimed())
        yield* keep(0, null, domain)
        const readAt = DateTime.subtract(yield* DateTime.now, { seconds: 5 })
        const read = { kept: { profile: profileOf("again"), readAt }, pictures }
        assert.isFalse(yield* store.record(claim, { read, agesFrom: readAt, failures: 0 }))
        assert.strictEqual((yield* titleOf(domain))[0], "read 0")
        assert.isNull(domainOf(yield* next))
        const held = yield* keep(70)
        const other = Option.getOrThrow(yield* claimed())
        yield* keep(90, null, held)
        assert.isTrue(yield* store.record(other, failedUntil(readAt)), "an older reading changes nothing")
      })
    )

    it.effect(
      "reads those first that somebody asked for since they were read again, and the others less and less",
      () =>
        Effect.gen(function* () {
          yield* later
          const store = yield* BrandRefreshStore
          const [wanted, unwanted] = [yield* keep(70), yield* keep(90)]
          const tried = Effect.fnUntraced(function* () {
            const found = yield* next
            if (Option.isSome(found)) {
              const agesFrom = DateTime.subtract(yield* DateTime.now, {
                days: found.value.domain === unwanted ? 90 : 70
              })
              yield* store.record(found.value, { read: null, agesFrom, failures: 0 })
            }
            return domainOf(found)
          })
          assert.deepStrictEqual([yield* tried(), yield* tried()], [unwanted, wanted])
          yield* store.asked(wanted, "german")
          yield* store.asked("nobody.example", null)
          yield* store.asked(wanted, null)
          assert.deepStrictEqual([yield* tried(), yield* tried()], [wanted, unwanted])
          const counts = { [wanted]: 2, [unwanted]: 2 }
          for (let found = yield* tried(); found !== null; found = yield* tried()) counts[found]! += 1
          assert.deepStrictEqual(counts, { [wanted]: mostTries + 1, [unwanted]: mostTries })
          assert.isFalse(yield* store.isDue(yield* turn()))
          yield* store.asked(unwanted, null)
          assert.strictEqual(yield* tried(), unwanted)
          yield* keep(95, null, wanted)
          assert.strictEqual(yield* tried(), unwanted, "an older reading is none")
          yield* keep(60, null, wanted)
          assert.strictEqual(yield* tried(), wanted)
        })
    )
  })
