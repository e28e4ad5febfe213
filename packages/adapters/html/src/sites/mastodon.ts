/** Mastodon, wherever it runs: a post with those above it and those that answer it. */
import { type Reply, writeThread } from "../content/thread.ts"
import type { PageElement } from "../PageTree.ts"
import { dayIn, dayOf, inEntry, inPage, linkOf, outermostOf, textOf, told } from "./findParts.ts"
import { fullName, postInHead, writePosts } from "./posts.ts"
import type { Site } from "./Site.ts"

export const mastodon: Site = {
  hosts: ["mastodon.social"],
  marks: [`class="detailed-status`, `id="mastodon"`],
  read: (page) => {
    const posts = outermostOf(page.root, "div.detailed-status, div.status").flatMap(postOf)
    const [first, ...replies] = posts
    const isThread = /^\/@[^/]+\/\d+/.test(page.url.pathname) || inPage(page.root, "div.detailed-status") !== undefined
    if (first === undefined) return isThread ? postInHead(page) : undefined
    if (isThread) return writePosts(first, replies)
    return { root: writeThread({ title: undefined, post: undefined, replies: posts }) }
  }
}

const postOf = (status: PageElement): ReadonlyArray<Reply> => {
  const names = inEntry(status, ".display-name")
  const name = textOf(inEntry(names, ".display-name__html, strong"))
  const account = textOf(inEntry(names, ".display-name__account"))
  const body = inEntry(status, ".status__content, .e-content")
  if (names === undefined || body === undefined) return []
  const time = inEntry(status, "a.detailed-status__datetime, a.status__relative-time")
  return [
    {
      author: fullName(name, account),
      date: dayIn(status) || dayOf(told(inEntry(status, "data.dt-published"), "value")) || textOf(time),
      link: linkOf(time),
      depth: 0,
      body: [body]
    }
  ]
}
