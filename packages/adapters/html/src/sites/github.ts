/** Issues, pull requests and discussions of GitHub, in its older markup and in its newer. */
import { type Reply, writeThread } from "../content/thread.ts"
import { makeElement } from "../makeElement.ts"
import { attributeOf, type PageElement } from "../PageTree.ts"
import { around, dayIn, inEntry, inPage, linkOf, outermostOf, textOf } from "./findParts.ts"
import type { Site } from "./Site.ts"

const titles = `[data-testid="issue-title"], .js-issue-title, .gh-header-title`
const entries = `[data-testid="issue-body"], [data-testid^="comment-viewer-outer-box"], .timeline-comment, .review-comment`
const authors = `[data-testid="issue-body-header-author"], [data-testid="avatar-link"], a.author`
const bodies = `[data-testid="markdown-body"], .comment-body`

export const github: Site = {
  hosts: ["github.com"],
  read: ({ root, url }) => {
    if (!/^\/[^/]+\/[^/]+\/(?:issues|pull|discussions)\/\d+/.test(url.pathname)) return undefined
    const title = inPage(root, titles)
    const [post, ...replies] = outermostOf(root, entries).flatMap(entryOf)
    if (title === undefined || post === undefined) return undefined
    return { root: writeThread({ title: makeElement("h1", [textOf(title)]), post, replies }) }
  }
}

const entryOf = (entry: PageElement): ReadonlyArray<Reply> => {
  const author = textOf(inEntry(entry, authors))
  const body = inEntry(entry, bodies)
  if (author === "" || body === undefined) return []
  const time = inEntry(entry, "relative-time")
  const isNested = around(entry, `[data-child-comments], .js-inline-comments-container`) !== undefined
  return [
    {
      author,
      date: dayIn(entry),
      link: time && (linkOf(around(time, "a", 3)) ?? attributeOf(entry, "data-url")),
      depth: isNested ? 1 : 0,
      body: [body]
    }
  ]
}
