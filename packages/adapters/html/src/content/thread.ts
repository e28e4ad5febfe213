/** How a discussion is written: its title, its post, and what answers it as quotations in each other. */
import { drop, fragmentOf } from "../keepRegions.ts"
import { append, makeElement, makeLink } from "../makeElement.ts"
import type { PageElement } from "../PageTree.ts"

/** Levels of quotations. */
export const maxDepth = 12

/** What one person wrote. */
export interface Post {
  /** Empty where the page does not say, or the title does. */
  readonly author: string
  /** Empty where the page does not say. */
  readonly date: string
  readonly link?: string | undefined
  /** What others think of it, in the words of the page: `12 points`. */
  readonly score?: string | undefined
  readonly body: ReadonlyArray<PageElement>
}

export interface Reply extends Post {
  /** 0 answers the post itself. */
  readonly depth: number
}

export interface Thread {
  readonly title: PageElement | undefined
  /** What the others are about; undefined where they stand alone. */
  readonly post: Post | undefined
  readonly replies: ReadonlyArray<Reply>
}

/** Moves title and bodies out of their page. */
export const writeThread = ({ post, replies, title }: Thread): PageElement => {
  // Where one stands inside another, each is written once.
  drop(new Set([...(post?.body ?? []), ...replies.flatMap(({ body }) => body)]))
  const parts: Array<PageElement> = title === undefined ? [] : [title]
  if (post !== undefined) {
    parts.push(...linesOf(post))
    if (replies.length > 0) parts.push(makeElement("hr", []), makeElement("h2", ["Comments"]))
  }
  /** The quotations that are open, the innermost last. */
  const open: Array<PageElement> = []
  for (const reply of replies) {
    open.splice(Math.min(reply.depth, maxDepth))
    const quotation = makeElement("blockquote", linesOf(reply))
    const outer = open.at(-1)
    if (outer === undefined) parts.push(quotation)
    else append(outer, quotation)
    open.push(quotation)
  }
  return fragmentOf(parts)
}

/** Who wrote it, when and with which success, and what. */
const linesOf = ({ author, body, date, link, score }: Post): ReadonlyArray<PageElement> => {
  const told = [
    ...(author === "" ? [] : [makeElement("strong", [author])]),
    ...(date === "" ? [] : [makeLink(date, link)]),
    ...(score === undefined || score === "" ? [] : [score])
  ]
  const line = told.flatMap((one, at) => (at === 0 ? [one] : [" · ", one]))
  return line.length === 0 ? body : [makeElement("p", line), ...body]
}
