/**
 * XHTML, as browsers read it that get it as XML, in markup that means the same as HTML: sections of CDATA are text, elements that close
 * themselves are empty, and instructions to programs say nothing. Of a page that is not well-formed as much is read as can be.
 */
import { decodeXML } from "entities"

const voids: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" ")
)

/** What HTML takes up to its end tag as it is written. */
const raw: ReadonlySet<string> = new Set(["script", "style"])

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (one) => (one === "&" ? "&amp;" : one === "<" ? "&lt;" : "&gt;"))

const cdata = "<![CDATA["
const cdataEnd = "]]>"

const nameOfTag = /\/?([A-Za-z_][\w.:-]*)/y

/** Where the tag that begins at `start` ends; -1 where it is none. Values of attributes may hold any sign but their own quotation mark. */
const tagEnd = (page: string, start: number): number => {
  for (let at = start + 1; at < page.length; at += 1) {
    const sign = page[at]
    if (sign === ">") return at
    if (sign === "<") return -1
    if (sign !== '"' && sign !== "'") continue
    at = page.indexOf(sign, at + 1)
    if (at < 0) return -1
  }
  return -1
}

/** Writes a page piece by piece. */
class Writing {
  private readonly page: string
  private readonly out: Array<string> = []
  private at = 0

  constructor(page: string) {
    this.page = page
  }

  /** What ends with this, without its end; all of the page where nothing ends it. */
  private upTo(end: string): string {
    const found = this.page.indexOf(end, this.at)
    const text = this.page.slice(this.at, found < 0 ? this.page.length : found)
    this.at = found < 0 ? this.page.length : found + end.length
    return text
  }

  private element(start: number): void {
    const { out, page } = this
    nameOfTag.lastIndex = start + 1
    const name = nameOfTag.exec(page)?.[1]
    const end = name === undefined ? -1 : tagEnd(page, start)
    if (name === undefined || end < 0) {
      out.push("<")
      this.at = start + 1
      return
    }
    this.at = end + 1
    const written = page.slice(start, end + 1)
    const isVoid = voids.has(name.toLowerCase())
    // An end tag would be a second one of an element that has none.
    if (page[start + 1] === "/") out.push(isVoid ? "" : written)
    else if (page[end - 1] === "/") out.push(isVoid ? written : `${page.slice(start, end - 1)}></${name}>`)
    else {
      out.push(written)
      if (raw.has(name.toLowerCase())) this.rawText(name)
    }
  }

  /** The text of a script or a style: what is written in it as references and as CDATA. */
  private rawText(name: string): void {
    const { page } = this
    const endTag = `</${name}`
    const pieces: Array<string> = []
    let end = page.indexOf(endTag, this.at)
    while (this.at < page.length) {
      // What stands in CDATA ends nothing.
      if (end >= 0 && end < this.at) end = page.indexOf(endTag, this.at)
      const stop = end < 0 ? page.length : end
      const written = page.slice(this.at, stop)
      const section = written.indexOf(cdata)
      pieces.push(decodeXML(section < 0 ? written : written.slice(0, section)))
      this.at = section < 0 ? stop : this.at + section + cdata.length
      if (section < 0) break
      pieces.push(this.upTo(cdataEnd))
    }
    // In HTML its own end tag would end it wherever it stands.
    this.out.push(pieces.join("").replaceAll(endTag, `<\\/${name}`))
  }

  write(): string {
    const { out, page } = this
    for (let start = page.indexOf("<"); start >= 0; start = page.indexOf("<", this.at)) {
      out.push(page.slice(this.at, start))
      const special = page.startsWith("<!--", start)
        ? { begin: "<!--", end: "-->" }
        : page.startsWith(cdata, start)
          ? { begin: cdata, end: cdataEnd }
          : page.startsWith("<?", start)
            ? { begin: "<?", end: "?>" }
            : null
      if (special === null) this.element(start)
      else {
        this.at = start + special.begin.length
        const text = this.upTo(special.end)
        if (special.begin === cdata) out.push(escaped(text))
      }
    }
    out.push(page.slice(this.at))
    return out.join("")
  }
}

/** A page of XHTML as HTML; as it is where it is that already. */
export const xhtmlAsHtml = (page: string): string =>
  page.includes(cdata) || page.includes("/>") || page.includes("<?") ? new Writing(page).write() : page

/** Whether a media type is that of XHTML. */
export const isXhtml = (mediaType: string): boolean => mediaType === "application/xhtml+xml"
