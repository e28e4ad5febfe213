/** Pages of a list, as they are asked for and as they are shown. */
import { type Page, pageLimit } from "@kittiwake/core/paging/domain/Page"

/** The page that a query or body asks for. */
export const pageRequest = (query: { readonly limit?: number; readonly cursor?: string }) => ({
  limit: query.limit ?? pageLimit.default,
  cursor: query.cursor
})

/** A page on the wire; `next_cursor` is null exactly when `has_more` is false. */
export const pageRecord = <A, B>(page: Page<A>, record: (row: A) => B) => ({
  data: page.data.map(record),
  has_more: page.nextCursor !== null,
  next_cursor: page.nextCursor
})
