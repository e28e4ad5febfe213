/** The actions of a rendering, in order. */
import { type ActionOutcome, type BrowserAction, instructionOf } from "@kittiwake/core/pages/domain/BrowserAction"
import { Clock, Effect, Result } from "effect"
import { findBySelector } from "../page/targets.ts"
import type { OpenPage } from "../render/OpenPage.ts"
import { actionFailed, clickFound, type Done, followed } from "./act.ts"
import { typeIntoFound } from "./fill.ts"
import { perform } from "./perform.ts"
import { scrollPage } from "./scroll.ts"

/** Longest time of one action, its waits not counted. */
const actionWithin = "15 seconds"

const seek = Effect.fnUntraced(function* ({ world }: OpenPage, selector: string) {
  const { isFound, isKnown } = yield* world.run(findBySelector, { selector })
  if (!isKnown) yield* actionFailed(`${selector} is not a CSS selector that browsers know.`)
  if (!isFound) yield* actionFailed(`No visible element matches ${selector}.`)
})

const doAction = Effect.fnUntraced(function* (opened: OpenPage, action: BrowserAction) {
  switch (action.do) {
    case "wait":
      yield* Effect.sleep(action.timeMs)
      return { method: "wait", target: null, evidence: `${action.timeMs} ms passed` } satisfies Done
    case "scroll":
      return yield* scrollPage(opened, action)
    case "click":
      yield* seek(opened, action.selector)
      return yield* clickFound(opened)
    case "type":
      yield* seek(opened, action.selector)
      return yield* typeIntoFound(opened, action.text)
    case "perform":
      return yield* perform(opened, action.action)
  }
})

/** A scroll through fifty screens, and a wait, take the time that was asked for. */
const boundOf = (action: BrowserAction) =>
  action.do === "wait" || action.do === "scroll" ? "180 seconds" : actionWithin

const failedOutcome = (action: BrowserAction, error: string, durationMs: number): ActionOutcome => ({
  instruction: instructionOf(action),
  status: "failed",
  error,
  durationMs
})

const runAction = Effect.fnUntraced(function* (opened: OpenPage, action: BrowserAction) {
  const began = yield* Clock.currentTimeMillis
  const result = yield* followed(opened, doAction(opened, action)).pipe(
    Effect.timeoutOrElse({
      duration: boundOf(action),
      orElse: () => Effect.fail(actionFailed("The action took too long."))
    }),
    Effect.result
  )
  const durationMs = Math.round((yield* Clock.currentTimeMillis) - began)
  if (Result.isFailure(result)) {
    const { failure } = result
    const why = failure._tag === "ActionFailed" ? failure.message : "The page went away while it was acted on."
    return failedOutcome(action, why, durationMs)
  }
  const { evidence, method, target } = result.success
  return {
    instruction: instructionOf(action),
    status: "applied",
    completionEvidence: evidence,
    durationMs,
    method,
    ...(target === null ? {} : { targetDescription: target })
  } satisfies ActionOutcome
})

/** The outcomes so far, for whoever interrupts; every action has one in the end. */
export interface ActionLog {
  readonly outcomes: Array<ActionOutcome>
}

/** Does the actions one by one; the first that fails is the last. `begins` is asked before each is done. */
export const runActions = Effect.fnUntraced(function* <E>(
  opened: OpenPage,
  actions: ReadonlyArray<BrowserAction>,
  { outcomes }: ActionLog,
  begins: (action: BrowserAction) => Effect.Effect<void, E>
) {
  for (const action of actions) {
    yield* begins(action)
    const outcome = yield* runAction(opened, action)
    outcomes.push(outcome)
    if (outcome.status === "failed") return
  }
})

/** One outcome for each action: those that were not reached are skipped, and the one that time ran out for has failed. */
export const completed = (
  actions: ReadonlyArray<BrowserAction>,
  { outcomes }: ActionLog,
  isCut: boolean
): ReadonlyArray<ActionOutcome> =>
  actions.map((action, index) => {
    const outcome = outcomes[index]
    if (outcome !== undefined) return outcome
    const isNext = index === outcomes.length && outcomes.every(({ status }) => status === "applied")
    return isCut && isNext && outcomes.length > 0
      ? failedOutcome(action, "Time ran out.", 0)
      : { instruction: instructionOf(action), status: "skipped" }
  })
