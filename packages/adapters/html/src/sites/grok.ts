/** Chats with Grok that were shared. */
import type { PageElement } from "../PageTree.ts"
import { around, outermostOf } from "./findParts.ts"
import { isMatch } from "./matcher.ts"
import type { Site } from "./Site.ts"
import { writeTurns } from "./turns.ts"

export const grok: Site = {
  hosts: ["grok.com"],
  read: ({ root }) =>
    writeTurns(
      outermostOf(root, ".message-bubble").map((bubble) => ({
        author: isUser(bubble) ? "You" : "Grok",
        body: [bubble]
      }))
    )
}

/** What the user says stands at the end of its line. */
const isUser = (bubble: PageElement): boolean => {
  if (isMatch(bubble, `[data-testid="user-message"]`)) return true
  const line = around(bubble, ".items-end, .items-start", 4)
  return line !== undefined && isMatch(line, ".items-end")
}
