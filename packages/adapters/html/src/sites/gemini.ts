/** Chats with Gemini that were shared. */
import { inEntry, outermostOf, withLines } from "./findParts.ts"
import type { Site } from "./Site.ts"
import { writeTurns } from "./turns.ts"

export const gemini: Site = {
  hosts: ["gemini.google.com"],
  read: ({ root }) =>
    writeTurns(
      outermostOf(root, "user-query, model-response").map((turn) => {
        const isUser = turn.name === "user-query"
        const text = inEntry(turn, isUser ? ".query-text" : ".markdown, .model-response-text")
        if (text === undefined) return { author: "", body: [] }
        return isUser ? { author: "You", body: [withLines(text)] } : { author: "Gemini", body: [text] }
      })
    )
}
