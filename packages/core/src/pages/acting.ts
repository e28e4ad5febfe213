/**
 * What acts on a page is never repeated by us once it may have acted.
 *
 * **Details.** Actions of a browser order, pay and send. Whoever looks at a page again for a reason of our own, such as want of memory, or tells
 * a caller to, has to know whether the page was acted on by then. Each piece of work that may act has an `Acting` of its own, which the
 * rendering marks, and tells it to the work around; work that several wait for tells all of them (`makeFlights`). Who leaves work that goes on
 * without him counts it as done: it may act a moment later.
 */
import { Effect } from "effect"
import { type Acting, CurrentActing } from "../budget/CurrentActing.ts"
import { MayHaveActed } from "../web/errors.ts"
import type { Rendered } from "./Browser.ts"
import { acts, type BrowserAction } from "./domain/BrowserAction.ts"
import type { PageSource } from "./domain/ScrapeRequest.ts"

/** A page with these actions was acted on, as far as anybody knows, by the work at hand. */
export const noteActing = ({ actions }: { readonly actions: ReadonlyArray<Pick<BrowserAction, "do">> }) =>
  Effect.map(CurrentActing, (acting) => {
    if (acting !== null && acts(actions)) acting.hasActed = true
  })

/**
 * A page that throttles in place of the one that was wanted has nothing to act on, unless an action worked all the same. One that touched the page
 * is marked by the browser itself: nothing may have been seen of it but this answer.
 */
export const noteRendered = (source: Pick<PageSource, "actions">, { actionsApplied, status }: Rendered) => {
  const hasWorked = source.actions.some((action, at) => acts([action]) && actionsApplied[at]?.status === "applied")
  return hasWorked || (status !== 429 && status !== 503) ? noteActing(source) : Effect.void
}

/** What would be tried again: by us, or by a caller who is told to. */
const passing: ReadonlySet<string> = new Set(["ProfileBusy", "SlowDown", "StoreUnavailable", "TooBusy"])

const isPassing = <E>(error: E): boolean =>
  typeof error === "object" &&
  error !== null &&
  "_tag" in error &&
  typeof error._tag === "string" &&
  passing.has(error._tag)

/** Work that may act on a page: where it fails for a reason that passes once it may have acted, that is said, so that nobody repeats it. */
export const actingOnce = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | MayHaveActed, R> =>
  Effect.flatMap(CurrentActing, (around) => {
    const acting: Acting = { hasActed: false }
    const told = Effect.sync(() => {
      if (around !== null) around.hasActed ||= acting.hasActed
    })
    return Effect.catch(
      Effect.ensuring(Effect.provideService(work, CurrentActing, acting), told),
      (error): Effect.Effect<never, E | MayHaveActed> =>
        Effect.fail(acting.hasActed && isPassing(error) ? new MayHaveActed({ message: lost, isOurs: true }) : error)
    )
  })

/** What whoever asked is told, for whatever reason nothing is left of the page. */
export const lost =
  "The actions of the page may have been done, and the page was lost then. See whether they were before you ask again."
