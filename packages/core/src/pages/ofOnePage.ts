/** What goes wrong inside while one page among others is read. */
import { Effect } from "effect"
import { WebsiteInaccessible } from "../web/errors.ts"

/** Writes to the log which page brought a bug to light. */
export const tellInside = (url: string, defect: unknown): Effect.Effect<void> =>
  Effect.logError("a page failed inside the server", defect).pipe(Effect.annotateLogs({ url }))

/**
 * Reads a page among others: a bug that it brings to light is the failure of this page, as in a batch, so that it takes no other page with it.
 * An interruption is none.
 */
export const ofOnePage =
  (url: string) =>
  <A, E, R>(reading: Effect.Effect<A, E, R>): Effect.Effect<A, E | WebsiteInaccessible, R> =>
    Effect.catchDefect(reading, (defect) =>
      Effect.andThen(
        tellInside(url, defect),
        Effect.fail(new WebsiteInaccessible({ message: "The page failed inside the server. Its log says why." }))
      )
    )
