/** The keys of an installation: the operator's, and those that it opens. */
import { createCipheriv, hkdfSync, randomBytes } from "node:crypto"
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { InstanceSecretStore } from "@kittiwake/core/security/InstanceSecretStore"
import { SealedStore, type SealedValue } from "@kittiwake/core/security/SealedStore"
import { Sealer } from "@kittiwake/core/security/Sealer"
import { SealingKeys } from "@kittiwake/core/security/SealingKeys"
import { Context, Effect, Layer, Option, Redacted, type Scope } from "effect"
import { Base64 } from "effect/encoding"
import { inFile } from "../../../cli/src/keyFile.ts"
import { Database } from "../../../core/src/memory/Database.ts"
import * as MemorySecrets from "../../../core/src/memory/InstanceSecretStore.ts"
import { rotateSealingKey } from "../../../core/src/security/rotateSealingKey.ts"
import { sealAnew } from "../../../core/src/security/sealAnew.ts"
import { layer, ringName, type SealerOptions } from "../src/Sealer.ts"

const text = (value: string) => new TextEncoder().encode(value)
const given = (key: string) => Option.some(Redacted.make(key.padEnd(32, "-")))

const directory = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "kittiwake-keys-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)

/** A database that processes share, with what it holds of one kind. */
const newDatabase = Effect.gen(function* () {
  const secrets = Context.get(
    yield* Layer.build(Layer.fresh(MemorySecrets.layer.pipe(Layer.provide(Database.layer)))),
    InstanceSecretStore
  )
  const values = new Map<string, string>()
  const sealed = SealedStore.of({
    before: (kind, { after, head, limit }) =>
      Effect.sync(
        (): ReadonlyArray<SealedValue> =>
          kind !== "webhook secret"
            ? []
            : [...values]
                .filter(([id, value]) => id > after && !value.startsWith(head))
                .sort()
                .slice(0, limit)
                .map(([id, value]) => ({ id, value }))
      ),
    replace: (_, replacements) =>
      Effect.sync(() => {
        const same = replacements.filter(({ id, value }) => values.get(id) === value)
        for (const { id, next } of same) values.set(id, next)
        return same.length
      })
  })
  return { secrets, sealed, values }
})

type TestDatabase = Effect.Success<typeof newDatabase>

/** A process that has the database open. */
const start = (database: TestDatabase, options: SealerOptions = {}) =>
  Effect.map(
    Layer.build(
      Layer.fresh(layer(options)).pipe(
        Layer.provideMerge(
          Layer.succeedContext(
            Context.make(InstanceSecretStore, database.secrets).pipe(Context.add(SealedStore, database.sealed))
          )
        )
      )
    ),
    (context) => {
      const { open, seal } = Context.get(context, Sealer)
      return {
        keys: Context.get(context, SealingKeys),
        /** Stores a secret. */
        put: (id: string, secret: string) =>
          Effect.map(
            seal("webhook secret", text(secret)),
            (bytes) => void database.values.set(id, Base64.encode(bytes))
          ),
        /** Reads a secret; null when it cannot be opened. */
        get: (id: string) =>
          Effect.map(open("webhook secret", Buffer.from(database.values.get(id)!, "base64")), (opened) =>
            Option.isNone(opened) ? null : new TextDecoder().decode(opened.value)
          ),
        rotate: (next: Option.Option<Redacted.Redacted> = Option.none()) =>
          Effect.provideContext(rotateSealingKey(next), context),
        sealAnew: Effect.provideContext(sealAnew(), context)
      }
    }
  )

const scoped = <A, E>(work: Effect.Effect<A, E, Scope.Scope>) => Effect.scoped(work)

describe("the keys of an installation", () => {
  it.effect("seal under a key that the database keeps closed", () =>
    Effect.gen(function* () {
      const database = yield* newDatabase
      const one = yield* start(database, { key: given("first") })
      yield* one.put("a", "whsec_a")
      const other = yield* start(database, { key: given("first") })
      assert.strictEqual(yield* other.get("a"), "whsec_a")
      const stranger = yield* start(database, { key: given("another") })
      const refused = yield* Effect.flip(stranger.keys.standing)
      assert.strictEqual(refused._tag, "SealingKeyMissing")
      assert.match((refused as { readonly message: string }).message, /KITTIWAKE_SEALING_KEY/)
      assert.strictEqual((yield* Effect.flip(stranger.get("a")))._tag, "StoreUnavailable")
      const none = yield* start(database)
      assert.strictEqual((yield* Effect.flip(none.keys.standing))._tag, "SealingKeyMissing")
    }).pipe(scoped)
  )

  it.effect("go over to the next, which then alone opens what is kept, and a running process reads on", () =>
    Effect.gen(function* () {
      const database = yield* newDatabase
      const running = yield* start(database, { key: given("first") })
      yield* running.put("a", "whsec_a")
      database.values.set("plain", "whsec_plain")
      const command = yield* start(database, { key: given("first") })
      const done = yield* command.rotate(given("second"))
      assert.deepStrictEqual([done.sealed, done.unreadable, done.isRotating], [2, 0, false])

      const later = yield* start(database, { key: given("second") })
      assert.strictEqual(yield* later.get("a"), "whsec_a")
      assert.strictEqual(yield* later.get("plain"), "whsec_plain")
      const late = yield* start(database, { key: given("first") })
      assert.strictEqual((yield* Effect.flip(late.keys.standing))._tag, "SealingKeyMissing")
      assert.strictEqual((yield* later.sealAnew).sealed, 0)
    }).pipe(scoped)
  )

  it.effect("are heard of by a process that reads them while they change, and what it seals is read", () =>
    Effect.gen(function* () {
      const database = yield* newDatabase
      const running = yield* start(database, { key: given("first") })
      yield* running.put("a", "whsec_a")
      const command = yield* start(database, { key: given("first") })
      yield* command.keys.begin(given("second"))
      yield* running.keys.standing
      yield* command.rotate(given("second"))
      assert.strictEqual(yield* running.get("a"), "whsec_a")
      yield* running.put("b", "whsec_b")
      const later = yield* start(database, { key: given("second") })
      assert.strictEqual(yield* later.get("b"), "whsec_b")
      assert.strictEqual((yield* later.sealAnew).sealed, 0)
    }).pipe(scoped)
  )

  it.effect("are gone over to once, however often it is broken off and begun again", () =>
    Effect.gen(function* () {
      const database = yield* newDatabase
      yield* (yield* start(database, { key: given("first") })).put("a", "whsec_a")
      const begin = Effect.flatMap(start(database, { key: given("first") }), ({ keys }) => keys.begin(given("second")))
      yield* begin
      const ring = yield* database.secrets.get(ringName)
      yield* begin
      assert.strictEqual(yield* database.secrets.get(ringName), ring)
      // Both open it meanwhile.
      for (const key of ["first", "second"]) {
        const other = yield* start(database, { key: given(key) })
        assert.strictEqual(yield* other.get("a"), "whsec_a")
        assert.isTrue((yield* other.keys.standing).isRotating)
      }
      const again = yield* start(database, { key: given("first") })
      yield* again.rotate(given("second"))
      const after = yield* start(database, { key: given("first"), nextKey: given("second") })
      assert.isFalse((yield* after.rotate(given("second"))).isRotating)
      assert.strictEqual(yield* (yield* start(database, { key: given("second") })).get("a"), "whsec_a")
    }).pipe(scoped)
  )

  it.effect("do not end a rotation to a key that is not there", () =>
    Effect.gen(function* () {
      const database = yield* newDatabase
      yield* (yield* start(database, { key: given("first") })).keys.begin(given("second"))
      const forgetful = yield* start(database, { key: given("first") })
      const refused = yield* Effect.flip(forgetful.rotate())
      assert.match((refused as { readonly message: string }).message, /KITTIWAKE_SEALING_KEY_NEXT/)
    }).pipe(scoped)
  )

  it.effect("say which setting names the next key, where the operator gives the key", () =>
    Effect.gen(function* () {
      const database = yield* newDatabase
      const { rotate } = yield* start(database, { key: given("first") })
      const refused = yield* Effect.flip(rotate())
      assert.strictEqual(refused._tag, "NoNextSealingKey")
    }).pipe(scoped)
  )

  it.effect("stand in a file where the operator gives none, and in no database", () =>
    Effect.gen(function* () {
      const database = yield* newDatabase
      const file = join(yield* directory, "sealing.key")
      const place = inFile(file)
      const one = yield* start(database, { place })
      yield* one.put("a", "whsec_a")
      const key = yield* Effect.promise(() => readFile(file, "utf8"))
      assert.match(key, /^[0-9a-f]{64}\n$/)
      assert.strictEqual((yield* Effect.promise(() => stat(file))).mode & 0o777, 0o600)
      assert.notInclude(String(yield* database.secrets.get(ringName)), key.trim())
      assert.isNull(yield* database.secrets.get("sealing"))

      const done = yield* one.rotate()
      assert.strictEqual(done.place, file)
      assert.notStrictEqual(yield* Effect.promise(() => readFile(file, "utf8")), key)
      assert.strictEqual(yield* (yield* start(database, { place })).get("a"), "whsec_a")
      assert.strictEqual(
        yield* (yield* start(database, { key: Option.some(Redacted.make((yield* place.read)[0]!)) })).get("a"),
        "whsec_a"
      )
      const old = yield* start(database, { key: Option.some(Redacted.make(key.trim())) })
      assert.strictEqual((yield* Effect.flip(old.keys.standing))._tag, "SealingKeyMissing")

      // The operator takes over.
      yield* (yield* start(database, { place, key: given("own") })).rotate()
      assert.strictEqual(yield* (yield* start(database, { key: given("own") })).get("a"), "whsec_a")
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(join(file, ".."))), ["sealing.key.previous"])
    }).pipe(scoped)
  )

  it.effect("come back with the copies that they open, however often they were replaced since", () =>
    Effect.gen(function* () {
      const file = join(yield* directory, "sealing.key")
      const copies: Array<{ readonly ring: string; readonly sealed: string; readonly key: string }> = []
      const database = yield* newDatabase
      yield* (yield* start(database, { place: inFile(file) })).put("a", "whsec_a")
      const keyNow = Effect.promise(() => readFile(file, "utf8"))
      const copy = Effect.gen(function* () {
        const ring = (yield* database.secrets.get(ringName))!
        copies.push({ ring, sealed: database.values.get("a")!, key: yield* keyNow })
      })
      yield* copy
      for (const _ of [1, 2, 3]) {
        yield* (yield* start(database, { place: inFile(file) })).rotate()
        yield* copy
      }
      // While the key is being replaced, too; that is never ended.
      yield* (yield* start(database, { place: inFile(file) })).keys.begin(Option.none())
      yield* copy
      assert.lengthOf(new Set(copies.map(({ key }) => key)), 4)
      // To the first, forth to the last, and back and forth between: whoever starts has every one of them.
      for (const at of [0, 4, 1, 3, 0, 2, 4]) {
        const { key, ring, sealed } = copies[at]!
        const restored = yield* newDatabase
        yield* restored.secrets.getOrKeep(ringName, ring)
        restored.values.set("a", sealed)
        for (const _ of ["start", "start again"]) {
          const process = yield* start(restored, { place: inFile(file) })
          assert.strictEqual(yield* process.get("a"), "whsec_a", `copy ${at}`)
          yield* process.sealAnew
          yield* process.keys.forget
          assert.strictEqual((yield* process.keys.standing).isRotating, at === 4)
          if (at !== 4) assert.strictEqual(yield* keyNow, key)
        }
      }
      // The last of them goes on with what was begun, with a key that others had put away meanwhile.
      const last = yield* newDatabase
      yield* last.secrets.getOrKeep(ringName, copies[4]!.ring)
      last.values.set("a", copies[4]!.sealed)
      yield* (yield* start(last, { place: inFile(file) })).rotate()
      const after = yield* start(last, { place: inFile(file) })
      assert.deepStrictEqual([(yield* after.keys.standing).isRotating, yield* after.get("a")], [false, "whsec_a"])
      assert.notInclude(
        copies.map(({ key }) => key),
        yield* keyNow
      )
    }).pipe(scoped)
  )

  it.effect("come back from the operator's key to one of the installation's own, and the other way", () =>
    Effect.gen(function* () {
      const file = join(yield* directory, "sealing.key")
      const place = inFile(file)
      const database = yield* newDatabase
      yield* (yield* start(database, { place })).put("a", "whsec_a")
      const [ring, sealed] = [(yield* database.secrets.get(ringName))!, database.values.get("a")!]
      yield* (yield* start(database, { place, key: given("own") })).rotate()
      const restored = yield* newDatabase
      yield* restored.secrets.getOrKeep(ringName, ring)
      restored.values.set("a", sealed)
      for (const key of [given("own"), Option.none<Redacted.Redacted>()]) {
        const process = yield* start(restored, { place, key })
        yield* process.keys.forget
        assert.strictEqual(yield* process.get("a"), "whsec_a")
        assert.strictEqual((yield* process.keys.standing).place, file)
        assert.strictEqual((yield* process.keys.standing).isOutdated, Option.isSome(key))
      }
      yield* (yield* start(restored, { place, key: given("own") })).rotate()
      assert.strictEqual(yield* (yield* start(restored, { key: given("own") })).get("a"), "whsec_a")
      // What was kept as it stood before the copy was put in its place.
      assert.strictEqual(yield* (yield* start(database, { key: given("own") })).get("a"), "whsec_a")
    }).pipe(scoped)
  )

  it.effect("are lost to nobody where it is looked at what is needed while they are replaced", () =>
    Effect.gen(function* () {
      const file = join(yield* directory, "sealing.key")
      const place = inFile(file)
      const [now, next] = [yield* place.make, yield* place.makeNext]
      yield* Effect.all(
        [place.putAway((key) => key === now), place.advance(next), place.putAway((key) => key === now), place.read],
        { concurrency: "unbounded" }
      )
      assert.sameMembers([...(yield* place.read)], [now, next])
    }).pipe(scoped)
  )

  it.effect("leave the database when the operator gives one", () =>
    Effect.gen(function* () {
      const database = yield* newDatabase
      const one = yield* start(database)
      yield* one.put("a", "whsec_a")
      assert.isTrue((yield* one.keys.standing).isBeside)
      yield* one.rotate()
      assert.isTrue((yield* one.keys.standing).isBeside)
      const owned = yield* start(database, { key: given("own") })
      assert.isTrue((yield* owned.keys.standing).isOutdated)
      yield* owned.keys.begin(Option.none())
      yield* one.keys.standing
      yield* owned.rotate()
      assert.isFalse((yield* owned.keys.standing).isOutdated)
      for (const name of ["sealing", "sealing.next"]) assert.isNull(yield* database.secrets.get(name))
      assert.strictEqual(yield* one.get("a"), "whsec_a")
      assert.strictEqual((yield* Effect.flip((yield* start(database)).keys.standing))._tag, "SealingKeyMissing")
    }).pipe(scoped)
  )

  it.effect("in the database stay where another process has just made the one to go over to", () =>
    Effect.gen(function* () {
      const database = yield* newDatabase
      const process = yield* start(database)
      yield* process.put("a", "whsec_a")
      // Between two steps of another process: the key is there, and no ring needs it yet.
      const coming = yield* database.secrets.getOrKeep("sealing.next", "the key that comes")
      yield* process.keys.forget
      assert.strictEqual(yield* database.secrets.get("sealing.next"), coming)
      yield* (yield* start(database)).rotate()
      yield* process.keys.forget
      assert.strictEqual(yield* database.secrets.get("sealing"), coming)
      assert.strictEqual(yield* (yield* start(database)).get("a"), "whsec_a")
      // One that nobody went over to goes at the look after.
      yield* database.secrets.getOrKeep("sealing.next", "a key of nobody")
      yield* process.keys.forget
      yield* process.keys.forget
      assert.isNull(yield* database.secrets.get("sealing.next"))
    }).pipe(scoped)
  )

  it.effect("open what was sealed before there were several, until it is sealed anew", () =>
    Effect.gen(function* () {
      const database = yield* newDatabase
      const [first, set] = [firstSealed("kept in the database"), firstSealed("set".padEnd(32, "-"))]
      yield* database.secrets.getOrKeep("sealing", "kept in the database")
      database.values.set("a", first("whsec_a"))
      database.values.set("b", set("whsec_b"))
      database.values.set("c", firstSealed("nobody has this")("whsec_c"))
      const one = yield* start(database, { key: given("set") })
      assert.deepStrictEqual(
        [yield* one.get("a"), yield* one.get("b"), yield* one.get("c")],
        ["whsec_a", "whsec_b", null]
      )
      assert.deepStrictEqual(yield* one.sealAnew, { sealed: 2, unreadable: 1 })
      yield* one.keys.forget
      assert.isNull(yield* database.secrets.get("sealing"))
      assert.deepStrictEqual(
        [yield* one.get("a"), yield* one.get("b"), yield* one.get("c")],
        ["whsec_a", "whsec_b", null]
      )
    }).pipe(scoped)
  )
})

/** Seals as the version did that knew one key alone. */
const firstSealed = (secret: string) => (plain: string) => {
  const purpose = "webhook secret"
  const key = Buffer.from(hkdfSync("sha256", secret, "", `kittiwake sealing 1\0${purpose}`, 32))
  const nonce = randomBytes(12)
  const cipher = createCipheriv("aes-256-gcm", key, nonce)
  cipher.setAAD(Buffer.from(purpose))
  return Buffer.concat([Buffer.of(1), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString(
    "base64"
  )
}
