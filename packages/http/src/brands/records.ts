/** What is asked of brands, in the words of the wire. */
import type { BrandSearch } from "@kittiwake/core/brands/domain/BrandSearch"
import type { Language } from "@kittiwake/core/internal/brands/domain/languages"

/** What may be asked for, in the words of the wire. */
export interface BrandSearchInput {
  readonly query: string
  readonly country?: string
  readonly language?: Language
  readonly autocomplete?: boolean
  readonly queryBy?: ReadonlyArray<"name" | "domain">
  readonly typoTolerance?: number
}

/** The search that is meant. */
export const brandSearch = (input: BrandSearchInput): BrandSearch => ({
  query: input.query,
  isPrefix: input.autocomplete ?? true,
  fields: input.queryBy ?? ["name", "domain"],
  typos: input.typoTolerance ?? 0,
  country: input.country ?? null,
  language: input.language ?? null
})
