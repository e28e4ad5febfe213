/** What an organization imported, and who asked to be forgotten. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Memory from "../../src/memory/Memory.ts"
import { OrganizationId } from "../../src/organizations/domain/Organization.ts"
import type { PersonClues } from "../../src/people/domain/PersonClues.ts"
import { ImportedPeople } from "../../src/people/ImportedPeople.ts"
import { Suppressions } from "../../src/people/Suppressions.ts"
import { InstanceSecretStore } from "../../src/security/InstanceSecretStore.ts"
import { importedOf, recordOf, roleAt } from "./records.ts"

const [mine, theirs] = [OrganizationId.make("org_a"), OrganizationId.make("org_b")]

const installation = Layer.mergeAll(ImportedPeople.layer, Suppressions.layer).pipe(Layer.provideMerge(Memory.layer))

const clues = (given: Partial<PersonClues>): PersonClues => ({
  ...{ email: null, socialUrls: [], firstName: null, lastName: null, company: null, education: [] },
  location: { city: null, region: null, country: null },
  ...given
})

const ada = importedOf({
  fullName: "Ada Arden",
  emails: ["ada@gull.example"],
  socialUrls: ["https://github.com/ada"],
  roles: [roleAt("tern.example")],
  updatedAtMillis: 1_600_000_000_000
})

const find = (organizationId: OrganizationId, given: Partial<PersonClues>) =>
  ImportedPeople.use(({ source }) =>
    source.find(clues(given), { organizationId, leftMillis: 1_000, zeroRetention: false })
  )

const atTern = { firstName: "ADA", lastName: "Árden", company: { name: null, domain: "tern.example" } }

describe("imported people", () => {
  it.effect("are found by e-mail address, profile, and name at a domain", () =>
    Effect.gen(function* () {
      const people = yield* ImportedPeople
      yield* people.put(mine, [ada, importedOf({ fullName: "Ada Arden", emails: ["ada@other.example"] })])
      const ways: ReadonlyArray<readonly [Partial<PersonClues>, string]> = [
        [{ email: "ada@gull.example" }, "email"],
        [{ socialUrls: ["http://www.github.com/Ada"] }, "profile"],
        [atTern, "name"]
      ]
      for (const [given, foundBy] of ways) {
        const found = yield* find(mine, given)
        assert.deepStrictEqual(
          found.map((one) => [one.source, one.foundBy, one.emails[0], one.url]),
          [["import", foundBy, "ada@gull.example", "https://github.com/ada"]]
        )
        assert.strictEqual(found[0]?.updatedAt?.epochMilliseconds, ada.updatedAtMillis)
      }
      assert.deepStrictEqual(yield* find(mine, { firstName: "Ada", lastName: "Arden" }), [])
      assert.deepStrictEqual(yield* find(theirs, { email: "ada@gull.example" }), [])
    }).pipe(Effect.provide(installation))
  )

  it.effect("are replaced by the same e-mail address, and dropped together", () =>
    Effect.gen(function* () {
      const people = yield* ImportedPeople
      yield* people.put(mine, [ada])
      const again = yield* people.put(mine, [{ ...ada, bio: "again" }, importedOf({ fullName: "Nobody" })])
      assert.deepStrictEqual(again, { added: 0, replaced: 1, forgotten: 0, refused: 0 })
      const many = Array.from({ length: 1_201 }, (_, n) => importedOf({ emails: [`p${n}@gull.example`] }))
      yield* people.put(mine, many)
      assert.strictEqual(yield* people.count(mine), 1_202)
      assert.strictEqual(yield* people.clear(mine), 1_202)
      assert.strictEqual(yield* people.count(mine), 0)
    }).pipe(Effect.provide(installation))
  )

  it.effect("are kept under digests that say nothing of them and differ between installations", () =>
    Effect.gen(function* () {
      const [one, other] = yield* Effect.all(
        ["a secret", "another"].map((secret) =>
          Effect.gen(function* () {
            yield* (yield* InstanceSecretStore).getOrKeep("people", secret)
            const people = yield* ImportedPeople
            yield* people.put(mine, [ada])
            return yield* people.list(mine, { after: null, limit: 10 })
          }).pipe(Effect.provide(Layer.fresh(installation)))
        )
      )
      assert.match(one![0]!.id, /^[0-9a-f]{32}$/)
      assert.notStrictEqual(one![0]!.id, other![0]!.id)
    })
  )
})

describe("who asked to be forgotten", () => {
  it.effect("is neither asked for nor told of, by whatever source", () =>
    Effect.gen(function* () {
      const people = yield* ImportedPeople
      const suppressions = yield* Suppressions
      yield* people.put(mine, [ada])
      yield* people.put(theirs, [ada])
      assert.isFalse(yield* suppressions.isForgotten(clues({ email: "ada@gull.example" })))
      assert.strictEqual(yield* suppressions.forget("Ada@Gull.example"), 2)
      assert.isTrue(yield* suppressions.isForgotten(clues({ email: "ada@gull.example" })))
      assert.isFalse(yield* suppressions.isForgotten(clues(atTern)))
      assert.deepStrictEqual(yield* find(mine, { socialUrls: ["https://github.com/ada"] }), [])
      const found = [recordOf({ fullName: "Ada", emails: ["ada@gull.example"] }), recordOf({ fullName: "Bea" })]
      const left = yield* suppressions.withoutForgotten(found)
      assert.deepStrictEqual(
        left.map(({ fullName }) => fullName),
        ["Bea"]
      )
      assert.deepStrictEqual(yield* people.put(mine, [ada]), { added: 0, replaced: 0, forgotten: 1, refused: 0 })
      assert.strictEqual(yield* suppressions.count, 1)
    }).pipe(Effect.provide(installation))
  )

  it.effect("is known by a name at a domain, too", () =>
    Effect.gen(function* () {
      const suppressions = yield* Suppressions
      yield* suppressions.forget("Ada Arden@tern.example")
      assert.isTrue(yield* suppressions.isForgotten(clues(atTern)))
      const records = [recordOf({ fullName: "Ada Arden", roles: [roleAt("tern.example")] })]
      assert.deepStrictEqual(yield* suppressions.withoutForgotten(records), [])
      assert.strictEqual((yield* Effect.flip(suppressions.forget("Ada")))._tag, "NoPersonKey")
    }).pipe(Effect.provide(installation))
  )
})
