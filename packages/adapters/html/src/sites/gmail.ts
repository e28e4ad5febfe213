/** A thread of messages in Gmail, without what each repeats of those before it. */
import { type Reply, writeThread } from "../content/thread.ts"
import { drop } from "../keepRegions.ts"
import { makeElement } from "../makeElement.ts"
import { PageElement, PageText } from "../PageTree.ts"
import { allOf, inEntry, inPage, outermostOf, textOf, told } from "./findParts.ts"
import type { Site } from "./Site.ts"

export const gmail: Site = {
  hosts: ["mail.google.com"],
  read: ({ root }) => {
    const subject = inPage(root, "h2.hP")
    if (subject === undefined) return undefined
    const replies = outermostOf(root, "[data-legacy-message-id]").flatMap(messageOf)
    if (replies.length === 0) return undefined
    return { root: writeThread({ title: makeElement("h1", [textOf(subject)]), post: undefined, replies }) }
  }
}

/** Older messages and who wrote them, signatures that are folded, and tools over pictures. */
const repeated = `.gmail_quote, .gmail_quote_container, .gmail_attr, blockquote[type="cite"], blockquote[style*="border-left"], .adL, .yj6qo, .a6S`

const messageOf = (message: PageElement): ReadonlyArray<Reply> => {
  const sender = inEntry(message, "span.gD")
  const body = inEntry(message, "div.a3s")
  if (sender === undefined || body === undefined) return []
  drop(new Set(allOf(body, repeated)))
  dropQuotedLines(body)
  const date = inEntry(message, "span.g3")
  return [
    {
      author: told(sender, "name") || textOf(sender),
      date: told(date, "title") || textOf(date),
      depth: 0,
      body: [body]
    }
  ]
}

/** Drops lines that begin with `>`, as mail without markup quotes. */
const dropQuotedLines = (body: PageElement): void => {
  for (const parent of [body, ...allOf(body, "div, p, span")]) {
    let isQuoted = false
    let startsLine = true
    const kept = parent.children.filter((child) => {
      const isText = child instanceof PageText
      if (isText && startsLine && child.text.trimStart().startsWith(">")) isQuoted = true
      else if (!isText && (child.name === "br" || child.name === "div")) isQuoted = false
      if (!isText) startsLine = endsLine(child)
      else if (child.text.trim() !== "") startsLine = false
      return !isQuoted
    })
    parent.children.splice(0)
    for (const child of kept) parent.children.push(child)
  }
}

const endsLine = (element: PageElement): boolean => {
  if (element.name === "br" || element.name === "div") return true
  const last = element.children.at(-1)
  return last instanceof PageElement && last.name === "br"
}
