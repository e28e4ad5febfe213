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

suite("node:crypto, key of the installation", CryptoSealer.layer().pipe(Layer.provide(secrets)))

let made = 0
suite(
  "node:crypto, key of the operator",
  Layer.suspend(() =>
    CryptoSealer.layer({ key: Option.some(Redacted.make(`an operator's key of 32 characters ${made++}`)) }).pipe(
      Layer.provide(secrets)
    )
  )
)

const plain = new TextEncoder().encode("canary-7f3a: a session that nobody may read")

describe("Sealer (node:crypto)", () => {
  it.effect("shows nothing of what it sealed", () =>
    Effect.gen(function* () {
      const sealed = yield* Sealer.use((sealer) => sealer.seal("profile", plain))
      assert.notInclude(Buffer.from(sealed).toString("latin1"), "canary")
      assert.strictEqual(sealed[0], 2)
    }).pipe(Effect.provide(CryptoSealer.layer().pipe(Layer.provide(secrets))))
  )

  it.effect("says that the store is away, and seals once it is back", () =>
    Effect.gen(function* () {
      let away = true
      const unless = <A, E>(work: Effect.Effect<A, E>) =>
        Effect.suspend(
          (): Effect.Effect<A, E | StoreUnavailable> =>
            away ? Effect.fail(new StoreUnavailable({ operation: "secrets", cause: "away" })) : work
        )
      const shaky = Layer.effect(
        Secrets,
        Effect.map(Secrets, (inner) =>
          Secrets.of({
            getOrKeep: (name, candidate) => unless(inner.getOrKeep(name, candidate)),
            get: (name) => unless(inner.get(name)),
            replace: (name, secret, next) => unless(inner.replace(name, secret, next))
          })
        )
      ).pipe(Layer.provide(secrets))
      yield* Effect.gen(function* () {
        const sealer = yield* Sealer
        assert.strictEqual((yield* Effect.flip(sealer.seal("profile", plain)))._tag, "StoreUnavailable")
        away = false
        assert.deepStrictEqual(yield* sealer.open("profile", yield* sealer.seal("profile", plain)), Option.some(plain))
      }).pipe(Effect.provide(CryptoSealer.layer().pipe(Layer.provide(shaky))))
    })
  )
})
