/**
 * What HTML says, as far as a search needs it: its words, its headings, and what its head says of it.
 *
 * **Details.** Markup is passed over in one run, without a tree: pages that nobody wanted as text are put into the index behind whoever
 * reads them, and that must cost next to nothing. Navigation, footers, scripts and styles say nothing of a page. Markup that no browser
 * would take is taken somehow, and never looked at twice.
 */

/** What is told of a page. Empty where the page does not say it. */
export interface HtmlSketch {
  readonly title: string
  readonly description: string
  /** One a line. */
  readonly headings: string
  readonly text: string
  readonly language: string
  readonly publishedTime: string
  /** What the page asks of robots. */
  readonly robots: string
}

/**
 * Characters of HTML that are looked at, of one tag, and of what is told; signs that may begin a tag, and elements whose attributes are
 * read. It runs on the main thread: however a page is made, this ends within some tens of milliseconds.
 */
const limits = { html: 1_500_000, tag: 20_000, text: 200_000, headings: 200, tags: 60_000, attributed: 500 } as const

/** Names of the letters from U+00C0 to U+00FF. */
const latin =
  "Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml"

const named: ReadonlyMap<string, string> = new Map<string, string>([
  ...latin.split(" ").map((name, at) => [name, String.fromCharCode(0xc0 + at)] as const),
  ...Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", shy: "", copy: "©", reg: "®" }),
  ...Object.entries({ euro: "€", pound: "£", yen: "¥", ndash: "–", mdash: "—", hellip: "…", bull: "•", middot: "·" }),
  ...Object.entries({ lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", trade: "™", deg: "°", OElig: "Œ", oelig: "œ" })
])

const ofCode = (code: number): string =>
  code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff) ? String.fromCodePoint(code) : " "

const unescaped = (text: string): string =>
  text.includes("&")
    ? text.replace(/&(?:#(\d{1,7})|#[xX]([\dA-Fa-f]{1,6})|([A-Za-z]{2,8}));/g, (whole, decimal, hex, name) => {
        if (decimal !== undefined) return ofCode(Number(decimal))
        return hex === undefined ? (named.get(name) ?? whole) : ofCode(Number.parseInt(hex, 16))
      })
    : text

/** Elements whose content is no text of the page. What is left open of them ends where the page does. */
const raw: ReadonlySet<string> = new Set(["script", "style", "template", "noscript", "svg", "iframe", "textarea"])

/** What ends each of them, and the title. */
const endings = new Map([...raw, "title"].map((name) => [name, new RegExp(`</${name}(?=[\\s/>])`, "gi")] as const))

/** Elements that are passed over with all that is in them. */
const surroundings: ReadonlySet<string> = new Set(["nav", "footer"])

/** Elements within a line; any other begins a new one. */
const inline: ReadonlySet<string> = new Set(
  "a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strong sub sup time tt u var wbr".split(
    " "
  )
)

const heading = /^h[1-6]$/

/** Where the tag ends that begins at `from`: at the first `>` that is in no quotes. */
const tagEnd = (html: string, from: number): number => {
  const first = html.indexOf(">", from)
  if (first < 0) return -1
  let quote = ""
  const last = Math.min(html.length, from + limits.tag)
  for (let at = from; at < last; at++) {
    const sign = html[at]!
    if (quote !== "") quote = sign === quote ? "" : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === ">") return at
  }
  return first
}

const attributeOf = (tag: string, name: string): string => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(tag.slice(0, 4_000))
  return found === null ? "" : unescaped(found[1] ?? found[2] ?? found[3] ?? "").trim()
}

/** What `meta` elements say under any of these names; the first that says something. */
const published: ReadonlySet<string> = new Set(["article:published_time", "datepublished", "date", "dc.date"])

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim()

/** Lines without blanks about them, and none that are empty. */
const tidied = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.replace(/[\s\u00a0]+/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n")

/** Tells what HTML says. */
export const sketchOfHtml = (given: string): HtmlSketch => {
  const html = given.slice(0, limits.html)
  const head = { title: "", description: "", language: "", publishedTime: "", robots: "" }
  const headings: Array<string> = []
  /** All text, and that without what surrounds the content. */
  const whole: Array<string> = []
  const main: Array<string> = []
  let length = 0
  let begunHeading: Array<string> | null = null
  let around = 0

  const say = (text: string): void => {
    if (text === "") return
    length += text.length
    whole.push(text)
    if (around === 0) main.push(text)
    begunHeading?.push(text)
  }

  /** Passes over an element up to its end; tells its content. */
  const pass = (name: string, from: number): { readonly content: string; readonly next: number } => {
    const ending = endings.get(name)!
    ending.lastIndex = from
    const found = ending.exec(html)
    if (found === null) return { content: html.slice(from), next: html.length }
    const closed = html.indexOf(">", found.index)
    return { content: html.slice(from, found.index), next: closed < 0 ? html.length : closed + 1 }
  }

  const meta = (tag: string): void => {
    const name = (
      attributeOf(tag, "name") ||
      attributeOf(tag, "property") ||
      attributeOf(tag, "itemprop")
    ).toLowerCase()
    const content = name === "" ? "" : attributeOf(tag, "content")
    if (content === "") return
    if (name === "description" || (name === "og:description" && head.description === "")) head.description = content
    else if (name === "og:title" && head.title === "") head.title = content
    else if (name === "robots") head.robots = `${head.robots} ${content}`.trim()
    else if (published.has(name) && head.publishedTime === "") head.publishedTime = content
  }

  let [at, tags, attributed] = [0, 0, 0]
  while (at < html.length && length < limits.text && tags < limits.tags) {
    tags += 1
    const open = html.indexOf("<", at)
    say(unescaped(html.slice(at, open < 0 ? html.length : open).replace(/\s+/g, " ")))
    if (open < 0) break
    if (html.startsWith("<!--", open)) {
      const closed = html.indexOf("-->", open + 4)
      at = closed < 0 ? html.length : closed + 3
      continue
    }
    const name = /^<\/?([a-zA-Z][a-zA-Z0-9:-]{0,30})/.exec(html.slice(open, open + 34))?.[1]?.toLowerCase()
    if (name === undefined) {
      // No tag: the sign itself, or a declaration that says nothing.
      const isDeclaration = html[open + 1] === "!" || html[open + 1] === "?"
      if (!isDeclaration) say("<")
      const closed = isDeclaration ? html.indexOf(">", open) : open
      at = closed < 0 ? html.length : closed + 1
      continue
    }
    const end = tagEnd(html, open + 1)
    if (end < 0) break
    const isClosing = html[open + 1] === "/"
    at = end + 1
    if (raw.has(name) || name === "title") {
      if (isClosing || html[end - 1] === "/") continue
      const { content, next } = pass(name, at)
      // A drawing has titles too.
      if (name === "title" && head.title === "") head.title = oneLine(unescaped(content.slice(0, 4_000)))
      at = next
      continue
    }
    if ((name === "html" && !isClosing) || name === "meta") {
      attributed += 1
      if (attributed > limits.attributed) continue
      if (name === "meta") meta(html.slice(open, end))
      else head.language ||= attributeOf(html.slice(open, end), "lang")
    } else if (surroundings.has(name)) around = Math.max(0, around + (isClosing ? -1 : 1))
    if (inline.has(name)) continue
    say("\n")
    if (!heading.test(name)) continue
    const said: string = begunHeading === null ? "" : oneLine((begunHeading as Array<string>).join(""))
    if (said !== "" && headings.length < limits.headings) headings.push(said)
    begunHeading = isClosing ? null : []
  }
  const content = tidied(main.join(""))
  return {
    ...head,
    description: oneLine(head.description),
    headings: headings.join("\n"),
    // What is left open would take all of the page along.
    text: content === "" ? tidied(whole.join("")) : content
  }
}
