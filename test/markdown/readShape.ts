/**
 * What markup says that Markdown can say too, in a form of which two can be compared.
 *
 * **Details** Left out on both sides is what means the same to who reads it: white space, empty elements, marks inside their
 * like, boxes without a mark in Markdown, whether a list is loose, titles of links. A paragraph is a list of leaves (words,
 * code, pictures), each with the marks around it, so that it does not matter where marks end and start again between them.
 */
import { normalizeUri } from "micromark-util-sanitize-uri"
import { type DefaultTreeAdapterMap, parse, html as standard } from "parse5"

type Node = DefaultTreeAdapterMap["childNode"]
type Element = DefaultTreeAdapterMap["element"]

/** Something around words; a link is one of its own. */
interface Mark {
  readonly name: string
}

/** A word, a piece of code or a picture. */
interface Leaf {
  readonly said: string
  readonly isCode: boolean
  readonly marks: ReadonlyArray<Mark>
  /** What stands in front of it, with the marks that it has in common with the leaf there. */
  readonly gap: "" | " " | "⏎"
}

/** Where pages of tests stand. */
export const pageUrl = "https://example.com/a/"

/**
 * What is looked at: all, all but marks around words, words with such marks in whatever order and without punctuation, or text without
 * links and marks.
 */
export type Looked = "all" | "unmarked" | "words" | "text"

/** One line for each block, indented by what it stands in. */
export const readShape = (markup: string, looked: Looked = "all"): string => {
  const reading = new Reading(looked)
  reading.flow(parse(markup).childNodes, [])
  return reading.finish()
}

const dropped = new Set(
  "area base canvas datalist embed frame head iframe link meta noembed noframes noscript object param progress rp script source style template textarea title track".split(
    " "
  )
)
const boxes = new Set(
  (
    "address article aside body caption center dd details dialog div dl dt fieldset figcaption figure footer form header hgroup html legend " +
    "main nav optgroup option p search section select summary tbody td tfoot th thead tr"
  ).split(" ")
)
const strong = { name: "strong" }
const em = { name: "em" }
const del = { name: "del" }
const marks: Readonly<Record<string, Mark>> = {
  b: strong,
  strong,
  em,
  i: em,
  del,
  s: del,
  strike: del,
  sup: { name: "sup" },
  sub: { name: "sub" }
}
const followed = new Set(["http:", "https:", "mailto:", "tel:", "sms:", "ftp:"])

class Reading {
  private readonly looked: Looked
  private readonly lines: Array<string> = []
  private leaves: Array<Leaf> = []
  /** Links that an earlier block has: around several, one is a link once. */
  private readonly spent = new Set<Mark>()
  private depth = 0
  /** Where all is strong, and nothing more so. */
  private isInHeading = false
  /** Where blocks are lines. */
  private isInCell = false
  private gap: Leaf["gap"] = ""

  constructor(looked: Looked) {
    this.looked = looked
  }

  finish(): string {
    this.flush("p")
    return this.lines.join("\n")
  }

  flow(nodes: ReadonlyArray<Node>, around: ReadonlyArray<Mark>) {
    for (const node of nodes) {
      if ("value" in node) this.text(node.value, around)
      else if ("tagName" in node) this.element(node, around)
    }
  }

  private text(text: string, around: ReadonlyArray<Mark>): void {
    const seen = this.looked === "words" ? text.replace(/(?![ \u00a0])[\p{P}\p{S}\p{Zs}]/gu, "") : text
    for (const piece of seen.split(/([ \t\n\f\r\u00a0]+)/)) {
      if (/^[ \t\n\f\r\u00a0]/.test(piece)) this.space()
      else if (piece !== "") this.leaf(piece, around)
    }
  }

  private leaf(said: string, around: ReadonlyArray<Mark>, isCode = false) {
    const marks = around.filter((one) => !this.spent.has(one) && isLookedAt(one, this.looked))
    if (this.looked === "words") marks.sort((one, other) => (one.name < other.name ? -1 : 1))
    this.leaves.push({ said, isCode, marks, gap: this.leaves.length === 0 ? "" : this.gap })
    this.gap = ""
  }

  private space() {
    if (this.gap === "") this.gap = " "
  }

  private element(element: Element, around: ReadonlyArray<Mark>) {
    const { childNodes: inside, tagName: name } = element
    if (dropped.has(name) || element.namespaceURI !== standard.NS.HTML) return
    const mark = marks[name]
    if (mark !== undefined)
      return this.flow(
        inside,
        around.includes(mark) || (mark === strong && this.isInHeading) ? around : [...around, mark]
      )
    switch (name) {
      case "a": {
        const url = addressOf(element, "href")
        const isFollowed = url !== undefined && followed.has(new URL(url).protocol)
        // A heading that leads to a place on its page leads to itself.
        const isOwn = this.isInHeading && (attributeOf(element, "href") ?? "").startsWith("#")
        return this.flow(inside, isFollowed && !isOwn ? [...around, { name: `a ${normalizeUri(url)}` }] : around)
      }
      case "code":
      case "kbd":
      case "samp":
      case "tt": {
        const code = textOf(element).replace(/\s+/g, " ")
        if (code.startsWith(" ")) this.space()
        if (code.trim() !== "") this.leaf(`\`${code.trim()}\``, around, true)
        if (code.endsWith(" ")) this.space()
        return
      }
      case "img": {
        const url = addressOf(element, "src")
        if (url === undefined) return
        return this.leaf(
          `![${(attributeOf(element, "alt") ?? "").replace(/\s+/g, " ").trim()}](${normalizeUri(url)})`,
          around
        )
      }
      case "br":
        if (this.isInHeading) return this.space()
        if (this.gap === "⏎" && !this.isInCell) return this.flush("p")
        this.gap = "⏎"
        return
      case "input":
        if (attributeOf(element, "type") === "checkbox") {
          this.leaf(attributeOf(element, "checked") === undefined ? "☐" : "☑", around)
        }
        return
      case "hr":
        this.flush("p")
        return this.line("hr")
      case "pre": {
        this.flush("p")
        const code = textOf(element)
          .replace(/[^\S\n]+$/gm, "")
          .replace(/^\n+|\n+$/g, "")
        const first = inside.find((one): one is Element => "tagName" in one)
        const language =
          /language-(\S+)/.exec(first === undefined ? "" : (attributeOf(first, "class") ?? ""))?.[1] ?? ""
        if (code !== "") this.line(`pre ${language} ${JSON.stringify(code)}`)
        return
      }
      case "table":
        return this.table(element)
      case "ol":
        return this.inside(`ol ${attributeOf(element, "start") ?? "1"}`, inside, around)
      case "ul":
      case "li":
      case "blockquote":
        return this.inside(name, inside, around)
    }
    if (/^h[1-6]$/.test(name)) {
      this.flush("p")
      this.isInHeading = true
      this.flow(
        inside,
        around.filter((one) => one !== strong)
      )
      this.isInHeading = false
      return this.flush(name)
    }
    if (!boxes.has(name)) return this.flow(inside, around)
    this.flush("p")
    this.flow(inside, around)
    this.flush("p")
  }

  /** A block with blocks inside; nothing when it holds none. */
  private inside(name: string, nodes: ReadonlyArray<Node>, around: ReadonlyArray<Mark>) {
    this.flush("p")
    const at = this.lines.length
    this.line(name)
    this.depth += 1
    this.flow(nodes, around)
    this.flush("p")
    this.depth -= 1
    if (this.lines.length === at + 1) this.lines.pop()
  }

  /** The rows and columns that hold something. */
  private table(table: Element) {
    this.flush("p")
    const rows = elementsIn(table, "tr").map((row) =>
      [...elementsIn(row, "th"), ...elementsIn(row, "td")].map((cell) => {
        this.isInCell = true
        this.flow(cell.childNodes, [])
        this.isInCell = false
        return { align: attributeOf(cell, "align") ?? "", text: this.taken() }
      })
    )
    const used = rows[0]?.map((_, column) => rows.some((row) => (row[column]?.text ?? "") !== "")) ?? []
    const filled = rows.filter((row) => row.some(({ text }) => text !== ""))
    if (filled.length > 0) this.line("table")
    for (const row of filled) {
      this.line(
        `  row: ${row.flatMap(({ align, text }, column) => (used[column] ? [`${align}<${text}>`] : [])).join(" ")}`
      )
    }
  }

  private flush(name: string) {
    if (this.isInCell) {
      this.gap = "⏎"
      return
    }
    const text = this.taken()
    if (text !== "") this.line(`${name}: ${text}`)
  }

  private taken(): string {
    const { leaves } = this
    for (const { marks } of leaves) for (const mark of marks) if (isLink(mark)) this.spent.add(mark)
    this.leaves = []
    this.gap = ""
    return write(leaves)
  }

  private line(line: string) {
    this.lines.push("  ".repeat(this.depth) + line)
  }
}

const isLookedAt = (mark: Mark, looked: Looked): boolean =>
  looked === "all" || (looked !== "text" && (looked === "unmarked") === isLink(mark))

const isLink = ({ name }: Mark): boolean => name.startsWith("a ")

/** The leaves with brackets around what has a mark in common. */
const write = (leaves: ReadonlyArray<Leaf>): string => {
  let written = ""
  let open: ReadonlyArray<Mark> = []
  let wasCode = false
  for (const { gap, isCode, marks: next, said } of leaves) {
    const kept = common(open, next)
    written += "}".repeat(open.length - kept) + gap
    for (const mark of next.slice(kept)) written += `${mark.name}{`
    const isMoreCode = isCode && wasCode && written.endsWith("`")
    written = isMoreCode ? written.slice(0, -1) + said.slice(1) : written + said
    open = next
    wasCode = isCode
  }
  return written + "}".repeat(open.length)
}

const common = (one: ReadonlyArray<Mark>, other: ReadonlyArray<Mark>): number => {
  let length = 0
  while (length < one.length && one[length]!.name === other[length]?.name) length += 1
  return length
}

const attributeOf = (element: Element, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name)?.value

const addressOf = (element: Element, name: string): string | undefined => {
  const value = attributeOf(element, name)
  return value === undefined ? undefined : URL.parse(value.trim(), pageUrl)?.href
}

const textOf = (node: Node): string => {
  if ("value" in node) return node.value
  if (!("childNodes" in node)) return ""
  return node.childNodes.map((one) => ("tagName" in one && one.tagName === "br" ? "\n" : textOf(one))).join("")
}

const elementsIn = (element: Element, name: string): ReadonlyArray<Element> =>
  element.childNodes.flatMap((one) =>
    "tagName" in one ? (one.tagName === name ? [one] : one.tagName === "table" ? [] : elementsIn(one, name)) : []
  )
