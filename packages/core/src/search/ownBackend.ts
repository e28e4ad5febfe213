/** The pages that the installation has read, as one of those that are asked. */
import { Effect } from "effect"
import { PageIndex } from "./PageIndex.ts"
import { BackendFailed, type SearchBackend } from "./SearchBackends.ts"

/** Asks the index of pages; whatever the country, what it holds is the organization's own. */
export const ownBackend: Effect.Effect<SearchBackend, never, PageIndex> = Effect.map(PageIndex, (index) => ({
  name: "own",
  search: (question, { organizationId }) =>
    index
      .search(organizationId, question)
      .pipe(
        Effect.mapError(
          () =>
            new BackendFailed({ reason: "unavailable", retryAfterSeconds: null, message: "The index does not answer." })
        )
      )
}))
