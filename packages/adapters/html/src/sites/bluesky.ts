/** Bluesky: a post with those above it and those that answer it. */
import type { Reply } from "../content/thread.ts"
import { makeElement } from "../makeElement.ts"
import type { PageElement } from "../PageTree.ts"
import { allInEntry, around, inEntry, linkOf, outermostOf, textOf, told, withLines } from "./findParts.ts"
import { fullName, postInHead, writePosts } from "./posts.ts"
import type { Site } from "./Site.ts"

const prefix = "postThreadItem-by-"

export const bluesky: Site = {
  hosts: ["bsky.app"],
  read: (page) => {
    if (!/^\/profile\/[^/]+\/post\//.test(page.url.pathname)) return undefined
    const [first, ...replies] = outermostOf(page.root, `[data-testid^="${prefix}"]`).flatMap(postOf)
    return first === undefined ? postInHead(page) : writePosts(first, replies)
  }
}

const postOf = (post: PageElement): ReadonlyArray<Reply> => {
  const handle = told(post, "data-testid").slice(prefix.length)
  const text = inEntry(post, `[data-testid="postText"], [data-word-wrap="1"]`)
  if (text === undefined) return []
  const links = allInEntry(post, "a[href]")
  const name = links
    .filter((link) => linkOf(link) === `/profile/${handle}`)
    .map(textOf)
    .find((one) => one !== "" && !one.includes(`@${handle}`))
  const dated = links.find(
    (link) => (linkOf(link) ?? "").includes(`/profile/${handle}/post/`) && told(link, "data-tooltip") !== ""
  )
  return [
    {
      author: fullName(name ?? "", `@${handle}`),
      date: told(dated, "data-tooltip"),
      link: linkOf(dated),
      depth: 0,
      body: [withLines(text), ...pictures(post)]
    }
  ]
}

const pictures = (post: PageElement): ReadonlyArray<PageElement> =>
  allInEntry(post, `img[src*="/feed_thumbnail/"], img[src*="/feed_fullsize/"]`)
    .filter((image) => around(image, "blockquote") === undefined)
    .map((image) => makeElement("p", [image]))
