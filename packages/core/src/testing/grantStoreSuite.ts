/** What `GrantStore` and `ClientStore` promise, run against any adapter. */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { ClientStore } from "../grants/ClientStore.ts"
import type { Client } from "../grants/domain/Client.ts"
import { dayOf, type Grant, GrantId, type GrantToken } from "../grants/domain/Grant.ts"
import { GrantStore } from "../grants/GrantStore.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { epoch, freshDigest, freshId, keyOf, organizationOf } from "./builders.ts"
import { buildTimeout, type EmptyStores } from "./Stores.ts"

const after = (seconds: number) => DateTime.add(epoch, { seconds })

const clientOf = (given: Partial<Client> = {}): Client => ({
  ...{
    id: freshId("client"),
    name: "Assistant",
    redirectUris: ["http://127.0.0.1/callback"],
    secretDigest: null,
    host: null
  },
  ...given
})

/** A grant that was signed just now, whose code works for a minute. */
export const grantOf = (organizationId: OrganizationId, given: Partial<Grant> = {}): Grant => ({
  id: GrantId.make(freshId("grant")),
  organizationId,
  keyId: keyOf(organizationId).id,
  clientId: freshId("client"),
  clientName: "Assistant",
  clientHost: null,
  redirectUri: "http://127.0.0.1/callback",
  scopes: ["api.read"],
  resource: "https://kittiwake.example/mcp",
  dailyCredits: 100,
  createdAt: epoch,
  lastUsedAt: null,
  endsAt: after(60),
  revokedAt: null,
  ...given
})

export const tokenOf = (grantId: GrantId, given: Partial<GrantToken> = {}): GrantToken => ({
  kind: "code",
  digest: freshDigest(),
  grantId,
  scopes: ["api.read"],
  challenge: given.kind === undefined ? "c".repeat(43) : null,
  expiresAt: after(60),
  spentAt: null,
  ...given
})

const pairFor = (grantId: GrantId) => [
  tokenOf(grantId, { kind: "access", expiresAt: after(3_600) }),
  tokenOf(grantId, { kind: "refresh", expiresAt: after(86_400) })
]

/** More grants than any test signs. */
const most = 100

const signed = Effect.fnUntraced(function* (given: Partial<Grant> = {}) {
  const store = yield* GrantStore
  const organizationId = organizationOf().id
  const grant = grantOf(organizationId, given)
  const code = tokenOf(grant.id)
  assert.strictEqual(yield* store.sign(grant, code, most), "signed")
  return { store, organizationId, grant, code }
})

export const suite = (name: string, stores: EmptyStores) => {
  layer(stores, { timeout: buildTimeout })(`GrantStore (${name})`, (it) => {
    it.effect(
      "signs no more grants than an organization may have, however many come at once, and counts what can be used",
      () =>
        Effect.gen(function* () {
          const store = yield* GrantStore
          const organizationId = organizationOf().id
          const sign = (given: Partial<Grant> = {}) => {
            const grant = grantOf(organizationId, given)
            return Effect.map(store.sign(grant, tokenOf(grant.id), 7), (signing) => ({ grant, signing }))
          }
          // What has ended, was revoked, or is another's, takes no place.
          yield* sign({ endsAt: epoch })
          yield* sign({ revokedAt: epoch })
          const foreign = grantOf(organizationOf().id)
          yield* store.sign(foreign, tokenOf(foreign.id), 7)
          const signings = yield* Effect.forEach(Array.from({ length: 30 }), () => sign(), { concurrency: "unbounded" })
          const kept = signings.filter(({ signing }) => signing === "signed")
          assert.lengthOf(kept, 7)
          assert.isTrue(signings.every(({ signing }) => signing === "signed" || signing === "full"))
          const listed = yield* store.list(organizationId, { limit: 100, after: null })
          assert.lengthOf(listed, 9)
          const again = kept[0]!.grant
          assert.strictEqual(yield* store.sign(again, tokenOf(again.id), 7), "known")
          yield* store.revoke(organizationId, again.id, epoch)
          assert.strictEqual((yield* sign()).signing, "signed")
          assert.strictEqual((yield* sign()).signing, "full")
          assert.strictEqual((yield* sign({ createdAt: after(60), endsAt: after(120) })).signing, "signed")
        })
    )

    it.effect("keeps a grant with its code, once under its id, for its organization alone", () =>
      Effect.gen(function* () {
        const { code, grant, organizationId, store } = yield* signed({ clientName: "Ünïcode 🐦" })
        assert.deepStrictEqual(Option.getOrThrow(yield* store.find(code.digest)), { token: code, grant })
        const other = tokenOf(grant.id)
        assert.strictEqual(yield* store.sign({ ...grant, dailyCredits: null }, other, most), "known")
        assert.isTrue(Option.isNone(yield* store.find(other.digest)), "the second code was not kept")
        const all = { limit: 10, after: null }
        assert.deepStrictEqual(yield* store.list(organizationId, all), [grant])
        const stranger = organizationOf().id
        assert.deepStrictEqual(yield* store.list(stranger, all), [])
        assert.isTrue(Option.isNone(yield* store.revoke(stranger, grant.id, after(1))))
        assert.isNull(Option.getOrThrow(yield* store.find(code.digest)).grant.revokedAt)
      })
    )

    it.effect("lists the newest first, in parts", () =>
      Effect.gen(function* () {
        const store = yield* GrantStore
        const organizationId = organizationOf().id
        const grants = [0, 1, 2].map((seconds) => grantOf(organizationId, { createdAt: after(seconds) }))
        for (const grant of grants) yield* store.sign(grant, tokenOf(grant.id), most)
        const first = yield* store.list(organizationId, { limit: 2, after: null })
        const { createdAt: at, id } = first[1]!
        const rest = yield* store.list(organizationId, { limit: 2, after: { at, id } })
        assert.deepStrictEqual([...first, ...rest], grants.toReversed())
      })
    )

    it.effect("exchanges a code once, however many try, and what it is exchanged for is there at once", () =>
      Effect.gen(function* () {
        const { code, grant, store } = yield* signed()
        const tries = Array.from({ length: 100 }, () => pairFor(grant.id))
        const answers = yield* Effect.forEach(tries, (pair) => store.exchange(code.digest, after(1), pair), {
          concurrency: "unbounded"
        })
        assert.strictEqual(answers.filter(Boolean).length, 1)
        const found = yield* Effect.forEach(tries.flat(), ({ digest }) => store.find(digest))
        assert.strictEqual(found.filter(Option.isSome).length, 2, "the losers' tokens were not kept")
        const used = Option.getOrThrow(yield* store.find(code.digest))
        assert.deepStrictEqual(used.token.spentAt, after(1))
        assert.deepStrictEqual([used.grant.lastUsedAt, used.grant.endsAt], [after(1), after(86_400)])
      })
    )

    it.effect("exchanges nothing that expired, is unknown, or whose grant was revoked", () =>
      Effect.gen(function* () {
        const { code, grant, organizationId, store } = yield* signed()
        assert.isFalse(yield* store.exchange(freshDigest(), after(1), []))
        assert.isFalse(
          yield* store.exchange(code.digest, after(60), pairFor(grant.id)),
          "it works for less than its end"
        )
        const revoked = yield* store.revoke(organizationId, grant.id, after(2))
        assert.deepStrictEqual(Option.getOrThrow(revoked), { ...grant, revokedAt: after(2) })
        const again = yield* store.revoke(organizationId, grant.id, after(3))
        assert.deepStrictEqual(Option.getOrThrow(again).revokedAt, after(2), "it keeps its moment")
        assert.isFalse(yield* store.exchange(code.digest, after(3), pairFor(grant.id)))
      })
    )

    it.effect("spends no more than the most of a day, however many do at once, and each day anew", () =>
      Effect.gen(function* () {
        const { grant, store } = yield* signed()
        const day = dayOf(epoch)
        const wanted = { grantId: grant.id, day, credits: 30, atLeast: 30, most: 100 }
        const taken = yield* Effect.forEach(Array.from({ length: 20 }), () => store.takeCredits(wanted), {
          concurrency: "unbounded"
        })
        assert.strictEqual(taken.filter((one) => one.taken === 30).length, 3)
        assert.deepStrictEqual(yield* store.takeCredits(wanted), { taken: null, left: 10 })
        assert.deepStrictEqual(yield* store.takeCredits({ ...wanted, atLeast: 5 }), { taken: 10, left: 10 })
        yield* store.giveBackCredits({ grantId: grant.id, day, credits: 30 })
        assert.deepStrictEqual(yield* store.takeCredits(wanted), { taken: 30, left: 30 })
        assert.deepStrictEqual(yield* store.takeCredits({ ...wanted, day: day + 1 }), { taken: 30, left: 100 })
        const lower = yield* store.takeCredits({ ...wanted, most: 20 })
        assert.deepStrictEqual(lower, { taken: null, left: 0 }, "a smaller most leaves nothing")
        // A day that gets back more than was taken of it has no more than it had.
        yield* store.giveBackCredits({ grantId: grant.id, day: day + 1, credits: 500 })
        const anew = { ...wanted, day: day + 1, credits: 100, atLeast: 100 }
        assert.deepStrictEqual(yield* store.takeCredits(anew), { taken: 100, left: 100 })
        assert.deepStrictEqual(yield* store.takeCredits({ ...anew, atLeast: 1 }), { taken: null, left: 0 })
        // Only days before the one since which things are kept are dropped.
        const since = DateTime.makeUnsafe((day + 1) * 86_400_000)
        yield* store.sweep(since, since, 100)
        assert.deepStrictEqual(yield* store.takeCredits({ ...anew, atLeast: 1 }), { taken: null, left: 0 })
      })
    )

    it.effect(
      "drops what expired and was not used, and grants some time after their end, with all that is theirs",
      () =>
        Effect.gen(function* () {
          const { code, grant, organizationId, store } = yield* signed()
          const pair = pairFor(grant.id)
          yield* store.exchange(code.digest, after(1), pair)
          const idle = yield* signed()
          const sweepAll = Effect.fnUntraced(function* (now: DateTime.Utc, since: DateTime.Utc) {
            while ((yield* store.sweep(now, since, 3)) > 0) {}
          })
          yield* sweepAll(after(4_000), after(-4_000))
          assert.isTrue(Option.isNone(yield* store.find(pair[0]!.digest)), "the access token was over")
          assert.isTrue(Option.isSome(yield* store.find(pair[1]!.digest)))
          assert.isTrue(Option.isSome(yield* store.find(code.digest)), "a code that was used is remembered")
          assert.isTrue(Option.isNone(yield* store.find(idle.code.digest)))
          yield* sweepAll(after(90_000), after(100))
          const all = { limit: 10, after: null }
          assert.deepStrictEqual(yield* store.list(idle.organizationId, all), [])
          assert.strictEqual((yield* store.list(organizationId, all)).length, 1)
          yield* store.revoke(organizationId, grant.id, after(200))
          yield* sweepAll(after(90_000), after(200))
          assert.deepStrictEqual(yield* store.list(organizationId, all), [])
          assert.isTrue(Option.isNone(yield* store.find(code.digest)))
        })
    )
  })

  layer(stores, { timeout: buildTimeout })(`GrantStore behind a clock that was ahead (${name})`, (it) => {
    it.effect("dates anew at the next sweep what would work for longer than a refresh token does", () =>
      Effect.gen(function* () {
        const [month, year] = [30 * 86_400, 365 * 86_400]
        const { code, grant, organizationId, store } = yield* signed({ endsAt: after(year) })
        const tokenAt = (kind: "access" | "code" | "refresh", expires: number) =>
          tokenOf(grant.id, { kind, expiresAt: after(expires) })
        // A clock may be put back a little.
        const given = [
          tokenAt("refresh", year),
          tokenAt("access", year),
          tokenAt("code", year),
          tokenAt("refresh", month + 301),
          tokenAt("refresh", month + 300)
        ]
        assert.isTrue(yield* store.exchange(code.digest, after(1), given))
        const used = yield* signed({ endsAt: after(year), revokedAt: after(year) })
        while ((yield* store.sweep(epoch, after(-month), 2)) > 0) {}
        const found = yield* Effect.forEach(given, ({ digest }) => store.find(digest))
        const ends = found.map((one) => Option.getOrThrow(one).token.expiresAt.epochMilliseconds / 1_000)
        const start = epoch.epochMilliseconds / 1_000
        assert.deepStrictEqual(
          ends.map((end) => end - start),
          [month, 3_600, 60, month, month + 300]
        )
        const [listed] = (yield* store.list(organizationId, { limit: 10, after: null })).filter(
          ({ id }) => id === grant.id
        )
        assert.deepStrictEqual([listed?.endsAt, listed?.revokedAt], [after(month), null])
        const [revoked] = yield* store.list(used.organizationId, { limit: 10, after: null })
        assert.deepStrictEqual([revoked?.endsAt, revoked?.revokedAt], [after(month), epoch])
      })
    )
  })

  layer(stores, { timeout: buildTimeout })(`ClientStore (${name})`, (it) => {
    it.effect("keeps clients under their ids, those with a grant for ever, and never more than there may be", () =>
      Effect.gen(function* () {
        const store = yield* ClientStore
        const granted = clientOf({ name: "Kept", redirectUris: ["https://a.example/cb", "cursor://b/c"] })
        assert.isTrue(yield* store.put(granted, epoch, 5))
        assert.deepStrictEqual(yield* store.get(granted.id), Option.some(granted))
        assert.isTrue(Option.isNone(yield* store.get("nobody")))
        const grant = grantOf(organizationOf().id, { clientId: granted.id })
        yield* (yield* GrantStore).sign(grant, tokenOf(grant.id), most)
        const many = Array.from({ length: 40 }, () => clientOf())
        const answers = yield* Effect.forEach(many, (client, index) => store.put(client, after(index + 1), 5), {
          concurrency: "unbounded"
        })
        assert.isTrue(answers.every(Boolean))
        const left = yield* Effect.filter(many, ({ id }) => Effect.map(store.get(id), Option.isSome))
        assert.strictEqual(left.length, 4)
        assert.isTrue(Option.isSome(yield* store.get(granted.id)))
        assert.isTrue(yield* store.put({ ...left[0]!, name: "Again" }, after(100), 5))
        assert.strictEqual(Option.getOrThrow(yield* store.get(left[0]!.id)).name, "Again")
        assert.strictEqual((yield* Effect.filter(left, ({ id }) => Effect.map(store.get(id), Option.isSome))).length, 4)
      })
    )

    it.effect("sweeps clients that nobody granted anything, once they have not come for so long", () =>
      Effect.gen(function* () {
        const store = yield* ClientStore
        const put = (given: Partial<Client>, seconds: number) => {
          const client = clientOf(given)
          return Effect.as(store.put(client, after(seconds), 1_000), client)
        }
        // Clients of other tests are older, and may be swept as well.
        const old = yield* Effect.forEach([1_000, 1_001, 1_002], (seconds) => put({}, seconds))
        const again = yield* put({}, 1_003)
        const granted = yield* put({}, 1_004)
        const late = yield* put({}, 2_000)
        yield* put(again, 2_001)
        const grant = grantOf(organizationOf().id, { clientId: granted.id })
        yield* (yield* GrantStore).sign(grant, tokenOf(grant.id), most)
        while ((yield* store.sweep(after(1_000), 100)) > 0) {}
        assert.strictEqual(yield* store.sweep(after(2_000), 2), 2, "no more than may be at once")
        const isThere = ({ id }: Client) => Effect.map(store.get(id), Option.isSome)
        assert.deepStrictEqual(yield* Effect.forEach(old, isThere), [false, false, true], "the oldest first")
        assert.strictEqual(yield* store.sweep(after(2_000), 100), 1)
        assert.strictEqual(yield* store.sweep(after(2_000), 100), 0)
        assert.deepStrictEqual(yield* Effect.forEach([...old, again, granted, late], isThere), [
          ...[false, false, false],
          ...[true, true, true]
        ])
      })
    )

    it.effect("refuses a client where all others have grants", () =>
      Effect.gen(function* () {
        const store = yield* ClientStore
        const client = clientOf()
        yield* store.put(client, epoch, 100)
        const most = 1
        // Those without a grant go first, so nothing but clients with grants is left.
        const grant = grantOf(organizationOf().id, { clientId: client.id })
        yield* (yield* GrantStore).sign(grant, tokenOf(grant.id), most)
        let last: Client | null = null
        for (let tries = 0; tries < 20; tries++) {
          const next = clientOf()
          if (!(yield* store.put(next, after(tries), most))) break
          const own = grantOf(organizationOf().id, { clientId: next.id })
          yield* (yield* GrantStore).sign(own, tokenOf(own.id), most)
          last = next
        }
        const refused = clientOf()
        assert.isFalse(yield* store.put(refused, after(50), most))
        assert.isTrue(Option.isNone(yield* store.get(refused.id)))
        if (last !== null) assert.isTrue(yield* store.put(last, after(51), most), "who is there already may come again")
      })
    )
  })
}
