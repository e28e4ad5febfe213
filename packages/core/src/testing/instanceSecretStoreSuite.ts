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
  })
