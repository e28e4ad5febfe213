import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { Base64 } from "effect/encoding"
import { blobKeySecret } from "../blobs/blobKeySecret.ts"
import { InboxStore } from "../inbox/InboxStore.ts"
import { MonitorStore } from "../monitors/MonitorStore.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { BrowserProfileId } from "../profiles/domain/BrowserProfile.ts"
import { ProfileStore } from "../profiles/ProfileStore.ts"
import { InstanceSecretStore } from "../security/InstanceSecretStore.ts"
import { type SealedKind, SealedStore } from "../security/SealedStore.ts"
import { freshOrganization, lease, newMonitor, storedMonitor } from "./arrangements.ts"
import { epoch, freshDigest, freshId, subscriptionOf } from "./builders.ts"
import { buildTimeout, type EmptyStores } from "./Stores.ts"

/** Bytes as they are sealed: a head of nine, and the rest. */
const sealed = (key: number, rest: number) =>
  Uint8Array.from([2, ...Array.from({ length: 8 }, () => key), ...Array.from({ length: 40 }, () => rest)])

const textOf = (bytes: Uint8Array) => Base64.encode(bytes)
const headOf = (key: number) => textOf(sealed(key, 0).subarray(0, 9))

const newSecret = Effect.fnUntraced(function* (id: OrganizationId, secret: string) {
  const { monitor } = yield* newMonitor(id)
  const stored = yield* storedMonitor(monitor)
  yield* (yield* MonitorStore).update({
    stored,
    next: { ...monitor, subscription: subscriptionOf(monitor, { secret }) },
    queue: null,
    skipQueued: null,
    cancelDeliveries: false,
    clearFailure: false
  })
  return monitor
})

const newSession = Effect.fnUntraced(function* (organizationId: OrganizationId, session: Uint8Array | null) {
  const id = BrowserProfileId.make(freshId("prof"))
  yield* (yield* ProfileStore).put(
    { id, organizationId, description: null, createdAt: epoch, lastUsedAt: null },
    session,
    10
  )
  return { id, organizationId }
})

/** Everything of a kind, read a little at a time. */
const everything = Effect.fnUntraced(function* (kind: SealedKind, head: string, limit = 2) {
  const store = yield* SealedStore
  const found: Array<{ readonly id: string; readonly value: string }> = []
  for (;;) {
    const some = yield* store.before(kind, { head, after: found.at(-1)?.id ?? "", limit })
    assert.isAtMost(some.length, limit)
    found.push(...some)
    if (some.length < limit) return found
  }
})

/** What `SealedStore` promises, run against any adapter. */
export const suite = (name: string, stores: EmptyStores) =>
  layer(stores, { timeout: buildTimeout })(`SealedStore (${name})`, (it) => {
    it.effect(
      "finds the secrets of webhooks that do not begin with the head, and replaces those that stand still",
      () =>
        Effect.gen(function* () {
          const store = yield* SealedStore
          const { id } = yield* freshOrganization()
          yield* newMonitor(id)
          const fresh = yield* newSecret(id, textOf(sealed(7, 1)))
          const others = []
          for (const secret of ["whsec_plain", textOf(sealed(6, 1)), textOf(sealed(5, 1))]) {
            others.push({ monitor: yield* newSecret(id, secret), secret })
          }
          const wanted = others.map(({ monitor, secret }) => ({ id: monitor.id as string, value: secret }))
          assert.deepStrictEqual(
            yield* everything("webhook secret", headOf(7)),
            wanted.sort((a, b) => (a.id < b.id ? -1 : 1))
          )
          const [first, second, third] = wanted
          const next = textOf(sealed(7, 2))
          const replaced = yield* store.replace("webhook secret", [
            { ...first!, next },
            { ...second!, value: "whsec_other", next },
            { ...third!, next },
            { id: freshId("mon"), value: "whsec_plain", next }
          ])
          assert.strictEqual(replaced, 2)
          assert.deepStrictEqual(yield* everything("webhook secret", headOf(7)), [second!])
          const secrets = []
          for (const { monitor } of others) secrets.push((yield* storedMonitor(monitor)).monitor.subscription?.secret)
          assert.sameMembers(secrets, [next, next, second!.value])
          assert.strictEqual((yield* storedMonitor(fresh)).monitor.subscription?.secret, textOf(sealed(7, 1)))
          assert.strictEqual(yield* store.replace("webhook secret", []), 0)
        })
    )

    it.effect("finds and replaces the key of blobs alike, and no other secret of the installation", () =>
      Effect.gen(function* () {
        const [store, secrets] = [yield* SealedStore, yield* InstanceSecretStore]
        yield* secrets.getOrKeep("another", textOf(sealed(6, 1)))
        assert.deepStrictEqual(yield* everything("blob key", headOf(7)), [])
        const value = yield* secrets.getOrKeep(blobKeySecret, textOf(sealed(6, 1)))
        assert.deepStrictEqual(yield* everything("blob key", headOf(6)), [])
        assert.deepStrictEqual(yield* everything("blob key", headOf(7)), [{ id: blobKeySecret, value }])
        const next = textOf(sealed(7, 1))
        assert.strictEqual(yield* store.replace("blob key", [{ id: blobKeySecret, value, next }]), 1)
        assert.strictEqual(yield* store.replace("blob key", [{ id: blobKeySecret, value, next }]), 0)
        assert.strictEqual(yield* secrets.get(blobKeySecret), next)
        assert.strictEqual(yield* secrets.get("another"), textOf(sealed(6, 1)))
      })
    )

    it.effect("finds and replaces the tokens of inboxes alike", () =>
      Effect.gen(function* () {
        const [store, inboxes] = [yield* SealedStore, yield* InboxStore]
        const [one, two, three] = [yield* freshOrganization(), yield* freshOrganization(), yield* freshOrganization()]
        const token = (key: number) => ({ digest: freshDigest(), sealed: textOf(sealed(key, 1)) })
        const [fresh, old, older] = [token(7), token(6), token(5)]
        yield* inboxes.replaceToken(one.id, fresh, null)
        yield* inboxes.replaceToken(two.id, old, null)
        yield* inboxes.replaceToken(three.id, older, null)
        const found = yield* everything("inbox token", headOf(7), 1)
        assert.deepStrictEqual(
          found,
          [
            { id: two.id as string, value: old.sealed },
            { id: three.id as string, value: older.sealed }
          ].sort((a, b) => (a.id < b.id ? -1 : 1))
        )
        const next = textOf(sealed(7, 3))
        const values = found.map((one) => ({ ...one, next }))
        assert.strictEqual(yield* store.replace("inbox token", values), 2)
        assert.strictEqual(yield* store.replace("inbox token", values), 0)
        assert.deepStrictEqual(yield* inboxes.token(two.id), Option.some({ ...old, sealed: next }))
        assert.deepStrictEqual(yield* inboxes.find(older.digest), Option.some(three.id))
      })
    )

    it.effect("finds and replaces sessions alike, and passes over profiles without one", () =>
      Effect.gen(function* () {
        const store = yield* SealedStore
        const { id } = yield* freshOrganization()
        yield* newSession(id, null)
        yield* newSession(id, sealed(7, 1))
        const large = Uint8Array.from([...sealed(6, 1), ...new Uint8Array(300_000)])
        const [old, older] = [yield* newSession(id, large), yield* newSession(id, sealed(1, 1))]
        const found = yield* everything("browser profile", headOf(7), 1)
        assert.deepStrictEqual(
          found,
          [
            { id: old.id as string, value: textOf(large) },
            { id: older.id as string, value: textOf(sealed(1, 1)) }
          ].sort((a, b) => (a.id < b.id ? -1 : 1))
        )
        const next = sealed(7, 3)
        const values = found.map((one) => ({ ...one, next: textOf(next) }))
        assert.strictEqual(yield* store.replace("browser profile", values), 2)
        assert.strictEqual(yield* store.replace("browser profile", values), 0)
        assert.deepStrictEqual(yield* everything("browser profile", headOf(7)), [])
        const taken = yield* (yield* ProfileStore).take(id, old.id, { now: yield* DateTime.now, lease })
        const session = Option.getOrThrow(taken)
        assert.deepStrictEqual(session === "busy" ? null : session.sealedSession, next)
      })
    )
  })
