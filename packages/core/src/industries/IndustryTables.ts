/** Where the lists of industries come from. */
import { Context, type Effect } from "effect"
import type { IndustryScheme } from "./domain/IndustryScheme.ts"
import type { IndustryTable } from "./domain/IndustryTable.ts"

/**
 * The lists of industries.
 *
 * **Contract** (every adapter passes `testing/industryTablesSuite.ts`)
 *
 * - A list has each of its codes once, in order, with all its digits, and a title for each.
 * - Every group of two digits that a code of NAICS or of the manual begins with has a title.
 * - Every code of the SEC's list has an office, and no other list has any.
 */
export class IndustryTables extends Context.Service<
  IndustryTables,
  {
    /** Reads a list, which may take a moment: who asks again and again keeps it. */
    readonly read: (scheme: IndustryScheme) => Effect.Effect<IndustryTable>
  }
>()("@kittiwake/core/industries/IndustryTables") {}
