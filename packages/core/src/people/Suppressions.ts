/** Who asked to be forgotten: nobody is told of them, whatever sources know. */
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Ids } from "../security/Ids.ts"
import type { InstanceSecretStore } from "../security/InstanceSecretStore.ts"
import type { Signer } from "../security/Signer.ts"
import { makeDigests } from "./digestKeys.ts"
import type { PersonClues } from "./domain/PersonClues.ts"
import type { PersonRecord } from "./domain/PersonRecord.ts"
import { keysOfClues, keysOfRecord, type PersonKey, readKeys } from "./domain/personKeys.ts"
import { SuppressionStore } from "./SuppressionStore.ts"

/** What was written is no key of a person. `message` says what is. */
export class NoPersonKey extends Schema.TaggedError<NoPersonKey>()("NoPersonKey", { message: Schema.String }) {}

export class Suppressions extends Context.Service<
  Suppressions,
  {
    /** Whether a question is about somebody who asked to be forgotten. To be asked before anything is looked up. */
    readonly isForgotten: (clues: PersonClues) => Effect.Effect<boolean, StoreUnavailable>

    /** The records that are of nobody who asked to be forgotten. To be asked over what was found. */
    readonly withoutForgotten: (
      records: ReadonlyArray<PersonRecord>
    ) => Effect.Effect<ReadonlyArray<PersonRecord>, StoreUnavailable>

    /**
     * Forgets whoever is known by an e-mail address, the address of a profile or `First Last@domain`, and removes what organizations
     * imported of them; tells how many records that were.
     */
    readonly forget: (written: string) => Effect.Effect<number, NoPersonKey | StoreUnavailable>

    /** How many keys were forgotten. */
    readonly count: Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/internal/people/Suppressions") {
  static readonly layer: Layer.Layer<Suppressions, never, Ids | InstanceSecretStore | Signer | SuppressionStore> =
    Layer.effect(
      Suppressions,
      Effect.gen(function* () {
        const store = yield* SuppressionStore
        const digests = yield* makeDigests

        const forgottenOf = Effect.fnUntraced(function* (keys: ReadonlyArray<PersonKey>) {
          return keys.length === 0 ? [] : yield* store.forgottenOf(yield* digests(keys))
        })

        return Suppressions.of({
          isForgotten: (clues) => Effect.map(forgottenOf(keysOfClues(clues)), (found) => found.length > 0),

          withoutForgotten: (records) =>
            Effect.filter(records, (record) =>
              Effect.map(forgottenOf(keysOfRecord(record)), (found) => found.length === 0)
            ),

          forget: Effect.fn("Suppressions.forget")(function* (written) {
            const keys = readKeys(written)
            if (keys._tag === "Failure") return yield* new NoPersonKey({ message: keys.failure })
            const now = yield* DateTime.now
            const removed = yield* Effect.forEach(yield* digests(keys.success), (digest) => store.forget(digest, now))
            return removed.reduce((sum, one) => sum + one, 0)
          }),

          count: store.count
        })
      })
    )
}
