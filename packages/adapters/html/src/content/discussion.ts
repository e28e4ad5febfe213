/**
 * Pages that are a discussion: a post and what others wrote below it, as quotations with author and date.
 *
 * **Details** They are told by markup that many sites share: microdata, microformats, and the names of comments and of their parts.
 * Answers stand in the quotation of what they answer, by how they are nested or by the depth that each tells.
 */
import { collapse, collapsedText } from "../innerText.ts"
import { drop } from "../keepRegions.ts"
import { attributeOf, PageElement, type PageNode } from "../PageTree.ts"
import { maxDepth, writeThread } from "./thread.ts"

/** Entries read. */
const maxEntries = 2_000

/** Characters of a name and of a date. */
const maxName = 60
const maxDate = 40

/** With so many characters of prose beside the entries, they are comments on something else. */
const maxBeside = 600

/** The share of the page's text that the entries must have. */
const minShare = 0.5

interface Entry {
  readonly element: PageElement
  /** Whether it is what the others are about. */
  readonly isPost: boolean
  depth: number
  author: string
  date: string
  link: string | undefined
  body: PageElement | undefined
  /** Elements that say who wrote it and when. */
  readonly about: Array<PageElement>
}

/** What counts as text, of an element. */
export interface Told {
  readonly text: (element: PageElement) => number
  readonly prose: (element: PageElement) => number
}

/** The discussion that a page is; undefined for other pages. `isTold`: the page says that it is one. Changes the tree. */
export const discussionOf = (
  root: PageElement,
  dropped: ReadonlySet<PageElement>,
  told: Told,
  isTold: boolean
): PageElement | undefined => {
  const reading = new Reading(dropped)
  reading.visit(root, [])
  for (const entry of reading.entries) entry.body ??= entry.author === "" ? undefined : restOf(entry)
  const entries = reading.entries.filter(({ author, body }) => author !== "" && body !== undefined)
  if (entries.length < 2) return undefined
  const text = sum(entries, ({ body }) => told.text(body!))
  if (text < told.text(root) * minShare) return undefined
  const first = entries[0]!
  const isSaid = isTold || typed.test(attributeOf(first.element, "itemtype") ?? "")
  // What is only named as a post may be an article: where all entries are, it is one of them.
  const countsPosts = isSaid || entries.every(({ isPost }) => isPost)
  if (!isSaid && countsPosts && entries.filter(isTitled).length > 1) return undefined
  const prose = sum(entries, ({ body, isPost }) => (countsPosts || !isPost ? told.prose(body!) : 0))
  if (!(isSaid && first.isPost) && told.prose(root) - prose > maxBeside) return undefined
  drop(new Set(entries.map(({ element }) => element)))
  const posts = entries.map(({ author, body, date, depth, link }) => ({ author, date, link, depth, body: [body!] }))
  return writeThread({
    title: reading.title,
    post: first.isPost ? posts[0] : undefined,
    replies: first.isPost ? posts.slice(1) : posts
  })
}

/** Whether an entry has a heading, as each article of a list of them does. */
const isTitled = ({ element }: Entry): boolean => find(element, ({ name }) => /^h[1-6]$/.test(name)) !== undefined

/** Whether a page may be one, by a glance at its names. */
export const mayBeDiscussion = (root: PageElement): boolean => {
  const known = new Map<string, boolean>()
  let found = 0
  const waiting = [root]
  for (let at = waiting.pop(); at !== undefined && found < 2; at = waiting.pop()) {
    const key = glanceOf(at)
    let isEntry = known.get(key)
    if (isEntry === undefined) {
      isEntry = kindOf(at) !== undefined
      known.set(key, isEntry)
    }
    if (isEntry) found += 1
    for (const child of at.children) if (child instanceof PageElement) waiting.push(child)
  }
  return found >= 2
}

/** All that tells an entry. */
const glanceOf = (element: PageElement): string => {
  let key = element.name
  for (const { name, value } of element.attributes)
    if (name === "class" || name === "itemtype" || name === "itemprop") key += `\n${name} ${value}`
    else if (name === "author") key += "\nauthor"
  return key
}

/** Where a body has no name: the only child that has text and is neither about the entry nor another entry. */
const restOf = ({ about, element }: Entry): PageElement | undefined => {
  const rest = element.children.slice(0, maxLooked).filter((child): child is PageElement => {
    if (!(child instanceof PageElement) || kindOf(child) !== undefined || apart.has(child.name)) return false
    return !about.some((one) => isWithin(one, child)) && collapsedText(child, minRest) !== ""
  })
  return rest.length === 1 && rest[0]!.children.length <= maxLooked ? rest[0] : undefined
}

const minRest = 40
const apart = new Set([
  "summary",
  "header",
  "footer",
  "form",
  "button",
  "nav",
  "script",
  "style",
  "details",
  "ul",
  "ol"
])

const sum = (entries: ReadonlyArray<Entry>, count: (entry: Entry) => number): number =>
  entries.reduce((all, entry) => all + count(entry), 0)

const typed = /\/(?:DiscussionForumPosting|Question|SocialMediaPosting)$/i
const typedReply = /\/(?:Comment|Answer|UserComments)$/i
const replyProps = /^(?:comment|suggestedAnswer|acceptedAnswer)$/
const postNames = /(?:^|\s)(?:post|topic-post|forum-post|thread-post|message|h-entry|status)(?:$|\s)/i
const replyNames = /(?:^|\s)(?:(?:[a-z\d]{1,30}[-_]{1,2}){0,4}(?:comment|reply|answer)|comment-?box|h-cite)(?:$|\s)/i

/** Whether an element is one entry of a discussion, and which kind; undefined when it is none. */
const kindOf = (element: PageElement): "post" | "reply" | undefined => {
  if (element.isRoot || element.name === "body" || element.name === "html") return undefined
  const type = attributeOf(element, "itemtype")
  if (type !== undefined) {
    if (typedReply.test(type)) return "reply"
    if (typed.test(type)) return "post"
  }
  if (replyProps.test(attributeOf(element, "itemprop") ?? "")) return "reply"
  if (/-(?:comment|reply)$/.test(element.name) && attributeOf(element, "author") !== undefined) return "reply"
  const names = attributeOf(element, "class")
  if (names === undefined || names.length > 1_000) return undefined
  return replyNames.test(names) ? "reply" : postNames.test(names) ? "post" : undefined
}

/** The class and the name for tests of an element, cut into words. */
const wordsOf = (element: PageElement): string =>
  ` ${`${attributeOf(element, "class") ?? ""} ${attributeOf(element, "data-testid") ?? ""}`
    .slice(0, 1_000)
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/[^a-z\d]+/g, " ")} `

const authorNames = / (?:author|username|user|poster|nickname|screenname|(?:display|user) name) /
const noAuthor = / (?:avatar|image|picture|title|role|rank|badge|bio|info|meta|link list) /
const dateNames = / (?:date|time|timestamp|age|published|posted) /
const bodyNames =
  / (?:(?:comment|post|message|reply|answer|entry|status|topic) (?:body|content|text|message)|e content|cooked|markdown body|user content|usertext body) /

class Reading {
  readonly entries: Array<Entry> = []
  title: PageElement | undefined
  private readonly dropped: ReadonlySet<PageElement>

  constructor(dropped: ReadonlySet<PageElement>) {
    this.dropped = dropped
  }

  /** `around`: the entries that `parent` stands in, the innermost last. */
  visit(parent: PageElement, around: ReadonlyArray<Entry>): void {
    for (const child of parent.children) {
      if (!(child instanceof PageElement) || this.dropped.has(child) || this.entries.length >= maxEntries) continue
      if (child.name === "h1") this.title ??= child
      const kind = kindOf(child)
      const own = around.at(-1)
      if (kind !== undefined) {
        const entry: Entry = {
          element: child,
          isPost: kind === "post",
          depth: depthOf(child) ?? around.filter(({ isPost }) => !isPost).length,
          author: collapse(
            attributeOf(child, "author") ??
              attributeOf(child, "data-author") ??
              attributeOf(child, "data-username") ??
              ""
          ).slice(0, maxName),
          date: "",
          link: undefined,
          body: undefined,
          about: []
        }
        this.entries.push(entry)
        this.visit(child, [...around.slice(-maxDepth), entry])
        continue
      }
      if (own !== undefined && (own.body === undefined || !isWithin(child, own.body))) this.read(child, own)
      this.visit(child, around)
    }
  }

  private read(element: PageElement, entry: Entry): void {
    const property = attributeOf(element, "itemprop") ?? ""
    const words = wordsOf(element)
    if (entry.author === "" && isAuthor(element, property, words)) {
      entry.author = nameIn(element)
      if (entry.author !== "") entry.about.push(element)
    }
    if (entry.date === "") {
      const date = dateOf(element, property, words)
      if (date !== "") {
        entry.date = date
        entry.about.push(element)
        entry.link = addressAround(element, entry.element)
      }
    }
    if (entry.body === undefined && isBody(element, property, words)) entry.body = element
  }
}

/** Elements between an entry and a part of it. */
const maxLevels = 64

const isWithin = (element: PageElement, outer: PageElement): boolean => {
  let at: PageElement | null = element
  for (let level = 0; at !== null && level < maxLevels; level += 1, at = at.parent) if (at === outer) return true
  return false
}

const isAuthor = (element: PageElement, property: string, words: string): boolean =>
  property === "author" ||
  /(?:^|\s)author(?:\s|$)/.test(attributeOf(element, "rel") ?? "") ||
  (authorNames.test(words) && !noAuthor.test(words))

const isBody = (element: PageElement, property: string, words: string): boolean =>
  property === "text" ||
  property === "articleBody" ||
  /^(?:comment|text|body|content)$/.test(attributeOf(element, "slot") ?? "") ||
  bodyNames.test(words)

const nameIn = (element: PageElement): string => {
  const name = find(element, (one) => attributeOf(one, "itemprop") === "name" || one.name === "a" || one.name === "b")
  const text = collapse(attributeOf(name ?? element, "content") ?? "") || collapsedText(name ?? element, maxName + 1)
  return text === "" || text.length > maxName ? "" : text.replace(/^@/, "")
}

const dateOf = (element: PageElement, property: string, words: string): string => {
  const isNamed = /^date(?:Published|Created)$/.test(property) || /^(?:time|relative-time)$/.test(element.name)
  if (!isNamed && !dateNames.test(words)) return ""
  const since = /^\d{10}(?:\d{3})?$/.exec(
    attributeOf(element, "data-time") ?? attributeOf(element, "data-timestamp") ?? ""
  )
  if (since !== null) return new Date(Number(since[0].padEnd(13, "0"))).toISOString().slice(0, 10)
  const told =
    attributeOf(element, "datetime") ?? attributeOf(element, "content") ?? attributeOf(element, "title") ?? ""
  const day = /^\d{4}-\d\d-\d\d/.exec(told.trim())?.[0]
  if (day !== undefined) return day
  const text = collapsedText(element, maxDate + 1)
  return text.length > maxDate || !/\d/.test(text) ? "" : text
}

const addressAround = (element: PageElement, entry: PageElement): string | undefined => {
  const inside = find(element, ({ name }) => name === "a")
  if (inside !== undefined) return attributeOf(inside, "href")
  let at: PageElement | null = element
  for (let level = 0; at !== null && at !== entry && level < 4; level += 1, at = at.parent)
    if (at.name === "a") return attributeOf(at, "href")
  return undefined
}

const depthOf = (element: PageElement): number | undefined => {
  for (const name of ["depth", "data-depth", "data-level"]) {
    const value = attributeOf(element, name)
    if (value !== undefined && /^\d{1,3}$/.test(value)) return Math.min(Number(value), maxDepth)
  }
  return undefined
}

/** Elements looked at to find one. */
const maxLooked = 60

const find = (root: PageElement, matches: (element: PageElement) => boolean): PageElement | undefined => {
  let left = maxLooked
  const waiting: Array<PageNode> = root.children.slice(0, maxLooked).reverse()
  for (let node = waiting.pop(); node !== undefined && left > 0; node = waiting.pop()) {
    if (!(node instanceof PageElement)) continue
    left -= 1
    if (matches(node)) return node
    for (let at = Math.min(node.children.length, maxLooked) - 1; at >= 0; at -= 1) waiting.push(node.children[at]!)
  }
  return undefined
}
