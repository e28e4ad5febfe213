/** Forums that run Discourse, as browsers show them and as it writes them for search engines. */
import { type Reply, writeThread } from "../content/thread.ts"
import { makeElement } from "../makeElement.ts"
import { attributeOf, type PageElement } from "../PageTree.ts"
import { dayIn, inEntry, inPage, linkOf, outermostOf, textOf, told } from "./findParts.ts"
import type { Site } from "./Site.ts"

export const discourse: Site = {
  hosts: [],
  marks: [`name="generator" content="Discourse`],
  read: ({ root }) => {
    const heading = inPage(root, "#topic-title") ?? inPage(root, "h1")
    const title = inEntry(heading, ".fancy-title") ?? inEntry(heading, "a") ?? heading
    const [post, ...replies] = outermostOf(root, "article[data-post-id], div.crawler-post").flatMap(postOf)
    if (title === undefined || post === undefined) return undefined
    return { root: writeThread({ title: makeElement("h1", [textOf(title)]), post, replies }) }
  }
}

const postOf = (post: PageElement): ReadonlyArray<Reply> => {
  const creator = inEntry(post, ".creator, .names")
  const author = textOf(inEntry(creator, `[itemprop="name"], a[data-user-card], a`))
  const body = inEntry(post, `.cooked, [itemprop="text"]`)
  if (author === "" || body === undefined) return []
  const date = inEntry(post, "a.post-date")
  const millis = told(inEntry(post, ".relative-date"), "data-time")
  return [
    {
      author,
      date: /^\d{13}$/.test(millis) ? new Date(Number(millis)).toISOString().slice(0, 10) : dayIn(post),
      link: linkOf(date) ?? attributeOf(inEntry(post, `link[itemprop="url"]`) ?? post, "href"),
      depth: 0,
      body: [body]
    }
  ]
}
