/** Where a key is that the installation made for itself, because its operator gave none. */
import { randomBytes } from "node:crypto"
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { InstanceSecretStore } from "@kittiwake/core/security/InstanceSecretStore"
import { Effect } from "effect"

/** A place for such a key, and for the one that is being gone over to. */
export interface KeyPlace {
  /** Its name for people. */
  readonly name: string
  /** Whether it is in the database, beside what the key seals. */
  readonly isBeside: boolean
  /** The keys that are there, that of now first and those of before, where they are kept, last. */
  readonly read: Effect.Effect<ReadonlyArray<string>, StoreUnavailable>
  /** The key of now, made when there is none. */
  readonly make: Effect.Effect<string, StoreUnavailable>
  /** The key to go over to, made when there is none. */
  readonly makeNext: Effect.Effect<string, StoreUnavailable>
  /** Makes `key`, which has been gone over to, that of now. */
  readonly advance: (key: string) => Effect.Effect<void, StoreUnavailable>
  /** Puts away keys that are not needed, and makes one of before that of now where that is needed. */
  readonly putAway: (isNeeded: (key: string) => boolean) => Effect.Effect<void, StoreUnavailable>
}

/** A key that nobody can guess. */
export const randomKey = (): string => randomBytes(32).toString("hex")

/** The name of the key of now in the database. */
export const now = "sealing"
const next = "sealing.next"

/** In the database: all processes have it, and so has everybody who reads the database. */
export const inDatabase: Effect.Effect<KeyPlace, never, InstanceSecretStore> = Effect.map(
  InstanceSecretStore,
  (secrets) => {
    /** The key to go over to that the look before did not need. */
    let unneeded: string | null = null
    return {
      name: "the database",
      isBeside: true,
      read: Effect.map(Effect.all([secrets.get(now), secrets.get(next)]), (keys) => keys.filter((key) => key !== null)),
      make: Effect.suspend(() => secrets.getOrKeep(now, randomKey())),
      makeNext: Effect.suspend(() => secrets.getOrKeep(next, randomKey())),
      advance: Effect.fnUntraced(function* (key: string) {
        const [current, coming] = yield* Effect.all([secrets.get(now), secrets.get(next)])
        // Otherwise another process has done it, and the key of now may be a later one.
        if (coming !== key) return
        if (current === null) yield* secrets.getOrKeep(now, key)
        else yield* secrets.replace(now, current, key)
        yield* secrets.replace(next, key, null)
      }),
      putAway: Effect.fnUntraced(function* (isNeeded: (key: string) => boolean) {
        const [current, coming] = yield* Effect.all([secrets.get(now), secrets.get(next)])
        if (current !== null && !isNeeded(current)) yield* secrets.replace(now, current, null)
        const spare = coming !== null && !isNeeded(coming) ? coming : null
        // Another process may have made it a moment ago, and be about to need it.
        if (spare !== null && spare === unneeded) yield* secrets.replace(next, spare, null)
        unneeded = spare
      })
    }
  }
)
