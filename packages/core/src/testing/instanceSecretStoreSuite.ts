import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { InstanceSecretStore } from "../security/InstanceSecretStore.ts"
import { freshId } from "./builders.ts"
import { buildTimeout, type EmptyStores } from "./Stores.ts"

/** What `InstanceSecretStore` promises, run against any adapter. */
export const suite = (name: string, stores: EmptyStores) =>
  layer(stores, { timeout: buildTimeout })(`InstanceSecretStore (${name})`, (it) => {
    it.effect("keeps the first secret offered under a name", () =>
      Effect.gen(function* () {
        const secrets = yield* InstanceSecretStore
        const key = freshId("secret")
        assert.strictEqual(yield* secrets.getOrKeep(key, "first"), "first")
        assert.strictEqual(yield* secrets.getOrKeep(key, "second"), "first")
      })
    )

    it.effect("keeps secrets of different names apart", () =>
      Effect.gen(function* () {
        const secrets = yield* InstanceSecretStore
        const [one, other] = [freshId("secret"), freshId("secret")]
        yield* secrets.getOrKeep(one, "a")
        assert.strictEqual(yield* secrets.getOrKeep(other, "b"), "b")
        assert.strictEqual(yield* secrets.getOrKeep(one, "b"), "a")
      })
    )

    it.effect("gives 50 processes that start together the same secret", () =>
      Effect.gen(function* () {
        const secrets = yield* InstanceSecretStore
        const key = freshId("secret")
        const offered = Array.from({ length: 50 }, (_, index) => `candidate ${index}`)
        const kept = yield* Effect.forEach(offered, (candidate) => secrets.getOrKeep(key, candidate), {
          concurrency: "unbounded"
        })
        assert.strictEqual(new Set(kept).size, 1)
        assert.include(offered, kept[0])
        assert.strictEqual(yield* secrets.getOrKeep(key, "late"), kept[0])
      })
    )

    it.effect("replaces a secret that is kept still, and no other", () =>
      Effect.gen(function* () {
        const secrets = yield* InstanceSecretStore
        const [key, other] = [freshId("secret"), freshId("secret")]
        assert.isNull(yield* secrets.get(key))
        assert.isFalse(yield* secrets.replace(key, "first", "second"))
        assert.isNull(yield* secrets.get(key))
        yield* secrets.getOrKeep(key, "first")
        yield* secrets.getOrKeep(other, "first")
        assert.isFalse(yield* secrets.replace(key, "another", "second"))
        assert.isFalse(yield* secrets.replace(key, "another", null))
        assert.strictEqual(yield* secrets.get(key), "first")
        assert.isTrue(yield* secrets.replace(key, "first", "second"))
        assert.strictEqual(yield* secrets.getOrKeep(key, "late"), "second")
        assert.isTrue(yield* secrets.replace(key, "second", null))
        assert.isNull(yield* secrets.get(key))
        assert.strictEqual(yield* secrets.get(other), "first")
      })
    )

    it.effect("lets one of 50 replace a secret", () =>
      Effect.gen(function* () {
        const secrets = yield* InstanceSecretStore
        const key = freshId("secret")
        yield* secrets.getOrKeep(key, "first")
        const replaced = yield* Effect.forEach(
          Array.from({ length: 50 }, (_, index) => `next ${index}`),
          (next) => Effect.map(secrets.replace(key, "first", next), (did) => (did ? [next] : [])),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(replaced.flat(), [yield* secrets.get(key)])
      })
    )
  })
