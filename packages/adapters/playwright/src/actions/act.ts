/** One act on one element, and what of it could be seen afterwards. */
import { Clock, Data, Effect } from "effect"
import { beginWatch, seeChange } from "../page/evidence.ts"
import { type Found, pointAt } from "../page/targets.ts"
import type { OpenPage } from "../render/OpenPage.ts"
import { ask, type CallFailed } from "../render/PageFailed.ts"
import { settleBriefly } from "../render/settle.ts"

/** What was done, for the answer. */
export interface Done {
  readonly method: "click" | "type" | "press" | "select" | "hover" | "scroll" | "wait"
  readonly target: string | null
  readonly evidence: string
}

/** The action did not come off; `message` says why to whoever wrote it. */
export class ActionFailed extends Data.TaggedError("ActionFailed")<{ readonly message: string }> {}

export const actionFailed = (message: string): ActionFailed => new ActionFailed({ message })

/** Parts of a page that change within this time before an act are no evidence for it. */
const noiseMillis = 80

/** What an act sets off is waited for so long, and longer while the page still loads something. */
const evidenceMillis = 1_000
const loadingMillis = 4_000

/** Of what has just come the page shows something a moment later. */
const quietMillis = 500

/** The document that an act leads to is waited for so long: what comes next is meant for that. An action as a whole has 15 seconds. */
const leadingMillis = 12_000

/** What can be told of a page since an act. */
interface Since {
  readonly passedMillis: number
  /** How long nothing was sent or came. */
  readonly quietMillis: number
  readonly isLoading: boolean
  /** Whether it went for another document, which is not shown yet. */
  readonly isLed: boolean
}

/** Whether nothing more is to be seen of an act. */
export const isOver = (since: Since): boolean => {
  if (since.passedMillis > (since.isLed ? leadingMillis : loadingMillis)) return true
  const isBusy = since.isLed || since.isLoading || since.quietMillis <= quietMillis
  return !isBusy && since.passedMillis > evidenceMillis
}

/** Does what touches the page, which is marked first: whatever becomes of it may not be done a second time. What found `nothing` touched nothing. */
export const touching = <A, E, R>(
  { acting }: OpenPage,
  doing: Effect.Effect<A, E, R>,
  isNothing: (done: A) => boolean = () => false
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const before = acting.hasTouched
    acting.hasTouched = true
    return Effect.map(doing, (done) => {
      if (isNothing(done)) acting.hasTouched = before
      return done
    })
  })

/** Whether the page has gone for another document since, which is not shown yet. */
const ledFrom = ({ watch }: OpenPage) => {
  const before = watch.navigations()
  return () => watch.navigations() > before && watch.isComing()
}

/** What a page asked for and has not gone for after so long leads nowhere, as an address of mail does. */
const goesWithinMillis = 1_500

/** Whether the page has asked for another document since, and not gone for it yet. */
const wishFrom = ({ watch }: OpenPage) => {
  const [wishes, navigations] = [watch.wishes(), watch.navigations()]
  return () => watch.wishes() > wishes && watch.navigations() === navigations
}

/** An act, and a short wait for what it has set off: for the document that it leads to, if any, before anything is done on the one that goes away. */
export const followed = Effect.fnUntraced(function* <A, E, R>(
  opened: OpenPage,
  doing: Effect.Effect<A, E, R>
): Effect.fn.Return<A, E | CallFailed, R> {
  const isLed = ledFrom(opened)
  const hasWish = wishFrom(opened)
  const began = yield* Clock.currentTimeMillis
  const done = yield* doing
  yield* settleBriefly(opened)
  const seen = yield* Clock.currentTimeMillis
  while (hasWish() && (yield* Clock.currentTimeMillis) - seen < goesWithinMillis) yield* Effect.sleep("20 millis")
  if (!isLed()) return done
  while (isLed() && (yield* Clock.currentTimeMillis) - began < leadingMillis) yield* Effect.sleep("40 millis")
  yield* settleBriefly(opened)
  return done
})

/** Where the element is that the last search found. */
export const pointed = Effect.fnUntraced(function* ({ world }: OpenPage) {
  const found = yield* world.run(pointAt, null)
  return found ?? (yield* actionFailed("The element went away."))
})

/** Sees whether `doing` changed the page; says how, or null when nothing could be seen. */
export const observed = Effect.fnUntraced(function* <E>(
  opened: OpenPage,
  doing: Effect.Effect<unknown, E | CallFailed>
): Effect.fn.Return<string | null, E | CallFailed> {
  const { page, watch, world } = opened
  yield* world.run(beginWatch, { noiseMillis })
  const windows = watch.windows()
  const documents = watch.documents()
  const isLed = ledFrom(opened)
  let activity = watch.activity()
  yield* touching(opened, doing)
  const began = yield* Clock.currentTimeMillis
  let activeMillis = began
  while (true) {
    if (watch.documents() !== documents) return `the page became ${page.url().slice(0, 200)}`
    // The document may be going away just now; the next look finds the other one.
    const seen = yield* Effect.option(world.run(seeChange, null))
    if (seen._tag === "Some" && seen.value.evidence !== null) return seen.value.evidence
    if (watch.windows() > windows) return "the page asked for a new window, which was closed"
    const now = yield* Clock.currentTimeMillis
    if (watch.activity() !== activity) activeMillis = now
    activity = watch.activity()
    const since: Since = {
      passedMillis: now - began,
      quietMillis: now - activeMillis,
      isLoading: watch.inFlight() > 0,
      isLed: isLed()
    }
    // A document that came meanwhile is seen by the next look.
    if (watch.documents() === documents && isOver(since)) return null
    yield* Effect.sleep("40 millis")
  }
})

/** Why an act that showed nothing counts as failed. */
export const unseen = ({ watch }: OpenPage, act: string): string =>
  watch.isComing() ? `Nothing came in time of where the page went after ${act}.` : `Nothing changed after ${act}.`

/** Clicks with the pointer, as a person does; an element that something lies over is clicked by script. */
const clickAt = ({ page, world }: OpenPage, found: Found) =>
  found.isFree
    ? ask(() => page.mouse.click(found.x, found.y))
    : world.run((kit) => (kit.memory.kittiwakeTarget as HTMLElement | undefined)?.click(), null)

/** Clicks what was found last. */
export const clickFound = Effect.fnUntraced(function* (opened: OpenPage) {
  const found = yield* pointed(opened)
  if (found.isDisabled) return yield* actionFailed(`${found.description} is disabled.`)
  const evidence = yield* observed(opened, clickAt(opened, found))
  return evidence === null
    ? yield* actionFailed(unseen(opened, `a click on ${found.description}`))
    : ({ method: "click", target: found.description, evidence } satisfies Done)
})

/** Moves the pointer over what was found last. */
export const hoverFound = Effect.fnUntraced(function* (opened: OpenPage) {
  const found = yield* pointed(opened)
  const evidence = yield* observed(
    opened,
    ask(() => opened.page.mouse.move(found.x, found.y))
  )
  return { method: "hover", target: found.description, evidence: evidence ?? "the pointer is over it" } satisfies Done
})

/** Presses a key. */
export const pressKey = Effect.fnUntraced(function* (opened: OpenPage, key: string) {
  const evidence = yield* observed(
    opened,
    ask(() => opened.page.keyboard.press(key))
  )
  return evidence === null
    ? yield* actionFailed(unseen(opened, `${key} was pressed`))
    : ({ method: "press", target: null, evidence } satisfies Done)
})
