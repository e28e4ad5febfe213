/** What the markup of an item says: its words, its first picture, and where it leads. */
import { Parser } from "htmlparser2"
import { oneLine, writable } from "../reading/Markup.ts"
import { mostText } from "./Feed.ts"

export interface MarkupParts {
  /** On one line. */
  readonly text: string
  /** As written; null when there is none. */
  readonly picture: string | null
  /** As written, in order. */
  readonly links: ReadonlyArray<string>
}

/** Characters of the markup of one field that are looked at. */
export const mostMarkup = 100_000

/** Characters and links that are kept, and elements that may be open within each other: the parser looks through all of them at each tag. */
const limits = { text: 4_000, links: 200, depth: 256 } as const

const silent = new Set(["script", "style", "template", "noscript", "iframe", "object", "svg", "figcaption", "title"])

const blocks = new Set(
  "p div br li ul ol table tr td th h1 h2 h3 h4 h5 h6 blockquote pre section article figure hr".split(" ")
)

/** Pictures that count readers, smile or share are none of the article. */
const isShown = ({ height, src = "", width }: Readonly<Record<string, string>>): boolean => {
  const tiny = [width, height].some(
    (side) => side !== undefined && /^\d{1,2}(?:px)?$/.test(side) && Number.parseInt(side, 10) < 40
  )
  return (
    src !== "" && !tiny && !/^data:|\/(?:pixel|beacon|emoji|smilies|tracking)\b|feedburner\.com|\/b\.gif/i.test(src)
  )
}

export const markupParts = (markup: string): MarkupParts => {
  const pieces: Array<string> = []
  const links: Array<string> = []
  let picture: string | null = null
  let length = 0
  let silentDepth = 0
  const open: Array<boolean> = []
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const isSilent = silent.has(name)
        open.push(isSilent)
        // What stands behind is not read: nobody writes so, and of an article the beginning is told.
        if (open.length >= limits.depth) parser.pause()
        if (isSilent) silentDepth += 1
        if (blocks.has(name)) pieces.push(" ")
        if (name === "img" && picture === null && isShown(attributes)) picture = attributes.src ?? null
        if (name === "a" && links.length < limits.links && attributes.href !== undefined) links.push(attributes.href)
      },
      ontext: (text) => {
        if (silentDepth > 0 || length > limits.text) return
        length += text.length
        pieces.push(text)
      },
      onclosetag: (name) => {
        if (open.pop() === true) silentDepth -= 1
        if (blocks.has(name)) pieces.push(" ")
      }
    },
    { decodeEntities: true }
  )
  parser.end(markup.slice(0, mostMarkup))
  return { text: oneLine(writable(pieces.join(""))), picture, links }
}

/** A title, in which some write markup and references of HTML. */
export const titleText = (title: string): string =>
  // What is no markup is looked at up to the same length.
  ofTitle(title.slice(0, mostText))

const ofTitle = (title: string): string =>
  /&(?:#\w{1,7}|[a-z]{2,8});|<\/?(?:a|b|i|em|strong|span|su[bp]|br|p|u|img|cite|q)\b/i.test(title)
    ? markupParts(title).text
    : oneLine(writable(title))
