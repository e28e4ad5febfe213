/** Scrolling, until nothing moves or grows any more. */
import type { ScrollAmount } from "@kittiwake/core/pages/domain/BrowserAction"
import { Effect } from "effect"
import { scrollStep } from "../page/evidence.ts"
import type { OpenPage } from "../render/OpenPage.ts"
import { settleBriefly } from "../render/settle.ts"
import { actionFailed, type Done } from "./act.ts"

export interface Scroll {
  readonly direction: "up" | "down" | "left" | "right"
  readonly amount: ScrollAmount
  readonly maxScrolls: number
  readonly container: string | null
}

/** Scrolls the page or a box in it. To be where it should be is as good as to have moved there. */
export const scrollPage = Effect.fnUntraced(function* (opened: OpenPage, scroll: Scroll) {
  const { container, direction, maxScrolls } = scroll
  let moved = 0
  let grown = 0
  let times = 0
  let at = 0
  let isAtEdge = false
  while (times < maxScrolls) {
    const step = yield* opened.world.run(scrollStep, scroll)
    if (!step.isFound) return yield* actionFailed(`No element matches ${container}.`)
    times += 1
    at = step.at
    isAtEdge = step.isAtEdge
    // What comes into view may load more, which the next turn then has to go past.
    yield* settleBriefly(opened)
    const after = yield* opened.world.run(scrollStep, { ...scroll, amount: 0 })
    moved += Math.abs(step.moved)
    grown += Math.max(0, step.grew)
    const hasGrown = step.grew > 0 || (isAtEdge && !after.isAtEdge)
    if (step.moved === 0 && !hasGrown) break
  }
  const place = direction === "left" || direction === "right" ? "from the left" : "from the top"
  const growth = grown > 0 ? `, and it grew by ${grown} px` : ""
  if (moved > 0) {
    return {
      method: "scroll",
      target: container,
      evidence: `it moved by ${moved} px to ${at} px ${place}${growth}`
    } satisfies Done
  }
  return isAtEdge
    ? ({ method: "scroll", target: container, evidence: "it is at the edge already" } satisfies Done)
    : yield* actionFailed("Nothing moved.")
})
