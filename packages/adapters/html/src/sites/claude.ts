/** Chats with Claude that were shared. What it thought before it answered is left out. */
import type { PageElement } from "../PageTree.ts"
import { outermostOf, told, withLines } from "./findParts.ts"
import type { Site } from "./Site.ts"
import { type Turn, writeTurns } from "./turns.ts"

export const claude: Site = {
  hosts: ["claude.ai"],
  read: ({ root }) =>
    writeTurns(
      outermostOf(root, `[data-testid="user-message"], .font-claude-response, .font-claude-message`).map(turnOf)
    )
}

const turnOf = (turn: PageElement): Turn => {
  if (told(turn, "data-testid") === "user-message") return { author: "You", body: [withLines(turn)] }
  const answers = outermostOf(turn, ".standard-markdown")
  return { author: "Claude", body: answers.length === 0 ? [turn] : answers }
}
