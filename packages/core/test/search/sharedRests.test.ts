/** Two processes that search with the same backends. Observed: which of them asks a backend that failed with the other. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { layer as memoryKeeper } from "../../src/memory/PlaceKeeper.ts"
import { OrganizationId } from "../../src/organizations/domain/Organization.ts"
import { StoreUnavailable } from "../../src/StoreUnavailable.ts"
import { readQuery } from "../../src/search/domain/readQuery.ts"
import { BackendFailed, type SearchBackend } from "../../src/search/SearchBackends.ts"
import { SearchRounds } from "../../src/search/SearchRounds.ts"
import { searchWeb } from "../../src/search/searchWeb.ts"
import { PlaceKeeper, type PlaceKeeping } from "../../src/sharing/PlaceKeeper.ts"

const found = { url: "https://a.example/", title: "Tea", description: "", publishedAt: null }

/** A backend of one process, which fails as it is told. */
const makeBackend = (name: string, isHere = false) => {
  const outside: { asked: number; fails: BackendFailed["reason"] | null; retryAfterSeconds: number | null } = {
    asked: 0,
    fails: null,
    retryAfterSeconds: null
  }
  const backend: SearchBackend = {
    name,
    keepsNothing: true,
    isHere,
    search: () =>
      Effect.suspend(() => {
        outside.asked += 1
        const { fails: reason, retryAfterSeconds } = outside
        return reason === null
          ? Effect.succeed([found])
          : Effect.fail(new BackendFailed({ reason, retryAfterSeconds, message: "It failed." }))
      })
  }
  return { backend, outside }
}

let queries = 0

/** A process over what both share, whose searches tell how the backend ended. */
const startProcess = Effect.fnUntraced(function* (keeper: PlaceKeeping | null, isHere = false) {
  const { backend, outside } = makeBackend("engine", isHere)
  const rounds = yield* Layer.build(Layer.fresh(SearchRounds.layerOf(Effect.succeed([backend])))).pipe(
    Effect.provideService(PlaceKeeper, keeper)
  )
  const search = Effect.gen(function* () {
    queries += 1
    return yield* searchWeb({
      question: { query: readQuery(`tea ${queries}`), publishedSince: null, country: null, count: 10 },
      organizationId: OrganizationId.make("0199d0a0-0000-7000-8000-000000000001"),
      deadline: { atMillis: (yield* Clock.currentTimeMillis) + 30_000, acceptsPart: false },
      zeroRetention: false,
      fanOut: false
    })
  }).pipe(
    Effect.matchEffect({
      onSuccess: ({ asked }) => Effect.succeed(asked[0]!.outcome as string),
      onFailure: (error) =>
        Effect.succeed(`${error._tag} ${"retryAfterSeconds" in error ? error.retryAfterSeconds : ""}`)
    }),
    Effect.provideContext(rounds)
  )
  return { outside, search }
})

const openKeeper = Effect.gen(function* () {
  const keeper = Context.get(yield* Layer.build(Layer.fresh(memoryKeeper)), PlaceKeeper)!
  const outside = { isAway: false }
  const unlessAway = <A>(answer: Effect.Effect<A, StoreUnavailable>) =>
    Effect.suspend(() =>
      outside.isAway ? Effect.fail(new StoreUnavailable({ operation: "places", cause: "away" })) : answer
    )
  const shared: PlaceKeeping = {
    enter: (options) => unlessAway(keeper.enter(options)),
    leave: (subject, token) => unlessAway(keeper.leave(subject, token))
  }
  return { outside, shared }
})

describe("backends that rest, of processes that share what they know", () => {
  it.effect("are left alone by all of them for as long as they asked for it", () =>
    Effect.gen(function* () {
      const { shared } = yield* openKeeper
      const [one, two] = [yield* startProcess(shared), yield* startProcess(shared)]
      Object.assign(one.outside, { fails: "throttled", retryAfterSeconds: 90 })
      assert.strictEqual(yield* one.search, "SearchUnavailable 90")
      assert.strictEqual(yield* two.search, "SearchUnavailable 5")
      const three = yield* startProcess(shared)
      assert.strictEqual(yield* three.search, "SearchUnavailable 5", "a process that began later")
      yield* TestClock.adjust("89 seconds")
      yield* two.search
      assert.strictEqual(two.outside.asked + three.outside.asked, 0)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* two.search, "answered")
      one.outside.fails = null
      assert.strictEqual(yield* one.search, "answered")
    }).pipe(Effect.scoped)
  )

  it.effect("are left alone for the longest rest that any of them began", () =>
    Effect.gen(function* () {
      const { shared } = yield* openKeeper
      const [one, two] = [yield* startProcess(shared), yield* startProcess(shared)]
      Object.assign(one.outside, { fails: "throttled", retryAfterSeconds: 90 })
      two.outside.fails = "unavailable"
      // Both are under way before either knows.
      yield* Effect.all([one.search, two.search], { concurrency: "unbounded" })
      const asked = two.outside.asked
      two.outside.fails = null
      yield* TestClock.adjust("89 seconds")
      yield* two.search
      assert.strictEqual(two.outside.asked, asked)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* two.search, "answered")
    }).pipe(Effect.scoped)
  )

  it.effect("rest in one process alone for what is wrong with its settings, or with itself", () =>
    Effect.gen(function* () {
      const { shared } = yield* openKeeper
      const [one, two] = [yield* startProcess(shared), yield* startProcess(shared)]
      one.outside.fails = "rejected"
      yield* one.search
      assert.strictEqual(yield* two.search, "answered")
      const [own, other] = [yield* startProcess(shared, true), yield* startProcess(shared, true)]
      own.outside.fails = "unavailable"
      yield* own.search
      assert.strictEqual(yield* other.search, "answered")
    }).pipe(Effect.scoped)
  )

  it.effect("are found out by each process while nobody can be asked, and where there is nobody", () =>
    Effect.gen(function* () {
      const { outside, shared } = yield* openKeeper
      const [one, two] = [yield* startProcess(shared), yield* startProcess(shared)]
      outside.isAway = true
      one.outside.fails = "unavailable"
      yield* one.search
      assert.strictEqual(yield* two.search, "answered")
      assert.strictEqual(yield* one.search, "SearchUnavailable 5")
      const alone = yield* startProcess(null)
      assert.strictEqual(yield* alone.search, "answered")
    }).pipe(Effect.scoped)
  )
})
