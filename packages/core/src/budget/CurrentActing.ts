/** Whether work has acted on a page, and may not be done a second time: `pages/acting.ts` has the rules. */
import { Context } from "effect"

/** What is known of work that may act on a page. */
export interface Acting {
  /** Whether a page was acted on, or may have been. */
  hasActed: boolean
  /** Whether a page may have been acted on by now. Until then nothing was done. */
  mayAct: boolean
  /** Whether whoever asked has left: no page is acted on for him any more. */
  isLeft: boolean
  /** The work around it; that of all who asked, where several wait for it. */
  readonly around: () => ReadonlyArray<Acting>
}

const nothing: ReadonlyArray<Acting> = []

export const newActing = (around: Acting["around"] = () => nothing): Acting => ({
  hasActed: false,
  mayAct: false,
  isLeft: false,
  around
})

/** A page may be acted on from now on. All work around is told at once: it may be left while this goes on. */
export const noteMayAct = (acting: Acting): void => {
  if (acting.mayAct) return
  acting.mayAct = true
  for (const one of acting.around()) noteMayAct(one)
}

/** Whether all who asked for it have left. */
export const isForNobody = (acting: Acting): boolean => {
  if (acting.isLeft) return true
  const around = acting.around()
  return around.length > 0 && around.every(isForNobody)
}

/** The work at hand, for whoever acts on a page. */
export const CurrentActing = Context.Reference<Acting | null>("@kittiwake/core/internal/budget/CurrentActing", {
  defaultValue: () => null
})
