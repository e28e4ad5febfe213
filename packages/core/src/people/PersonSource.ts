/** Who may know of people. */
import { Context, type Effect, Schema } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { PersonClues } from "./domain/PersonClues.ts"
import type { PersonRecord } from "./domain/PersonRecord.ts"

export const personFailures = ["unreachable", "throttled", "rejected", "malformed"] as const
export type PersonFailure = (typeof personFailures)[number]

/** A source gave no answer. The others are asked all the same. `message` names no secret and no clue. */
export class PersonSourceFailed extends Schema.TaggedError<PersonSourceFailed>()("PersonSourceFailed", {
  reason: Schema.Literals(personFailures),
  /** When it may be asked again, where it says so. */
  retryAfterSeconds: Schema.NullOr(Schema.Int),
  message: Schema.String
}) {}

/** For whom is looked, and how long. */
export interface PersonTurn {
  readonly organizationId: OrganizationId
  /** Time for the answer. */
  readonly leftMillis: number
  /** Whether nothing of the question may be kept. */
  readonly zeroRetention: boolean
}

/**
 * One that can be asked.
 *
 * **Contract** (every adapter passes `testing/personSourceSuite.ts`)
 *
 * - It ends within its time, whatever its server does, and reads no more than an answer can be.
 * - It knows nobody by clues that are none of its own kind: then it asks nobody and answers with none.
 * - It answers with at most `mostRecords`, those first that fit more of the clues. Namesakes are answered with, and not chosen among.
 * - What it says has addresses that are `http` or `https`, and texts without markup.
 */
export interface PersonSource {
  /** As settings, logs and metrics call it. */
  readonly name: string
  readonly find: (
    clues: PersonClues,
    turn: PersonTurn
  ) => Effect.Effect<ReadonlyArray<PersonRecord>, PersonSourceFailed>
}

/** Records of a source for one question. */
export const mostRecords = 10

/** Those outside the installation that are set, in the order of their weight. */
export class PersonSources extends Context.Service<PersonSources, { readonly sources: ReadonlyArray<PersonSource> }>()(
  "@kittiwake/core/people/PersonSources"
) {}
