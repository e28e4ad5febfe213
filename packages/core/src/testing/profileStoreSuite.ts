import { assert, layer } from "@effect/vitest"
import { DateTime, Duration, Effect, type Layer, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { wholePart } from "../paging/domain/Page.ts"
import { BrowserProfile, BrowserProfileId } from "../profiles/domain/BrowserProfile.ts"
import { ProfileStore } from "../profiles/ProfileStore.ts"
import { assertSame, idsNewestFirst, lease, readInSlices, whileAhead } from "./arrangements.ts"
import { epoch, freshId, organizationOf } from "./builders.ts"
import { buildTimeout, longTestMillis } from "./Stores.ts"

const sealed = (text: string) => new TextEncoder().encode(text)

const profileOf = (organizationId: OrganizationId, given: Partial<BrowserProfile> = {}): BrowserProfile => ({
  id: BrowserProfileId.make(freshId("prof")),
  organizationId,
  description: "Signed in as été ☂",
  createdAt: epoch,
  lastUsedAt: null,
  ...given
})

const newProfile = Effect.fnUntraced(function* (session: Uint8Array | null = sealed("first")) {
  const profile = profileOf(organizationOf().id)
  assert.isTrue(yield* (yield* ProfileStore).put(profile, session, 1))
  return profile
})

/** Takes the profile now: `"busy"`, nothing, or the session with its token. */
const take = Effect.fnUntraced(function* ({ id, organizationId }: BrowserProfile) {
  const taken = yield* (yield* ProfileStore).take(organizationId, id, { now: yield* DateTime.now, lease })
  return Option.getOrNull(taken)
})

/** Takes the profile, which is free. */
const taken = Effect.fnUntraced(function* (profile: BrowserProfile) {
  const answer = yield* take(profile)
  assert.notStrictEqual(answer, "busy")
  assert.isNotNull(answer)
  return answer as Exclude<typeof answer, "busy" | null>
})

const giveBack = Effect.fnUntraced(function* (
  { id, organizationId }: BrowserProfile,
  token: number,
  sealedSession: Uint8Array | null = null
) {
  const now = yield* DateTime.now
  return yield* (yield* ProfileStore).giveBack(organizationId, id, { token, sealedSession, now })
})

const position = ({ createdAt, id }: BrowserProfile) => ({ at: createdAt, id })

// The token of a claim is given by its place among those seen.
const Step = Schema.Union([
  Schema.Struct({ do: Schema.Literal("take") }),
  Schema.Struct({
    do: Schema.Literal("giveBack"),
    seen: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4 }))
  }),
  Schema.Struct({ do: Schema.Literal("wait"), seconds: Schema.Literals([20, 60]) })
])

/** What `ProfileStore` promises, run against any adapter whose leases end by Effect's `Clock`. */
export const suite = (name: string, stores: Layer.Layer<ProfileStore, unknown>) =>
  layer(stores, { timeout: buildTimeout })(`ProfileStore (${name})`, (it) => {
    it.effect("lists profiles newest first, in slices that neither repeat nor leave out", () =>
      Effect.gen(function* () {
        const store = yield* ProfileStore
        const { id } = organizationOf()
        const profiles = [3, 1, 2, 2].map((days) =>
          profileOf(id, { createdAt: DateTime.add(epoch, { days }), description: days === 1 ? null : "é" })
        )
        yield* Effect.forEach(profiles, (profile) => store.put(profile, null, 10))
        const read = yield* readInSlices((slice) => Effect.map(store.list(id, slice), wholePart), position)
        assert.deepStrictEqual(
          read.map((profile) => profile.id),
          idsNewestFirst(profiles, position)
        )
        for (const one of read) assertSame(BrowserProfile, one, profiles.find((profile) => profile.id === one.id)!)
      })
    )

    it.effect("reads a profile of another organization as absent, whatever is done to it", () =>
      Effect.gen(function* () {
        const store = yield* ProfileStore
        const profile = yield* newProfile()
        const foreign = { ...profile, organizationId: organizationOf().id }
        assert.deepStrictEqual(yield* store.list(foreign.organizationId, { limit: 10, after: null }), [])
        assert.isNull(yield* take(foreign))
        const { token } = yield* taken(profile)
        assert.isFalse(yield* giveBack(foreign, token, sealed("theirs")))
        assert.isFalse(yield* store.remove(foreign.organizationId, profile.id))
        assert.isTrue(yield* giveBack(profile, token))
        assert.deepStrictEqual((yield* taken(profile)).sealedSession, sealed("first"))
      })
    )

    it.effect("keeps no more profiles of an organization than it may have, however many come at once", () =>
      Effect.gen(function* () {
        const store = yield* ProfileStore
        const { id } = organizationOf()
        const offered = Array.from({ length: 50 }, () => profileOf(id))
        const put = yield* Effect.forEach(offered, (profile) => store.put(profile, null, 7), {
          concurrency: "unbounded"
        })
        assert.strictEqual(put.filter(Boolean).length, 7)
        const kept = yield* store.list(id, { limit: 100, after: null })
        assert.sameMembers(
          kept.map((profile) => profile.id),
          offered.filter((_, index) => put[index]).map((profile) => profile.id)
        )
        assert.isFalse(yield* store.put(profileOf(id), null, 0))
        yield* store.remove(id, kept[0]!.id)
        assert.isFalse(yield* store.remove(id, kept[0]!.id))
        assert.isTrue(yield* store.put(profileOf(id), null, 7))
        assert.isFalse(yield* store.put(profileOf(id), null, 7))
      })
    )

    it.effect("gives the session as it was given back last, and notes when it was used", () =>
      Effect.gen(function* () {
        const store = yield* ProfileStore
        const profile = yield* newProfile(null)
        const first = yield* taken(profile)
        assert.isNull(first.sealedSession)
        assert.isTrue(yield* giveBack(profile, first.token, sealed("second")))
        const second = yield* taken(profile)
        assert.deepStrictEqual(second.sealedSession, sealed("second"))
        yield* TestClock.adjust("10 seconds")
        assert.isTrue(yield* giveBack(profile, second.token))
        assert.deepStrictEqual((yield* taken(profile)).sealedSession, sealed("second"))
        const [listed] = yield* store.list(profile.organizationId, { limit: 1, after: null })
        assert.strictEqual(listed!.lastUsedAt!.epochMilliseconds, (yield* DateTime.now).epochMilliseconds)
      })
    )

    it.effect("gives a profile to one of fifty who ask at once", () =>
      Effect.gen(function* () {
        const profile = yield* newProfile()
        const answers = yield* Effect.forEach(Array.from({ length: 50 }), () => take(profile), {
          concurrency: "unbounded"
        })
        assert.strictEqual(answers.filter((answer) => answer === "busy").length, 49)
        assert.isFalse(answers.includes(null))
      })
    )

    it.effect("hands on a profile whose lease ended, and takes nothing back from who had it before", () =>
      Effect.gen(function* () {
        const profile = yield* newProfile()
        const late = yield* taken(profile)
        yield* TestClock.adjust(Duration.subtract(lease, Duration.millis(1)))
        assert.strictEqual(yield* take(profile), "busy")
        yield* TestClock.adjust("1 millis")
        const fresh = yield* taken(profile)
        assert.isFalse(yield* giveBack(profile, late.token, sealed("late")))
        assert.strictEqual(yield* take(profile), "busy")
        assert.isTrue(yield* giveBack(profile, fresh.token, sealed("fresh")))
        assert.isFalse(yield* giveBack(profile, fresh.token, sealed("again")))
        assert.deepStrictEqual((yield* taken(profile)).sealedSession, sealed("fresh"))
      })
    )

    it.effect("believes no lease that a clock which was ahead gave, and takes nothing away after a small step", () =>
      Effect.gen(function* () {
        const profile = yield* newProfile()
        yield* whileAhead("4 minutes")(taken(profile))
        assert.strictEqual(yield* take(profile), "busy")
        yield* TestClock.adjust("5 minutes")
        const late = yield* whileAhead("1 day")(taken(profile))
        const fresh = yield* taken(profile)
        assert.isFalse(yield* giveBack(profile, late.token, sealed("late")))
        assert.isTrue(yield* giveBack(profile, fresh.token, sealed("fresh")))
      })
    )

    it.effect("puts another session in its place, whoever uses the profile, and leaves all else", () =>
      Effect.gen(function* () {
        const store = yield* ProfileStore
        const profile = yield* newProfile()
        const { id, organizationId } = profile
        const late = yield* taken(profile)
        assert.isTrue(Option.isNone(yield* store.renew(organizationOf().id, id, sealed("theirs"))))
        assert.isTrue(
          Option.isNone(yield* store.renew(organizationId, BrowserProfileId.make("prof_0"), sealed("none")))
        )
        const [before] = yield* store.list(organizationId, { limit: 1, after: null })
        const renewed = yield* store.renew(organizationId, id, sealed("renewed"))
        assertSame(BrowserProfile, Option.getOrThrow(renewed), before!)
        const fresh = yield* taken(profile)
        assert.deepStrictEqual(fresh.sealedSession, sealed("renewed"))
        assert.isFalse(yield* giveBack(profile, late.token, sealed("late")))
        assert.isTrue(yield* giveBack(profile, fresh.token))
        assert.isFalse(yield* giveBack(profile, late.token, sealed("late")))
        assert.deepStrictEqual((yield* taken(profile)).sealedSession, sealed("renewed"))
      })
    )

    it.effect("takes nothing back from who had it when it was renewed", () =>
      Effect.gen(function* () {
        const profile = yield* newProfile(null)
        const late = yield* taken(profile)
        yield* (yield* ProfileStore).renew(profile.organizationId, profile.id, sealed("renewed"))
        assert.isFalse(yield* giveBack(profile, late.token, sealed("late")))
        assert.deepStrictEqual((yield* taken(profile)).sealedSession, sealed("renewed"))
      })
    )

    it.effect("lets no one give back a profile that was removed meanwhile", () =>
      Effect.gen(function* () {
        const profile = yield* newProfile()
        const { token } = yield* taken(profile)
        assert.isTrue(yield* (yield* ProfileStore).remove(profile.organizationId, profile.id))
        assert.isFalse(yield* giveBack(profile, token, sealed("late")))
        assert.isNull(yield* take(profile))
      })
    )

    it.effect.prop(
      "has one user at a time after any sequence of steps, and the session of whoever gave it back last",
      [Schema.Array(Step).check(Schema.isMaxLength(15))],
      ([steps]) =>
        Effect.gen(function* () {
          const profile = yield* newProfile()
          const seen: Array<number> = []
          let session = "first"
          let holder: { readonly token: number; readonly until: number } | null = null
          for (const [index, step] of steps.entries()) {
            const now = (yield* DateTime.now).epochMilliseconds
            if (step.do === "wait") yield* TestClock.adjust(Duration.seconds(step.seconds))
            else if (step.do === "take") {
              const answer = yield* take(profile)
              if (holder !== null && holder.until > now) assert.strictEqual(answer, "busy")
              else {
                const given = answer as Exclude<typeof answer, "busy" | null>
                assert.deepStrictEqual(given.sealedSession, sealed(session))
                assert.notInclude(seen, given.token)
                seen.push(given.token)
                holder = { token: given.token, until: now + Duration.toMillis(lease) }
              }
            } else {
              const token = seen[step.seen] ?? -1
              const isHeld: boolean = holder?.token === token
              assert.strictEqual(yield* giveBack(profile, token, sealed(`${index}`)), isHeld)
              if (isHeld) {
                session = `${index}`
                holder = null
              }
            }
          }
        }),
      { timeout: longTestMillis, arbitrary: { runs: 40 } }
    )
  })
