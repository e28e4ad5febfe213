/**
 * What acts on a page is never repeated by us once it may have acted.
 *
 * **Details.** Actions of a browser order, pay and send. Whoever looks at a page again for a reason of our own, such as want of memory, or tells
 * a caller to, has to know whether the page was acted on by then. Each piece of work that may act has an `Acting` of its own, which the
 * rendering marks, and tells it to the work around; work that several wait for tells all of them (`makeFlights`).
 *
 * Who leaves work that goes on without him takes back his leave to act. A browser asks for that leave before its first act, so that who left by
 * then, as while it waited for its turn, knows that nothing was done and nothing will be. Who leaves later, or work that goes on for others, or a
 * browser that does not ask, counts it as done: it may act a moment later.
 */
import { Effect } from "effect"
import { type Acting, CurrentActing, isForNobody, newActing, noteMayAct } from "../budget/CurrentActing.ts"
import { DeadlinePassed, MayHaveActed } from "../web/errors.ts"
import { PageUnreachable } from "../web/HttpFetcher.ts"
import type { Browser, BrowserUnavailable, Rendered, RenderRequest } from "./Browser.ts"
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

/** Does work with an `Acting` of its own, and tells what it did to the work around. */
const apart = <A, E, R>(work: (acting: Acting) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(CurrentActing, (around) => {
    const all = around === null ? [] : [around]
    const acting = newActing(() => all)
    const told = Effect.sync(() => {
      for (const one of all) one.hasActed ||= acting.hasActed
    })
    return Effect.ensuring(Effect.provideService(work(acting), CurrentActing, acting), told)
  })

/** What an error means once a page was acted on. */
const afterActing = <E>(error: E): E | MayHaveActed => {
  if (error instanceof DeadlinePassed) {
    const { waited } = error
    // It is the same error, with more to say.
    return new DeadlinePassed({ ...(waited === undefined ? {} : { waited }), mayHaveActed: true }) as E & DeadlinePassed
  }
  return isPassing(error) ? new MayHaveActed({ message: lost, isOurs: true }) : error
}

/**
 * Work that may act on a page: where it fails for a reason that passes once it may have acted, that is said, so that nobody repeats it. So it is of
 * a deadline that passed.
 */
export const actingOnce = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | MayHaveActed, R> =>
  apart((acting) => Effect.mapError(work, (error) => (acting.hasActed ? afterActing(error) : error)))

/** Whoever asked for the work at hand leaves it, and it may go on: nothing is done for him any more, or may have been by now. */
export const leave = ({ actions }: { readonly actions: ReadonlyArray<Pick<BrowserAction, "do">> }) =>
  Effect.map(CurrentActing, (acting) => {
    if (acting === null) return
    acting.isLeft = true
    if (acting.mayAct && acts(actions)) acting.hasActed = true
  })

/** Work on a page that whoever asked may leave. */
export const leavable = <A, E, R>(
  source: Pick<PageSource, "actions">,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => apart(() => Effect.onInterrupt(work, () => leave(source)))

const forNobody = new PageUnreachable({
  reason: "no_turn",
  message: "Whoever asked for the page left before anything was done on it."
})

/** Asked for before a page is acted on. Where all who asked have left it fails, and nothing is done. */
const leaveToAct = (acting: Acting | null): Effect.Effect<void, PageUnreachable> =>
  Effect.suspend(() => {
    if (acting === null) return Effect.void
    if (isForNobody(acting)) return Effect.fail(forNobody)
    noteMayAct(acting)
    return Effect.void
  })

/** A browser that took too long may have acted before. */
const noteTimeout = (request: RenderRequest) => (failure: PageUnreachable | BrowserUnavailable) =>
  failure._tag === "PageUnreachable" && failure.reason === "timeout" ? noteActing(request) : Effect.void

/** Renders a page that may be acted on: who leaves before it is knows that it was not. */
export const renderActing = (browser: Browser["Service"], request: RenderRequest) =>
  leavable(
    request,
    Effect.flatMap(CurrentActing, (acting) => {
      const beforeActing = leaveToAct(acting)
      if (!acts(request.actions)) return browser.render(request)
      return browser.asksBeforeActing === true
        ? browser.render({ ...request, beforeActing })
        : Effect.andThen(beforeActing, Effect.tapError(browser.render(request), noteTimeout(request)))
    })
  )

/** What whoever asked is told beside why there is no answer. */
export const seeFirst = "The actions of the page may have been done: see whether they were."

/** What whoever asked is told, for whatever reason nothing is left of the page. */
export const lost =
  "The actions of the page may have been done, and the page was lost then. See whether they were before you ask again."
