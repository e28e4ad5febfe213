/** What `PersonRecordStore` promises, run against any adapter. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { ImportedRecord } from "../people/domain/ImportedRecord.ts"
import { type ImportedPerson, PersonRecordStore } from "../people/PersonRecordStore.ts"
import { SuppressionStore } from "../people/SuppressionStore.ts"
import { epoch, freshDigest, organizationOf } from "./builders.ts"
import { buildTimeout, type EmptyStores } from "./Stores.ts"

const recordOf = (fullName: string): ImportedRecord => ({
  ...{ fullName, firstName: null, lastName: null, otherNames: [], emails: ["ada@tern.example"], avatarUrl: null },
  ...{ bio: 'a "quoted" \\ line\n', listsAllRoles: true, skills: ["chess"], socialUrls: [], websiteUrls: [] },
  place: { display: "Turin", city: "Turin", region: null, country: "Italy", countryCode: "IT" },
  roles: [
    {
      ...{ title: "Keeper", organization: { name: "Tern", domain: "tern.example" }, location: null, description: null },
      ...{ startDate: { year: 2019, month: 5, day: null }, endDate: null, isCurrent: true }
    }
  ],
  education: [],
  updatedAtMillis: 1_600_000_000_123
})

const personOf = (name: string, keys: ReadonlyArray<string> = []): ImportedPerson => {
  const id = freshDigest()
  return { id, keys: [id, ...keys], record: recordOf(name), importedAt: epoch }
}

const plenty = 1_000

const put = (organizationId: OrganizationId, people: ReadonlyArray<ImportedPerson>, most = plenty) =>
  PersonRecordStore.use((store) => store.put(organizationId, people, most))

const find = (organizationId: OrganizationId, keys: ReadonlyArray<string>, limit = 10) =>
  PersonRecordStore.use((store) => store.find(organizationId, keys, limit))

const counted = (organizationId: OrganizationId) => PersonRecordStore.use((store) => store.count(organizationId))

const names = (people: ReadonlyArray<ImportedPerson>) => people.map(({ record }) => record.fullName)

export const suite = (name: string, stores: EmptyStores) =>
  layer(stores, { timeout: buildTimeout })(`PersonRecordStore (${name})`, (it) => {
    it.effect("finds people by any of their keys, as they were put", () =>
      Effect.gen(function* () {
        const { id } = organizationOf()
        const shared = freshDigest()
        const ada = personOf("Ada", [shared])
        assert.deepStrictEqual(yield* put(id, [ada]), { added: 1, replaced: 0, forgotten: 0, refused: 0 })
        const [found, ...others] = yield* find(id, [freshDigest(), shared])
        assert.deepStrictEqual(others, [])
        assert.deepStrictEqual(found?.record, ada.record)
        assert.deepStrictEqual([found?.id, found?.keys.toSorted()], [ada.id, [...ada.keys].toSorted()])
        assert.strictEqual(found?.importedAt.epochMilliseconds, epoch.epochMilliseconds)
        assert.deepStrictEqual(yield* find(id, []), [])
        assert.deepStrictEqual(yield* find(id, [freshDigest()]), [])
      })
    )

    it.effect("gives those first that have more of the keys, and no more than are wanted", () =>
      Effect.gen(function* () {
        const { id } = organizationOf()
        const [a, b] = [freshDigest(), freshDigest()]
        yield* put(id, [personOf("one", [a]), personOf("both", [a, b]), personOf("other", [b]), personOf("none")])
        assert.deepStrictEqual(names(yield* find(id, [a, b])), ["both", "one", "other"])
        assert.deepStrictEqual(names(yield* find(id, [a, b], 1)), ["both"])
      })
    )

    it.effect("shows an organization its own people alone", () =>
      Effect.gen(function* () {
        const [mine, theirs] = [organizationOf().id, organizationOf().id]
        const person = personOf("Ada")
        yield* put(mine, [person])
        assert.deepStrictEqual(yield* find(theirs, person.keys), [])
        assert.strictEqual(yield* counted(theirs), 0)
        yield* put(theirs, [{ ...person, record: recordOf("Ada of theirs") }])
        assert.deepStrictEqual(names(yield* find(mine, person.keys)), ["Ada"])
        assert.strictEqual(yield* PersonRecordStore.use((store) => store.clear(theirs, 10)), 1)
        assert.strictEqual(yield* counted(mine), 1)
      })
    )

    it.effect("replaces who is there, with their keys, and keeps the later of two that are put together", () =>
      Effect.gen(function* () {
        const { id } = organizationOf()
        const [old, fresh] = [freshDigest(), freshDigest()]
        const first = personOf("first", [old])
        const twin = personOf("twin")
        yield* put(id, [first, twin, { ...twin, record: recordOf("later") }])
        const again = { ...first, keys: [first.id, fresh], record: recordOf("again") }
        assert.deepStrictEqual(yield* put(id, [again]), { added: 0, replaced: 1, forgotten: 0, refused: 0 })
        assert.deepStrictEqual(yield* find(id, [old]), [])
        assert.deepStrictEqual(names(yield* find(id, [fresh])), ["again"])
        assert.deepStrictEqual(names(yield* find(id, twin.keys)), ["later"])
        assert.strictEqual(yield* counted(id), 2)
      })
    )

    it.effect("keeps nobody who has a key that was forgotten", () =>
      Effect.gen(function* () {
        const { id } = organizationOf()
        const gone = freshDigest()
        yield* SuppressionStore.use((store) => store.forget(gone, epoch))
        const result = yield* put(id, [personOf("forgotten", [gone]), personOf("kept")])
        assert.deepStrictEqual(result, { added: 1, replaced: 0, forgotten: 1, refused: 0 })
        assert.deepStrictEqual(yield* find(id, [gone]), [])
        assert.strictEqual(yield* counted(id), 1)
      })
    )

    it.effect("has no room for more than the most, and replaces all the same", () =>
      Effect.gen(function* () {
        const { id } = organizationOf()
        const first = personOf("first")
        const filled = yield* put(id, [first, personOf("second"), personOf("third")], 2)
        assert.deepStrictEqual(filled, { added: 2, replaced: 0, forgotten: 0, refused: 1 })
        const later = yield* put(id, [{ ...first, record: recordOf("again") }, personOf("fourth")], 2)
        assert.deepStrictEqual(later, { added: 0, replaced: 1, forgotten: 0, refused: 1 })
        assert.strictEqual(yield* counted(id), 2)
      })
    )

    it.effect("has room for one of those who come at once for the last place", () =>
      Effect.gen(function* () {
        const { id } = organizationOf()
        yield* put(id, [personOf("first")], 2)
        const results = yield* Effect.forEach([1, 2, 3, 4], (n) => put(id, [personOf(`${n}`)], 2), {
          concurrency: "unbounded"
        })
        assert.strictEqual(
          results.reduce((sum, { added }) => sum + added, 0),
          1
        )
        assert.strictEqual(yield* counted(id), 2)
      })
    )

    it.effect("lists people by their ids, and drops them in steps", () =>
      Effect.gen(function* () {
        const { id } = organizationOf()
        const people = ["a", "b", "c"].map((one) => personOf(one))
        yield* put(id, people)
        const store = yield* PersonRecordStore
        const first = yield* store.list(id, { after: null, limit: 2 })
        assert.deepStrictEqual(names(first), ["a", "b"])
        assert.deepStrictEqual(names(yield* store.list(id, { after: first[1]!.id, limit: 2 })), ["c"])
        assert.strictEqual(yield* store.clear(id, 2), 2)
        assert.strictEqual(yield* counted(id), 1)
        assert.strictEqual(yield* store.clear(id, 2), 1)
        assert.deepStrictEqual(yield* find(id, people[2]!.keys), [])
        assert.strictEqual(yield* store.clear(id, 2), 0)
      })
    )
  })
