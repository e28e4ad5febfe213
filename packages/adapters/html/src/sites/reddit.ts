/** Reddit, as old.reddit.com and as its newer pages of custom elements: a post with comments, and lists of posts. */
import { type Reply, writeThread } from "../content/thread.ts"
import { makeElement, makeLink } from "../makeElement.ts"
import { attributeOf, type PageElement } from "../PageTree.ts"
import { allOf, around, dayIn, dayOf, inEntry, inPage, linkOf, textOf, told } from "./findParts.ts"
import { type Listed, writeListing } from "./listing.ts"
import type { Site, SitePage } from "./Site.ts"

export const reddit: Site = {
  hosts: ["reddit.com", "redd.it"],
  marks: ["<shreddit-post "],
  read: (page) => {
    const posts = allOf(page.root, "shreddit-post, div.thing.link").filter((post) => !isPromoted(post))
    if (/\/comments\//.test(page.url.pathname)) return posts[0] === undefined ? undefined : threadOf(page, posts[0])
    const listed = posts.map(listedOf).filter(({ title }) => title !== "")
    if (listed.length === 0) return undefined
    return { root: writeListing(listed, inEntry(inPage(page.root, ".next-button"), "a")) }
  }
}

const isPromoted = (post: PageElement): boolean => told(post, "class").includes("promoted")

const threadOf = ({ root }: SitePage, post: PageElement) => {
  const about = aboutPost(post)
  if (about.title === "") return undefined
  const leads =
    /^https?:/.test(about.address) && !/^https?:\/\/(?:[\w-]{1,30}\.)?redd(?:it\.com|\.it)\//.test(about.address)
  const text = inEntry(post, `[slot="text-body"]`) ?? inEntry(inEntry(post, ".usertext-body"), ".md")
  const body = [
    ...(leads ? [makeElement("p", [makeLink(about.address, about.address)])] : []),
    ...(text === undefined ? [] : [text])
  ]
  const depths = new Map<PageElement, number>()
  const replies = allOf(root, "shreddit-comment, div.thing.comment").flatMap((comment) => replyOf(comment, depths))
  return { root: writeThread({ title: makeElement("h1", [about.title]), post: { ...about, body }, replies }) }
}

const aboutPost = (post: PageElement) => {
  const title = inEntry(post, "a.title")
  return {
    title: told(post, "post-title") || textOf(title),
    address: told(post, "content-href") || linkOf(title) || "",
    author: told(post, "author") || told(post, "data-author"),
    date: dayOf(told(post, "created-timestamp")) || dayOfMillis(told(post, "data-timestamp")) || dayIn(post),
    link: attributeOf(post, "permalink") ?? attributeOf(post, "data-permalink"),
    score: scoreOf(told(post, "score") || told(post, "data-score"))
  }
}

const replyOf = (comment: PageElement, depths: Map<PageElement, number>): ReadonlyArray<Reply> => {
  const isNew = comment.name === "shreddit-comment"
  const entry = isNew ? comment : inEntry(comment, ".entry")
  const body = isNew ? inEntry(comment, `[slot="comment"]`) : inEntry(inEntry(entry, ".usertext-body"), ".md")
  const outer = around(comment, "shreddit-comment, div.thing.comment", 64)
  const counted = outer === undefined ? 0 : (depths.get(outer) ?? 0) + 1
  const depth = /^\d{1,3}$/.test(told(comment, "depth")) ? Number(told(comment, "depth")) : counted
  depths.set(comment, depth)
  if (body === undefined || entry === undefined) return []
  const shown = inEntry(entry, ".score.unvoted") ?? (isNew ? undefined : inEntry(entry, ".score"))
  return [
    {
      author: told(comment, "author") || told(comment, "data-author"),
      date: dayOf(told(comment, "created")) || dayIn(entry),
      link: attributeOf(comment, "permalink") ?? attributeOf(comment, "data-permalink"),
      score: scoreOf(told(comment, "score")) || textOf(shown),
      depth,
      body: [body]
    }
  ]
}

const scoreOf = (score: string): string =>
  /^-?\d{1,9}$/.test(score) ? `${score} point${score === "1" ? "" : "s"}` : ""

const dayOfMillis = (millis: string): string =>
  /^\d{13}$/.test(millis) ? new Date(Number(millis)).toISOString().slice(0, 10) : ""

const listedOf = (post: PageElement): Listed => {
  const { address, author, date, link, score, title } = aboutPost(post)
  const domain = told(post, "domain") || told(post, "data-domain")
  const comments = told(post, "comment-count") || told(post, "data-comments-count")
  return {
    title,
    link: address || link,
    from: domain.startsWith("self.") ? "" : domain,
    about: [
      ...[score, author && `by ${author}`, date].filter((one) => one !== ""),
      ...(comments === "" ? [] : [makeLink(`${comments} comments`, link)])
    ]
  }
}
