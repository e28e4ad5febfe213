import { assert, layer } from "@effect/vitest"
import { ApiKeyStore } from "@kittiwake/core/organizations/ApiKeyStore"
import { OrganizationStore } from "@kittiwake/core/organizations/OrganizationStore"
import { suite } from "@kittiwake/core/testing/apiKeyStoreSuite"
import { Effect, Option } from "effect"
import { epoch, keyOf, organizationOf } from "../../../core/src/testing/builders.ts"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)

const find = Effect.fnUntraced(function* (digest: string) {
  return Option.getOrThrow(yield* (yield* ApiKeyStore).find(digest))
})

layer(onSqlite)("keys that are kept in memory", (it) => {
  it.effect("are as they were written by whatever was answered before", () =>
    Effect.gen(function* () {
      const [keys, organizations] = [yield* ApiKeyStore, yield* OrganizationStore]
      const organization = organizationOf({ plan: "free" })
      const key = keyOf(organization.id)
      yield* organizations.put(organization)
      yield* keys.put(key)
      assert.isNull((yield* find(key.digest)).key.revokedAt)

      yield* organizations.put({ ...organization, plan: "developer" })
      assert.strictEqual((yield* find(key.digest)).organization.plan, "developer")
      const stored = Option.getOrThrow(yield* organizations.get(organization.id))
      yield* organizations.update(stored, { ...organization, disabled: true })
      assert.isTrue((yield* find(key.digest)).organization.disabled)
      yield* keys.revoke(organization.id, key.id, epoch)
      assert.deepStrictEqual((yield* find(key.digest)).key.revokedAt, epoch)
      const replaced = { ...keyOf(organization.id), id: key.id }
      yield* keys.put(replaced)
      assert.isTrue(Option.isNone(yield* keys.find(key.digest)))
      assert.strictEqual((yield* find(replaced.digest)).key.id, key.id)
    })
  )

  it.effect("are right for many organizations that change in turn, while everybody asks", () =>
    Effect.gen(function* () {
      const [keys, organizations] = [yield* ApiKeyStore, yield* OrganizationStore]
      const owners = Array.from({ length: 100 }, () => organizationOf())
      const issued = owners.map(({ id }) => keyOf(id))
      yield* Effect.forEach(owners, organizations.put, { concurrency: "unbounded" })
      yield* Effect.forEach(issued, keys.put, { concurrency: "unbounded" })
      yield* Effect.forEach(
        owners,
        (owner, index) =>
          Effect.gen(function* () {
            const { digest, id } = issued[index]!
            for (const name of ["first", "second", "third"]) {
              yield* organizations.put({ ...owner, name })
              yield* Effect.forEach(issued, (one) => find(one.digest))
              assert.strictEqual((yield* find(digest)).organization.name, name)
            }
            yield* keys.revoke(owner.id, id, epoch)
            assert.deepStrictEqual((yield* find(digest)).key.revokedAt, epoch)
          }),
        { concurrency: "unbounded" }
      )
    })
  )
})
