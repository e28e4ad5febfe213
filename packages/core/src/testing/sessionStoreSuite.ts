/** What `SessionStore` promises, run against any adapter. */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { type Session, SessionId, type SessionLink } from "../sessions/domain/Session.ts"
import { SessionStore } from "../sessions/SessionStore.ts"
import { epoch, freshDigest, freshId, keyOf, organizationOf } from "./builders.ts"
import { buildTimeout, type EmptyStores } from "./Stores.ts"

const after = (seconds: number) => DateTime.add(epoch, { seconds })

const operator = { organizationId: null, keyId: null }

const all = { limit: 100, after: null }

/** A session of the operator that works for an hour. */
export const sessionOf = (given: Partial<Session> = {}): Session => ({
  id: SessionId.make(freshId("ses")),
  digest: freshDigest(),
  ...operator,
  tokenMark: null,
  createdAt: epoch,
  lastUsedAt: epoch,
  expiresAt: after(3_600),
  userAgent: "Browser 🐦",
  address: "127.0.0.1",
  ...given
})

const linkOf = (given: Partial<SessionLink> = {}): SessionLink => ({
  digest: freshDigest(),
  expiresAt: after(900),
  ...given
})

/** Sessions of a fresh key, of which each was used a second after the one before. */
const keyWith = (count: number) => {
  const organizationId = organizationOf().id
  const keyId = keyOf(organizationId).id
  const sessions = Array.from({ length: count }, (_, index) =>
    sessionOf({ organizationId, keyId, createdAt: after(index), lastUsedAt: after(index) })
  )
  return { owner: { organizationId, keyId: null }, keyId, organizationId, sessions }
}

export const suite = (name: string, stores: EmptyStores) => {
  layer(stores, { timeout: buildTimeout })(`SessionStore (${name})`, (it) => {
    it.effect("keeps a session as it is, for its owner alone", () =>
      Effect.gen(function* () {
        const store = yield* SessionStore
        const { keyId, owner, sessions } = keyWith(1)
        const [session] = sessions as [Session]
        yield* store.open(session, 10)
        assert.deepStrictEqual(yield* store.find(session.digest), Option.some(session))
        assert.isTrue(Option.isNone(yield* store.find(freshDigest())))
        assert.deepStrictEqual(yield* store.list(owner, all, epoch), [session])
        assert.deepStrictEqual(yield* store.list({ ...owner, keyId }, all, epoch), [session])
        const strangers = [
          { organizationId: organizationOf().id, keyId: null },
          { ...owner, keyId: keyOf(session.organizationId!).id },
          operator
        ]
        for (const stranger of strangers) {
          assert.notDeepInclude(yield* store.list(stranger, all, epoch), session)
          assert.isTrue(Option.isNone(yield* store.end(stranger, session.id)))
        }
        assert.isTrue(Option.isSome(yield* store.find(session.digest)), "nobody else could end it")
      })
    )

    it.effect("keeps what stands on a token, and what nobody told of a browser", () =>
      Effect.gen(function* () {
        const store = yield* SessionStore
        const session = sessionOf({ tokenMark: freshDigest(), userAgent: null, address: null })
        yield* store.open(session, 100)
        assert.deepStrictEqual(yield* store.find(session.digest), Option.some(session))
        assert.deepInclude(yield* store.list(operator, all, epoch), session)
      })
    )

    it.effect("ends a session once", () =>
      Effect.gen(function* () {
        const store = yield* SessionStore
        const { owner, sessions } = keyWith(1)
        const [session] = sessions as [Session]
        yield* store.open(session, 10)
        assert.deepStrictEqual(yield* store.end(owner, session.id), Option.some(session))
        assert.isTrue(Option.isNone(yield* store.find(session.digest)))
        assert.isTrue(Option.isNone(yield* store.end(owner, session.id)))
        yield* store.note(session.digest, after(60), after(7_200))
        assert.isTrue(Option.isNone(yield* store.find(session.digest)), "a note brings nothing back")
      })
    )

    it.effect("notes uses, and never goes back", () =>
      Effect.gen(function* () {
        const store = yield* SessionStore
        const session = sessionOf()
        yield* store.open(session, 100)
        yield* store.note(session.digest, after(120), after(4_000))
        yield* store.note(session.digest, after(60), after(3_900))
        const noted = Option.getOrThrow(yield* store.find(session.digest))
        assert.deepStrictEqual(noted, { ...session, lastUsedAt: after(120), expiresAt: after(4_000) })
      })
    )

    it.effect("lists the newest first, in parts, without those that are over", () =>
      Effect.gen(function* () {
        const store = yield* SessionStore
        const { owner, sessions } = keyWith(4)
        const [over, ...open] = sessions as [Session, ...ReadonlyArray<Session>]
        for (const session of [{ ...over, expiresAt: after(10) }, ...open]) yield* store.open(session, 10)
        const first = yield* store.list(owner, { limit: 2, after: null }, after(10))
        const { createdAt: at, id } = first[1]!
        const rest = yield* store.list(owner, { limit: 2, after: { at, id } }, after(10))
        assert.deepStrictEqual([...first, ...rest], open.toReversed())
      })
    )

    it.effect("keeps no more of one key than it may, however many are opened at once", () =>
      Effect.gen(function* () {
        const store = yield* SessionStore
        const { keyId, organizationId, owner, sessions } = keyWith(20)
        const otherKey = sessionOf({ organizationId, keyId: keyOf(organizationId).id })
        yield* store.open(otherKey, 3)
        yield* Effect.forEach(sessions, (session) => store.open(session, 3), { concurrency: "unbounded" })
        assert.strictEqual((yield* store.list({ ...owner, keyId }, all, epoch)).length, 3)
        const used = (yield* store.list({ ...owner, keyId }, all, epoch)).toReversed()
        yield* store.note(used[0]!.digest, after(100), after(3_700))
        const next = sessionOf({ organizationId, keyId, createdAt: after(50), lastUsedAt: after(50) })
        yield* store.open(next, 3)
        const left = (yield* store.list({ ...owner, keyId }, all, epoch)).map(({ id }) => id)
        assert.sameMembers(left, [next.id, used[0]!.id, used[2]!.id], "the one used longest ago made room")
        assert.isTrue(Option.isSome(yield* store.find(otherKey.digest)), "another key has room of its own")
      })
    )

    it.effect("opens one session with a link, however many try, and none when it is over", () =>
      Effect.gen(function* () {
        const store = yield* SessionStore
        const link = linkOf()
        yield* store.putLink(link, 100)
        const tries = Array.from({ length: 30 }, () => sessionOf())
        const answers = yield* Effect.forEach(tries, (session) => store.openWithLink(link.digest, session, 100), {
          concurrency: "unbounded"
        })
        assert.strictEqual(answers.filter(Boolean).length, 1)
        const opened = yield* Effect.forEach(tries, ({ digest }) => store.find(digest))
        assert.deepStrictEqual(opened.map(Option.isSome), answers)
        const old = linkOf({ expiresAt: after(10) })
        yield* store.putLink(old, 100)
        const late = sessionOf({ createdAt: after(10) })
        assert.isFalse(yield* store.openWithLink(old.digest, late, 100), "it works for less than its end")
        assert.isFalse(yield* store.openWithLink(freshDigest(), late, 100))
        assert.isTrue(Option.isNone(yield* store.find(late.digest)))
      })
    )

    it.effect("keeps no more links than there may be", () =>
      Effect.gen(function* () {
        const store = yield* SessionStore
        const links = Array.from({ length: 4 }, (_, index) => linkOf({ expiresAt: after(5_000 + index) }))
        for (const link of links) yield* store.putLink(link, 2)
        const answers = yield* Effect.forEach(links, ({ digest }) => store.openWithLink(digest, sessionOf(), 100))
        assert.deepStrictEqual(answers, [false, false, true, true])
      })
    )

    it.effect("drops what is over, in parts", () =>
      Effect.gen(function* () {
        const store = yield* SessionStore
        const { sessions } = keyWith(5)
        for (const session of sessions) yield* store.open({ ...session, expiresAt: after(-100) }, 10)
        const kept = sessionOf()
        yield* store.open(kept, 100)
        const over = linkOf({ expiresAt: after(-100) })
        yield* store.putLink(over, 100)
        assert.isAtMost(yield* store.sweep(after(-100), 2), 4)
        while ((yield* store.sweep(after(-100), 2)) > 0) {}
        const found = yield* Effect.forEach([...sessions, kept], ({ digest }) => store.find(digest))
        assert.deepStrictEqual(found.map(Option.isSome), [false, false, false, false, false, true])
        const early = sessionOf({ createdAt: after(-200) })
        assert.isFalse(yield* store.openWithLink(over.digest, early, 100), "its row is gone")
      })
    )

    it.effect("dates anew at the next sweep what a clock that was ahead gave out, or noted a use of", () =>
      Effect.gen(function* () {
        const store = yield* SessionStore
        const [hour, day] = [3_600, 86_400]
        const sessionAt = (createdSeconds: number, usedSeconds: number, expiresSeconds: number) =>
          sessionOf({
            ...{ createdAt: after(createdSeconds), lastUsedAt: after(usedSeconds) },
            expiresAt: after(expiresSeconds)
          })
        const given = [
          sessionAt(30 * day, 30 * day, 30.5 * day),
          sessionAt(-hour, 2 * day, 2.5 * day),
          sessionAt(-6.9 * day, 0.1 * day - 1, 0.6 * day - 1),
          // A clock may be put back a little.
          sessionAt(300, 300, 12 * hour + 300)
        ]
        const anew = [
          sessionAt(0, 0, 12 * hour),
          sessionAt(-hour, 0, 12 * hour),
          sessionAt(-6.9 * day, 0, 0.1 * day),
          given[3]!
        ]
        const links = [2 * day, 1_200, hour].map((seconds) => linkOf({ expiresAt: after(seconds) }))
        for (const session of given) yield* store.open(session, 100)
        for (const link of links) yield* store.putLink(link, 100)
        while ((yield* store.sweep(epoch, 2)) > 0) {}
        const found = yield* Effect.forEach(given, ({ digest }) => store.find(digest))
        assert.deepStrictEqual(
          found.map(Option.getOrThrow),
          anew.map((session, index) => ({ ...session, id: given[index]!.id, digest: given[index]!.digest }))
        )
        const entered = (link: SessionLink, seconds: number) =>
          store.openWithLink(link.digest, sessionOf({ createdAt: after(seconds) }), 100)
        assert.isFalse(yield* entered(links[0]!, 900))
        assert.isTrue(yield* entered(links[0]!, 899))
        assert.isTrue(yield* entered(links[1]!, 1_199))
        assert.isFalse(yield* entered(links[2]!, 900))
      })
    )
  })
}
