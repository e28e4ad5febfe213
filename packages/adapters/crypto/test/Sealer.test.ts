import { assert, describe, it } from "@effect/vitest"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { InstanceSecretStore as Secrets } from "@kittiwake/core/security/InstanceSecretStore"
import { Sealer } from "@kittiwake/core/security/Sealer"
import { suite } from "@kittiwake/core/testing/sealerSuite"
import { Effect, Layer, Option, Redacted } from "effect"
import { Database } from "../../../core/src/memory/Database.ts"
import * as InstanceSecretStore from "../../../core/src/memory/InstanceSecretStore.ts"
import * as CryptoSealer from "../src/Sealer.ts"

const secrets = InstanceSecretStore.layer.pipe(Layer.provide(Database.layer))

suite("node:crypto, key of the installation", CryptoSealer.layer.pipe(Layer.provide(secrets)))

let made = 0
suite(
  "node:crypto, key of the operator",
  Layer.suspend(() => CryptoSealer.layerWithKey(Redacted.make(`an operator's key of 32 characters ${made++}`)))
)

const plain = new TextEncoder().encode("canary-7f3a: a session that nobody may read")

describe("Sealer (node:crypto)", () => {
  it.effect("shows nothing of what it sealed", () =>
    Effect.gen(function* () {
      const sealed = yield* Sealer.use((sealer) => sealer.seal("profile", plain))
      assert.notInclude(Buffer.from(sealed).toString("latin1"), "canary")
      assert.strictEqual(sealed[0], 1)
    }).pipe(Effect.provide(CryptoSealer.layer), Effect.provide(secrets))
  )

  it.effect("opens in every process that has the key, and in one that starts later", () =>
    Effect.gen(function* () {
      const key = Redacted.make("0123456789abcdef0123456789abcdef")
      const sealed = yield* Sealer.use((sealer) => sealer.seal("profile", plain)).pipe(
        Effect.provide(CryptoSealer.layerWithKey(key))
      )
      const opened = yield* Sealer.use((sealer) => sealer.open("profile", sealed)).pipe(
        Effect.provide(CryptoSealer.layerWithKey(key))
      )
      assert.deepStrictEqual(opened, Option.some(plain))
    })
  )

  it.effect("says that the store is away, and seals once it is back", () =>
    Effect.gen(function* () {
      let away = true
      const shaky = Layer.succeed(
        Secrets,
        Secrets.of({
          getOrKeep: (_, candidate) =>
            Effect.suspend(() =>
              away
                ? Effect.fail(new StoreUnavailable({ operation: "getOrKeep", cause: "away" }))
                : Effect.succeed(candidate)
            )
        })
      )
      yield* Effect.gen(function* () {
        const sealer = yield* Sealer
        assert.strictEqual((yield* Effect.flip(sealer.seal("profile", plain)))._tag, "StoreUnavailable")
        away = false
        assert.deepStrictEqual(yield* sealer.open("profile", yield* sealer.seal("profile", plain)), Option.some(plain))
      }).pipe(Effect.provide(CryptoSealer.layer), Effect.provide(shaky))
    })
  )
})
