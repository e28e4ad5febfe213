/** How far a list of brands was taken into the index. */
import { Schema } from "effect"
import { BrandEntry } from "./BrandEntry.ts"

/** Lists that can be taken in, by who makes them. */
export const brandLists = [
  ...(["wikidata", "gleif", "gleif-isins", "sec", "tranco", "majestic", "umbrella"] as const)
] as const
export const BrandListName = Schema.Literals(brandLists)
export type BrandListName = typeof BrandListName.Type

/** A row that could not be read, by its place. */
export const ListProblem = Schema.Struct({ row: Schema.Int, message: Schema.String })
export type ListProblem = typeof ListProblem.Type

/** Problems that an import names; it counts all. */
export const mostProblems = 5

const counts = {
  /** Rows that were looked at: where it goes on. */
  rows: Schema.Int,
  /** Bytes of the unpacked list up to there; 0 where rows alone are counted. */
  bytes: Schema.Int,
  /** Rows that told something of a brand. */
  told: Schema.Int,
  /** Companies that began to wait for a domain, and that have found theirs, since the list was first taken in. */
  waited: Schema.Int,
  met: Schema.Int,
  /** Rows of companies without a domain that found no room to wait. */
  dropped: Schema.Int,
  /** Rows that are about no brand. */
  skipped: Schema.Int,
  /** Rows that could not be read. */
  bad: Schema.Int
}

export const BrandImport = Schema.Struct({
  /** What the list is known by: a digest of where it begins and ends. */
  id: Schema.String,
  list: BrandListName,
  /** What whoever brought it calls it. */
  name: Schema.String,
  startedAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc,
  /** Null while there are rows left. */
  endedAt: Schema.NullOr(Schema.DateTimeUtc),
  ...counts,
  problems: Schema.Array(ListProblem)
})
export type BrandImport = typeof BrandImport.Type

const { updatedAt: _, ...facts } = BrandEntry.fields

/** What a row tells, as it crosses to whoever has the index open. */
export const ListedRow = Schema.Struct(facts)
