/** X, once Twitter: a post and what answers it, in whatever language the page around it is. */
import { type Post, writeThread } from "../content/thread.ts"
import { makeElement } from "../makeElement.ts"
import { attributeOf, type PageElement, PageText } from "../PageTree.ts"
import { allInEntry, allOf, around, dayOf, inEntry, inPage, linkOf, textOf, told, withLines } from "./findParts.ts"
import { fullName, writePosts } from "./posts.ts"
import type { Site } from "./Site.ts"

export const x: Site = {
  hosts: ["x.com", "twitter.com"],
  read: ({ root, url }) => {
    // An article is read as one.
    if (inPage(root, `[data-testid="twitterArticleReadView"], [data-testid="twitterArticleRichTextView"]`))
      return undefined
    const posts = postsIn(root)
    const [first, ...rest] = posts
    if (first === undefined) return undefined
    if (!/\/status\/\d+/.test(url.pathname))
      return {
        root: writeThread({ title: undefined, post: undefined, replies: posts.map((post) => ({ ...post, depth: 0 })) })
      }
    // What the author goes on with before anyone answers is one text.
    const end = rest.findIndex(({ author }) => author !== first.author)
    const more = end < 0 ? rest : rest.slice(0, end)
    return writePosts(
      { ...first, body: [first, ...more].flatMap(({ body }) => body) },
      rest.slice(more.length).map((post) => ({ ...post, depth: 0 }))
    )
  }
}

/** Up to the heading of what is only recommended. Advertisements have no date. */
const postsIn = (root: PageElement): ReadonlyArray<Post> => {
  const found: Array<Post> = []
  for (const part of allOf(root, `article[data-testid="tweet"], h2`)) {
    if (part.name === "h2" && found.length > 0 && around(part, "article") === undefined) break
    if (part.name === "h2") continue
    const time = inEntry(part, "time[datetime]")
    const author = authorOf(inEntry(part, `[data-testid="User-Name"]`))
    if (time === undefined || author === "") continue
    const body = bodyOf(part, false)
    if (body.length === 0) continue
    found.push({ author, date: dayOf(told(time, "datetime")), link: linkOf(around(time, "a", 3)), body })
  }
  return found
}

const authorOf = (names: PageElement | undefined): string => {
  if (names === undefined) return ""
  const texts = allInEntry(names, "a, span").map(textOf)
  const name = texts.find((text) => text !== "" && !text.startsWith("@")) ?? ""
  const handle = texts.find((text) => /^@\w{1,30}$/.test(text)) ?? ""
  return fullName(name, handle)
}

const parts = `[data-testid="tweetText"], [data-testid="tweetPhoto"], div[role="link"]`

/** The text, the pictures, and the post that it speaks of. */
const bodyOf = (post: PageElement, isQuoted: boolean): ReadonlyArray<PageElement> =>
  allInEntry(post, parts).flatMap((part) => {
    const kind = told(part, "data-testid")
    if (kind === "tweetText") return [withLines(withEmojis(part))]
    if (kind === "tweetPhoto") {
      const image = inEntry(part, "img")
      return image === undefined ? [] : [makeElement("p", [image])]
    }
    const author = isQuoted ? "" : authorOf(inEntry(part, `[data-testid="User-Name"]`))
    const inner = author === "" ? [] : bodyOf(part, true)
    if (inner.length === 0) return []
    return [makeElement("blockquote", [makeElement("p", [makeElement("strong", [author])]), ...inner])]
  })

/** Emojis are pictures there; what they show stands in their `alt`. */
const withEmojis = (text: PageElement): PageElement => {
  for (const image of allInEntry(text, `img[src*="/emoji/"]`)) {
    const siblings = image.parent!.children
    const shown = new PageText(attributeOf(image, "alt") ?? "")
    shown.parent = image.parent
    siblings[siblings.indexOf(image)] = shown
  }
  return text
}
