/** Which batches a list shows, as the core takes it; every door maps here. */
import type { BatchFilter, ResultFilter } from "@kittiwake/core/batches/BatchStore"
import { askedTerms } from "@kittiwake/core/internal/paging/domain/searchTerms"

interface BatchesAsked {
  readonly status?: NonNullable<BatchFilter["status"]>
  readonly q?: string
  readonly search_type?: "prefix" | "exact"
  readonly tags?: ReadonlyArray<string>
}

export const batchFilter = ({ q, search_type, status, tags = [] }: BatchesAsked): BatchFilter => ({
  ...(status === undefined ? {} : { status }),
  ...(q === undefined ? {} : { search: { terms: askedTerms(q), match: search_type ?? "prefix" } }),
  ...(tags.length === 0 ? {} : { anyTag: tags })
})

interface ResultsAsked {
  readonly status?: NonNullable<ResultFilter["status"]>
  readonly error_code?: string
}

export const resultFilter = ({ error_code, status }: ResultsAsked): ResultFilter => ({
  ...(status === undefined ? {} : { status }),
  ...(error_code === undefined ? {} : { code: error_code })
})
