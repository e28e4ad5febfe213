/** Hacker News: a story or a comment with what answers it, and lists of either. */
import type { Reply } from "../content/thread.ts"
import { writeThread } from "../content/thread.ts"
import { makeElement, makeLink } from "../makeElement.ts"
import { attributeOf, type PageElement } from "../PageTree.ts"
import { allOf, around, dayOf, inEntry, inPage, linkOf, textOf, told } from "./findParts.ts"
import { type Listed, writeListing } from "./listing.ts"
import type { Site } from "./Site.ts"

export const hackerNews: Site = {
  hosts: ["news.ycombinator.com"],
  marks: [`id="hnmain"`],
  read: ({ root }) => {
    const item = inPage(root, "table.fatitem")
    const replies = allOf(root, "tr.comtr, tr.athing").flatMap((row) =>
      item !== undefined && around(row, "table.fatitem") === item ? [] : replyOf(row)
    )
    if (item === undefined) {
      if (replies.length > 0) return { root: writeThread({ title: undefined, post: undefined, replies }) }
      const stories = storiesIn(root)
      const more = inPage(root, "a.morelink")
      return stories.length === 0 ? undefined : { root: writeListing(stories, more) }
    }
    const title = inEntry(inEntry(item, "span.titleline"), "a") ?? inEntry(inEntry(item, ".onstory"), "a")
    // A comment has its own text, and an empty place for that of a story.
    const text = inEntry(item, ".commtext") ?? inEntry(item, ".toptext")
    if (title === undefined && text === undefined) return undefined
    const address = linkOf(title)
    const leads = inEntry(item, "span.titleline") !== undefined && address !== undefined && /^https?:/.test(address)
    const body = [
      ...(leads ? [makeElement("p", [makeLink(address, address)])] : []),
      ...(text === undefined ? [] : [text])
    ]
    const heading = title && makeElement("h1", [textOf(title)])
    return { root: writeThread({ title: heading, post: { ...aboutOf(item), body }, replies }) }
  }
}

const aboutOf = (entry: PageElement) => {
  const age = inEntry(entry, ".age")
  return {
    author: textOf(inEntry(entry, "a.hnuser")),
    date: dayOf(told(age, "title")) || textOf(age),
    link: linkOf(inEntry(age, "a")),
    score: textOf(inEntry(entry, ".score"))
  }
}

const replyOf = (row: PageElement): ReadonlyArray<Reply> => {
  const text = inEntry(row, ".commtext")
  if (text === undefined) return []
  return [{ ...aboutOf(row), depth: depthOf(inEntry(row, "td.ind")), body: [text] }]
}

/** Pixels of a level, where the page does not count levels. */
const indent = 40

const depthOf = (cell: PageElement | undefined): number => {
  if (cell === undefined) return 0
  const levels = attributeOf(cell, "indent")
  const depth = levels === undefined ? Number(told(inEntry(cell, "img"), "width")) / indent : Number(levels)
  return Number.isFinite(depth) ? Math.max(0, Math.round(depth)) : 0
}

/** The row of a story is followed by one about it. */
const storiesIn = (root: PageElement): ReadonlyArray<Listed> => {
  const found: Array<{ -readonly [Key in keyof Listed]: Listed[Key] }> = []
  for (const part of allOf(root, "span.titleline, td.subtext")) {
    if (part.name === "span") {
      const link = inEntry(part, "a")
      if (link === undefined) continue
      found.push({ title: textOf(link), link: linkOf(link), from: textOf(inEntry(part, ".sitestr")), about: [] })
      continue
    }
    const last = found.at(-1)
    if (last === undefined || last.about.length > 0) continue
    const { author, date, link, score } = aboutOf(part)
    const comments = allOf(part, `a[href^="item?id="]`, 10).at(-1)
    const isCounted =
      comments !== undefined && linkOf(comments) === link && textOf(comments) !== textOf(inEntry(part, ".age"))
    last.about = [
      ...(score === "" ? [] : [score]),
      author === "" ? date : `by ${author}`,
      ...(isCounted ? [makeLink(textOf(comments), link)] : [])
    ]
  }
  return found
}
