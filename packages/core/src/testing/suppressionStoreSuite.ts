/** What `SuppressionStore` promises, run against any adapter. */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import type { ImportedRecord } from "../people/domain/ImportedRecord.ts"
import { PersonRecordStore } from "../people/PersonRecordStore.ts"
import { SuppressionStore } from "../people/SuppressionStore.ts"
import { epoch, freshDigest, organizationOf } from "./builders.ts"
import { buildTimeout, type EmptyStores } from "./Stores.ts"

const record: ImportedRecord = {
  ...{ fullName: "Ada", firstName: null, lastName: null, otherNames: [], emails: [], avatarUrl: null, bio: null },
  ...{ place: null, roles: [], listsAllRoles: false, education: [], skills: [], socialUrls: [], websiteUrls: [] },
  updatedAtMillis: null
}

const personOf = (...keys: ReadonlyArray<string>) => ({ id: keys[0]!, keys, record, importedAt: epoch })

export const suite = (name: string, stores: EmptyStores) =>
  layer(stores, { timeout: buildTimeout })(`SuppressionStore (${name})`, (it) => {
    it.effect("tells which keys were forgotten, however often they were", () =>
      Effect.gen(function* () {
        const store = yield* SuppressionStore
        const before = yield* store.count
        const [gone, other] = [freshDigest(), freshDigest()]
        assert.deepStrictEqual(yield* store.forgottenOf([gone, other]), [])
        assert.strictEqual(yield* store.forget(gone, epoch), 0)
        assert.strictEqual(yield* store.forget(gone, DateTime.add(epoch, { days: 1 })), 0)
        assert.deepStrictEqual(yield* store.forgottenOf([other, gone]), [gone])
        assert.deepStrictEqual(yield* store.forgottenOf([]), [])
        assert.strictEqual((yield* store.count) - before, 1)
      })
    )

    it.effect("removes what any organization imported under the key, and nobody else", () =>
      Effect.gen(function* () {
        const [mine, theirs] = [organizationOf().id, organizationOf().id]
        const [email, profile, other] = [freshDigest(), freshDigest(), freshDigest()]
        const people = yield* PersonRecordStore
        yield* people.put(mine, [personOf(email, profile), personOf(other)], 10)
        yield* people.put(theirs, [personOf(freshDigest(), profile)], 10)
        const store = yield* SuppressionStore
        assert.strictEqual(yield* store.forget(profile, epoch), 2)
        assert.deepStrictEqual(yield* people.find(mine, [email, profile], 10), [])
        assert.deepStrictEqual([yield* people.count(mine), yield* people.count(theirs)], [1, 0])
        const [left] = yield* people.find(mine, [other], 10)
        assert.strictEqual(left?.id, other)
      })
    )

    it.effect("lets nobody in who is put while they are forgotten", () =>
      Effect.gen(function* () {
        const { id } = organizationOf()
        const people = yield* PersonRecordStore
        const store = yield* SuppressionStore
        const keys = Array.from({ length: 8 }, freshDigest)
        yield* Effect.forEach(
          keys,
          (key) => Effect.all([people.put(id, [personOf(key)], 100), store.forget(key, epoch)], { concurrency: 2 }),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(yield* people.find(id, keys, 100), [])
        assert.strictEqual(yield* people.count(id), 0)
      })
    )
  })
