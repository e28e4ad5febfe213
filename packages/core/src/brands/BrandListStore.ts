/** Where lists of brands are taken into the index. */
import { Context, type DateTime, type Effect, Schema } from "effect"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { BrandImport, BrandListName, ListProblem } from "./domain/BrandImport.ts"
import type { ListedBrand } from "./domain/meetListed.ts"

/** Somebody else has taken these rows meanwhile. Nothing was written; begin again where the import is now. */
export class ImportMoved extends Schema.TaggedError<ImportMoved>()("ImportMoved", { rows: Schema.Int }) {}

/** A list that is to be taken in. */
export interface NewBrandImport {
  readonly id: string
  readonly list: BrandListName
  readonly name: string
  readonly at: DateTime.Utc
  /** Whether it begins at its first row once more, when all of it was taken in. */
  readonly again: boolean
}

/** The next rows of a list. */
export interface ListedPart {
  readonly id: string
  /** Rows that were taken before these. */
  readonly from: number
  /** Rows and bytes that are taken with them. */
  readonly rows: number
  readonly bytes: number
  readonly listed: ReadonlyArray<ListedBrand>
  readonly skipped: number
  readonly bad: number
  readonly problems: ReadonlyArray<ListProblem>
  /** Whether the list ends with them. */
  readonly ends: boolean
  readonly at: DateTime.Utc
}

/**
 * Takes rows of lists into the index of brands.
 *
 * **Contract** (every adapter passes `testing/brandListStoreSuite.ts`)
 *
 * - Rows and the place up to which they were taken are kept together, or neither: an import that was cut off goes on after its last
 *   part, and no row is taken twice.
 * - Rows find their brands, and wait for them, as `domain/meetListed.ts` says.
 * - Of two that take the same part one does; the other gets `ImportMoved`.
 */
export class BrandListStore extends Context.Service<
  BrandListStore,
  {
    /** The import of this list, as far as it has come; a new one when there is none. */
    readonly begin: (list: NewBrandImport) => Effect.Effect<BrandImport, StoreUnavailable>

    /** Takes a part, and gives the import as it is then. */
    readonly take: (part: ListedPart) => Effect.Effect<BrandImport, ImportMoved | StoreUnavailable>

    /** The hundred that were last worked on, newest first. */
    readonly imports: Effect.Effect<ReadonlyArray<BrandImport>, StoreUnavailable>
  }
>()("@kittiwake/core/brands/BrandListStore") {}
