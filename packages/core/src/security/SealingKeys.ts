/** The keys of the installation: the one that its operator keeps, and those that it opens. */
import { Context, type Duration, type Effect, type Option, type Redacted, Schema } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"

/** Nothing here opens what this database holds. Nothing was changed; `message` says which setting to mend. */
export class SealingKeyMissing extends Schema.TaggedError<SealingKeyMissing>()("SealingKeyMissing", {
  message: Schema.String
}) {}

/** There is no key to go over to. Nothing was changed; `message` says which setting names it. */
export class NoNextSealingKey extends Schema.TaggedError<NoNextSealingKey>()("NoNextSealingKey", {
  message: Schema.String
}) {}

/** The key to go over to, where the operator gives one. */
export type NextKey = Option.Option<Redacted.Redacted>

/** How the installation is sealed. */
export interface SealingStanding {
  /** Where the key is that opens it. */
  readonly place: string
  /** Whether the key lies in the database beside what it seals. */
  readonly isBeside: boolean
  /** Whether it was to be replaced, and that has not ended. */
  readonly isRotating: boolean
  /** Whether another key is set than the one that opens it. */
  readonly isOutdated: boolean
}

/**
 * Replaces the key of the installation, in two steps with the sealing anew of everything between them.
 *
 **Contract**
 *
 * - From `begin` on, everything is sealed under a new key, which the old key of the operator and the new one both open:
 *   processes that know only one of them go on reading and sealing.
 * - From `finish` on the old key of the operator opens nothing.
 * - Either may be repeated, by any process, at any time: a rotation that has begun is gone on with, and none begins anew
 *   beside it.
 */
export class SealingKeys extends Context.Service<
  SealingKeys,
  {
    /** Whether this process can open what the installation holds, and how. Makes the first key where there is none. */
    readonly standing: Effect.Effect<SealingStanding, SealingKeyMissing | StoreUnavailable>

    /** Begins to go over to `next`, which without one is made where the installation keeps the key that it made itself. */
    readonly begin: (next: NextKey) => Effect.Effect<void, NoNextSealingKey | SealingKeyMissing | StoreUnavailable>

    /** Within this time every other process has heard of a rotation that has begun. */
    readonly othersHearWithin: Duration.Duration

    readonly finish: Effect.Effect<SealingStanding, SealingKeyMissing | StoreUnavailable>

    /** Once everything is sealed anew: forgets a key that lies in the database and opens nothing there any more. */
    readonly forget: Effect.Effect<void, StoreUnavailable>
  }
>()("@kittiwake/core/security/SealingKeys") {}
