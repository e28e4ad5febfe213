import { Effect, Layer } from "effect"
import { PersonRecordStore } from "../people/PersonRecordStore.ts"
import { Database } from "./Database.ts"

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1)

/** `PersonRecordStore` in memory: all people of an organization are looked at. */
export const layer: Layer.Layer<PersonRecordStore, never, Database> = Layer.effect(
  PersonRecordStore,
  Effect.map(Database, ({ forgottenPeople, importedPeople }) =>
    PersonRecordStore.of({
      put: (organizationId, people, most) =>
        Effect.sync(() => {
          const rows = importedPeople.get(organizationId) ?? new Map()
          importedPeople.set(organizationId, rows)
          const put = { added: 0, replaced: 0, forgotten: 0, refused: 0 }
          for (const person of people) {
            const isKnown = rows.has(person.id)
            if (person.keys.some((key) => forgottenPeople.has(key))) put.forgotten += 1
            else if (!isKnown && rows.size >= most) put.refused += 1
            else {
              put[isKnown ? "replaced" : "added"] += 1
              rows.set(person.id, person)
            }
          }
          return put
        }),

      find: (organizationId, keys, limit) =>
        Effect.sync(() => {
          const wanted = new Set(keys)
          return [...(importedPeople.get(organizationId)?.values() ?? [])]
            .map((person) => ({ person, shared: person.keys.filter((key) => wanted.has(key)).length }))
            .filter(({ shared }) => shared > 0)
            .toSorted((a, b) => b.shared - a.shared || byId(a.person, b.person))
            .slice(0, limit)
            .map(({ person }) => person)
        }),

      list: (organizationId, { after, limit }) =>
        Effect.sync(() =>
          [...(importedPeople.get(organizationId)?.values() ?? [])]
            .filter(({ id }) => after === null || id > after)
            .toSorted(byId)
            .slice(0, limit)
            .map((person) => ({ ...person, keys: [] }))
        ),

      count: (organizationId) => Effect.sync(() => importedPeople.get(organizationId)?.size ?? 0),

      clear: (organizationId, limit) =>
        Effect.sync(() => {
          const rows = importedPeople.get(organizationId)
          const gone = [...(rows?.keys() ?? [])].slice(0, limit)
          for (const id of gone) rows?.delete(id)
          return gone.length
        })
    })
  )
)
