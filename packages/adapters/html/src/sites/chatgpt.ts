/** Chats with ChatGPT that were shared. What an answer cites becomes its notes. */
import { parseUrl } from "@kittiwake/core/internal/security/domain/parseUrl"
import { append, makeElement, makeLink } from "../makeElement.ts"
import type { PageElement } from "../PageTree.ts"
import { allOf, inEntry, linkOf, outermostOf, textOf, told, withLines } from "./findParts.ts"
import type { Site, SiteContent } from "./Site.ts"
import { type Turn, writeTurns } from "./turns.ts"

export const chatgpt: Site = {
  hosts: ["chatgpt.com", "chat.openai.com"],
  read: ({ root }) => {
    const turns = outermostOf(root, `[data-testid^="conversation-turn"], article[data-turn]`).map(turnOf)
    const found = writeTurns(turns)
    return found === undefined ? undefined : withCitations(found.root)
  }
}

const turnOf = (turn: PageElement): Turn => {
  const messages = outermostOf(turn, "[data-message-author-role]")
  const label = textOf(inEntry(turn, "h4.sr-only, h5.sr-only, h6.sr-only")).replace(/(?<!\s)\s*[:：]$/, "")
  const role = told(messages[0], "data-message-author-role") || told(turn, "data-turn")
  return {
    author: label || (role === "user" ? "You said" : "ChatGPT said"),
    body: messages.flatMap((message) => outermostOf(message, ".markdown, .whitespace-pre-wrap").map(asWritten))
  }
}

const asWritten = (text: PageElement): PageElement =>
  told(text, "class").split(" ").includes("markdown") ? text : withLines(text)

interface Note {
  readonly label: string
  readonly element: PageElement
}

/** The same address is one note. */
const withCitations = (root: PageElement): SiteContent => {
  const notes = new Map<string, Note>()
  const references = new Map<PageElement, string>()
  for (const pill of allOf(root, `[data-testid="webpage-citation-pill"]`)) {
    const link = inEntry(pill, "a[href]")
    const url = parseUrl(linkOf(link) ?? "")
    if (link === undefined || url === null) continue
    const note = notes.get(url.href) ?? { label: String(notes.size + 1), element: noteOf(url) }
    notes.set(url.href, note)
    references.set(link, note.label)
  }
  const made = [...notes.values()]
  for (const { element } of made) append(root, element)
  const labels = new Map(made.map(({ element, label }) => [element, label]))
  return { root, footnotes: { references, notes: labels, returns: new Set() } }
}

const noteOf = (url: URL): PageElement => makeElement("p", [makeLink(url.hostname.replace(/^www\./, ""), url.href)])
