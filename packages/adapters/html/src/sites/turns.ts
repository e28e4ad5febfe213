/** How a chat is written: who said it, what, and a line between the turns. */
import { fragmentOf } from "../keepRegions.ts"
import { makeElement } from "../makeElement.ts"
import type { PageElement } from "../PageTree.ts"
import type { SiteContent } from "./Site.ts"

export interface Turn {
  readonly author: string
  readonly body: ReadonlyArray<PageElement>
}

/** Undefined for a chat in which nobody said anything. */
export const writeTurns = (turns: ReadonlyArray<Turn>): SiteContent | undefined => {
  const said = turns.filter(({ body }) => body.length > 0)
  if (said.length === 0) return undefined
  return {
    root: fragmentOf(
      said.flatMap(({ author, body }, at) => [
        ...(at === 0 ? [] : [makeElement("hr", [])]),
        makeElement("p", [makeElement("strong", [author])]),
        ...body
      ])
    )
  }
}
