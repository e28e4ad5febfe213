/** One act on one element, and what of it could be seen afterwards. */
import { Clock, Data, Effect } from "effect"
import { beginWatch, seeChange } from "../page/evidence.ts"
import { type Found, pointAt } from "../page/targets.ts"
import type { OpenPage } from "../render/OpenPage.ts"
import { ask, type CallFailed } from "../render/PageFailed.ts"

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
  yield* doing
  const began = yield* Clock.currentTimeMillis
  while (true) {
    if (watch.documents() !== documents) return `the page became ${page.url().slice(0, 200)}`
    // The document may be going away just now; the next look finds the other one.
    const seen = yield* Effect.option(world.run(seeChange, null))
    if (seen._tag === "Some" && seen.value.evidence !== null) return seen.value.evidence
    if (watch.windows() > windows) return "the page asked for a new window, which was closed"
    const passed = (yield* Clock.currentTimeMillis) - began
    if (passed > (watch.inFlight() > 0 ? loadingMillis : evidenceMillis)) return null
    yield* Effect.sleep("40 millis")
  }
})

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
    ? yield* actionFailed(`Nothing changed after a click on ${found.description}.`)
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
    ? yield* actionFailed(`Nothing changed after ${key} was pressed.`)
    : ({ method: "press", target: null, evidence } satisfies Done)
})
