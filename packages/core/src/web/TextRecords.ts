/** What the owner of a name publishes with the name itself. */
import { Context, type Effect } from "effect"

/** Most records of a name that are told, and most characters of one. */
export const textRecordLimits = { records: 20, characters: 4_096 } as const

/**
 * Text records of names (DNS, TXT).
 *
 * **Contract** (every adapter passes `testing/textRecordsSuite.ts`)
 *
 * - Each record is told whole, its parts joined, in no order. One that is longer than the limit is left out.
 * - There are none where the name has none, where it is no name that everybody may ask for, and where nobody answers in seconds: it never
 *   fails and never waits for long.
 */
export class TextRecords extends Context.Service<
  TextRecords,
  { readonly at: (name: string) => Effect.Effect<ReadonlyArray<string>> }
>()("@kittiwake/core/web/TextRecords") {}
