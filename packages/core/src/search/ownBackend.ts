/** The pages that the installation has read, as one of those that are asked. */
import { Effect } from "effect"
import type { PageIndex } from "./PageIndex.ts"
import { BackendFailed, type SearchBackend } from "./SearchBackends.ts"

/** Asks the index of pages for those of the organization. */
export const ownBackend = (index: PageIndex["Service"]): SearchBackend => ({
  name: "own",
  keepsNothing: true,
  isHere: true,
  search: (question, { organizationId }) =>
    index
      .search(organizationId, question)
      .pipe(
        Effect.mapError(
          () =>
            new BackendFailed({ reason: "unavailable", retryAfterSeconds: null, message: "The index does not answer." })
        )
      )
})
