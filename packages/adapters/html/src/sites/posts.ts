/** How posts of people without titles are written: under the name of who wrote the first. */
import { type Post, type Reply, writeThread } from "../content/thread.ts"
import { makeElement } from "../makeElement.ts"
import { dayOf, metaOf, withLines } from "./findParts.ts"
import type { SiteContent, SitePage } from "./Site.ts"

/** The first one is what the others answer. */
export const writePosts = (first: Post, replies: ReadonlyArray<Reply>): SiteContent => ({
  root: writeThread({
    title: makeElement("h1", [first.author.replace(/ (@\S+)$/, " ($1)")]),
    post: { ...first, author: "" },
    replies
  })
})

/** Someone's name and handle. */
export const fullName = (name: string, handle: string): string =>
  [name, handle].filter((part) => part !== "" && part !== "@").join(" ")

/** The post that a page tells in its head, where scripts have not filled its body. */
export const postInHead = ({ root, url }: SitePage): SiteContent | undefined => {
  const author = metaOf(root, "og:title")
  const text = metaOf(root, "og:description")
  if (author === "" || text === "") return undefined
  const date = dayOf(metaOf(root, "og:published_time") || metaOf(root, "article:published_time"))
  return writePosts({ author, date, link: url.href, body: [withLines(makeElement("p", [text]))] }, [])
}
