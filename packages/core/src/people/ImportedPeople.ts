/** People that an organization brought itself: found again by exact clues, and told to nobody else. */
import { Context, DateTime, Effect, Layer } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Ids } from "../security/Ids.ts"
import type { InstanceSecretStore } from "../security/InstanceSecretStore.ts"
import type { Signer } from "../security/Signer.ts"
import { makeDigests } from "./digestKeys.ts"
import { type ImportedRecord, toPersonRecord } from "./domain/ImportedRecord.ts"
import { keysOfClues, keysOfRecord, type PersonKey } from "./domain/personKeys.ts"
import { type ImportedPerson, PersonRecordStore, type PutPeople } from "./PersonRecordStore.ts"
import { mostRecords, type PersonSource, PersonSourceFailed } from "./PersonSource.ts"

/** Most people of one organization. */
export const mostImported = 1_000_000

/** Those that are dropped together. */
const clearedTogether = 500

export class ImportedPeople extends Context.Service<
  ImportedPeople,
  {
    /** Takes people in. Those without a key are not among them: nobody would find them. */
    readonly put: (
      organizationId: OrganizationId,
      records: ReadonlyArray<ImportedRecord>
    ) => Effect.Effect<PutPeople, StoreUnavailable>

    readonly list: PersonRecordStore["Service"]["list"]

    readonly count: (organizationId: OrganizationId) => Effect.Effect<number, StoreUnavailable>

    /** Drops all of an organization, and tells how many they were. */
    readonly clear: (organizationId: OrganizationId) => Effect.Effect<number, StoreUnavailable>

    /** They as a source. */
    readonly source: PersonSource
  }
>()("@kittiwake/core/internal/people/ImportedPeople") {
  static readonly layer: Layer.Layer<ImportedPeople, never, Ids | InstanceSecretStore | Signer | PersonRecordStore> =
    Layer.effect(
      ImportedPeople,
      Effect.gen(function* () {
        const store = yield* PersonRecordStore
        const digests = yield* makeDigests

        const toPerson = Effect.fnUntraced(function* (record: ImportedRecord, importedAt: DateTime.Utc) {
          const keys = yield* digests(keysOfRecord(toPersonRecord(record, "name")))
          const [id] = keys
          return id === undefined ? [] : [{ id, keys, record, importedAt } satisfies ImportedPerson]
        })

        const clear = Effect.fn("ImportedPeople.clear")(function* (organizationId: OrganizationId) {
          let dropped = 0
          for (;;) {
            const step = yield* store.clear(organizationId, clearedTogether)
            dropped += step
            if (step < clearedTogether) return dropped
          }
        })

        return ImportedPeople.of({
          put: Effect.fn("ImportedPeople.put")(function* (organizationId, records) {
            const now = yield* DateTime.now
            const people = yield* Effect.forEach(records, (record) => toPerson(record, now))
            return yield* store.put(organizationId, people.flat(), mostImported)
          }),
          list: store.list,
          count: store.count,
          clear,
          source: {
            name: "import",
            find: Effect.fn("ImportedPeople.find")(function* (clues, { organizationId }) {
              const asked = keysOfClues(clues)
              if (asked.length === 0) return []
              const found = yield* store.find(organizationId, yield* digests(asked), mostRecords)
              return found.map(({ record }) => toPersonRecord(record, foundBy(asked, record)))
            }, Effect.mapError(unreachable))
          }
        })
      })
    )
}

const unreachable = () =>
  new PersonSourceFailed({ reason: "unreachable", retryAfterSeconds: null, message: "The database does not answer." })

const byStrength = ["email", "profile", "name"] as const

const foundBy = (asked: ReadonlyArray<PersonKey>, record: ImportedRecord) => {
  const own = new Set(keysOfRecord(toPersonRecord(record, "name")).map(({ kind, text }) => `${kind} ${text}`))
  const shared = asked.filter(({ kind, text }) => own.has(`${kind} ${text}`))
  return byStrength.find((kind) => shared.some((key) => key.kind === kind)) ?? "name"
}
