/** Markup that a file brought along, written anew with only the elements, addresses and pictures that are safe to show. */
import { Parser } from "htmlparser2"
import { isOfItself, under } from "./addresses.ts"
import { GatheredText } from "./GatheredText.ts"
import { xml as limit } from "./limits.ts"
import { escapeAttribute, escapeHtml, safeHref } from "./Markup.ts"
import { tooComplex } from "./Unreadable.ts"

const kept = new Set(
  (
    "a abbr b blockquote br caption cite code col colgroup dd del dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i " +
    "ins kbd li mark ol p pre q rt ruby s samp section small span strong sub sup table tbody td tfoot th thead tr u ul var"
  ).split(" ")
)

/** Blocks that mean nothing here: without a block in their place, texts of two of them would be one word. */
const divisions = new Set(
  "address article aside center details dialog dir fieldset footer header hgroup legend main menu nav summary".split(
    " "
  )
)

/** Elements that go with everything inside them. */
const dropped = new Set(
  "script style template noscript iframe object embed applet svg annotation-xml head title form select textarea button rp".split(
    " "
  )
)

/** What formulas are made of. Inside of one nothing else is kept, so that no reader takes it for anything else. */
const mathematical = new Set(
  (
    "math menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace " +
    "msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover mlabeledtr none semantics"
  ).split(" ")
)

/** Their attributes, and what those may say. */
const mathAttributes: Readonly<Record<string, RegExp>> = {
  display: /^(?:block|inline)$/,
  mathvariant: /^[a-z-]{1,30}$/,
  notation: /^[a-z ]{1,60}$/,
  linethickness: /^[\w.]{1,10}$/,
  columnalign: /^[a-z ]{1,200}$/,
  stretchy: /^(?:true|false)$/,
  open: /^.{0,2}$/su,
  close: /^.{0,2}$/su
}

const isVoid = new Set(["br", "hr", "col", "img"])

/** Numbers that an attribute may say, the least and the largest. */
interface Numbers {
  readonly key: string
  readonly least: number
  readonly largest: number
}

const spans: ReadonlyArray<Numbers> = ["colspan", "rowspan"].map((key) => ({ key, least: 2, largest: 1_000 }))

/** Markdown has no larger numbers of items. */
const ofItem = (key: string): Numbers => ({ key, least: -999_999_999, largest: 999_999_999 })

const numbers: Readonly<Record<string, ReadonlyArray<Numbers>>> = {
  td: spans,
  th: spans,
  ol: [ofItem("start")],
  li: [ofItem("value")]
}

export interface SafeMarkupOptions {
  /** The `img` element for a picture that the markup names; an empty text leaves it out. */
  readonly img: (source: string, alt: string) => string
  /** Whether the markup is XML, as in an electronic book. */
  readonly isXml: boolean
  /** What relative addresses in it are relative to; where it is left out, or null, they lead nowhere. */
  readonly base?: string | null
}

/** Where a link leads. One to a place in the same text leads nowhere here. */
const hrefOf = ({ href = "" }: Readonly<Record<string, string>>, base: string | null): string | null =>
  isOfItself(href) ? null : safeHref(under(base, href))

const attributesOf = (name: string, given: Readonly<Record<string, string>>, base: string | null): string => {
  const written: Array<string> = []
  const href = name === "a" ? hrefOf(given, base) : null
  if (href !== null) written.push(` href="${escapeAttribute(href)}"`)
  for (const { key, largest, least } of numbers[name] ?? []) {
    const value = /^\s*[+-]?\d{1,9}/.test(given[key] ?? "") ? Number.parseInt(given[key] ?? "", 10) : Number.NaN
    if (value >= least && value <= largest && (key !== "start" || value !== 1)) written.push(` ${key}="${value}"`)
  }
  if (name === "ol" && given.reversed !== undefined) written.push(" reversed")
  const language = name === "code" ? /^language-[\w+-]{1,40}$/.exec(given.class ?? "")?.[0] : undefined
  if (language !== undefined) written.push(` class="${language}"`)
  return written.join("")
}

/** What a reader of the book does not see, but for notes, which software for reading shows where they belong. */
const isHidden = (given: Readonly<Record<string, string>>): boolean =>
  (given.hidden !== undefined || /(?:^|;)\s*display\s*:\s*none\b/i.test(given.style ?? "")) &&
  !/note/i.test(given["epub:type"] ?? given.role ?? "")

/** A link inside of the file, say to a note, leads nowhere here: readers would keep nothing raised that holds a link. */
const isLinkToNowhere = (name: string, given: Readonly<Record<string, string>>, base: string | null): boolean =>
  name === "a" && hrefOf(given, base) === null

const mathAttributesOf = (given: Readonly<Record<string, string>>): string =>
  Object.entries(mathAttributes)
    .map(([key, allowed]) => {
      const value = given[key]
      return value !== undefined && allowed.test(value) ? ` ${key}="${escapeAttribute(value)}"` : ""
    })
    .join("")

/** Writes markup anew. Text is escaped, elements that are not kept leave their content, every element is closed. */
export const safeMarkup = (markup: string, options: SafeMarkupOptions): string => {
  const out = new GatheredText()
  const { base = null } = options
  /** Names as they were written out; empty for an element of which only the content stays. */
  const open: Array<string> = []
  let droppedDepth = 0
  /** How many elements were open when a formula began; null outside of one. */
  let math: number | null = null
  let elements = 0
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const local = name.toLowerCase().replace(/^.*:/, "")
        elements += 1
        if (elements > limit.elements) throw tooComplex("The file has too many elements.")
        if (open.length >= limit.depth) throw tooComplex("The markup of the file is nested too deep.")
        if (droppedDepth > 0 || dropped.has(local) || isHidden(attributes) || (math !== null && local === "annotation"))
          droppedDepth += 1
        if (droppedDepth > 0) {
          open.push("")
          return
        }
        if (math === null && local === "math") math = open.length
        if (math !== null) {
          const isKept = mathematical.has(local)
          if (isKept) out.add(`<${local}${mathAttributesOf(attributes)}>`)
          open.push(isKept ? local : "")
          return
        }
        if (local === "img" || local === "image") {
          out.add(options.img(attributes.src ?? attributes["xlink:href"] ?? "", attributes.alt ?? ""))
        } else if (kept.has(local) && !isLinkToNowhere(local, attributes, base)) {
          out.add(`<${local}${attributesOf(local, attributes, base)}>`)
          open.push(isVoid.has(local) ? "" : local)
          return
        } else if (divisions.has(local)) {
          out.add("<div>")
          open.push("div")
          return
        }
        open.push("")
      },
      ontext: (text) => {
        if (droppedDepth === 0) out.add(escapeHtml(text))
      },
      onclosetag: () => {
        const name = open.pop()
        if (droppedDepth > 0) droppedDepth -= 1
        else if (name !== undefined && name !== "") out.add(`</${name}>`)
        if (open.length === math) math = null
      }
    },
    { xmlMode: options.isXml, decodeEntities: true, lowerCaseTags: !options.isXml }
  )
  parser.end(markup)
  return out.take()
}
