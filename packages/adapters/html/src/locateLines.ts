/** In which named region of a page lines stand, for who wants to leave it out. */
import { html } from "parse5"
import { silent, traits } from "./elements.ts"
import { type PageElement, PageText } from "./PageTree.ts"
import { isHidden } from "./visibility.ts"

/** Characters of a region at most: what says more than this is no detail of its page. */
const maxRegion = 4_000

/** Characters that are looked through for lines on one page: some tenths of a second. What is left then is not found. */
const maxLooked = 20_000_000

/** Levels above the element that holds the line which may give the region its name. */
const maxAbove = 4

/** White space is made differently where cells and lines are put together. */
const dense = (text: string): string => text.replace(/\s+/g, "")

/** Raised digits are joined by marks that the page does not have. */
const joints = /(?<=\d)[.,](?=\d)|\^/g

const withoutJoints = (text: string): string => text.replace(joints, "")

/** The number of an item is shown before it, and stands nowhere on the page. */
const withoutNumber = (line: string): string => line.replace(/^-?\d{1,10}\. (?=\S)/, "")

const asPageSays = (line: string): string => withoutJoints(withoutNumber(line))

/** Names that somebody wrote: those of builds have digits in them, and are others tomorrow. */
const isLasting = (name: string): boolean => /^[A-Za-z][A-Za-z_-]{1,63}\d{0,2}$/.test(name)

/** What has no name of its own, and what is the page itself. */
const unnamed = new Set(["html", "body", "main", "article"])

/** A selector by which the element can be named; null where it has no lasting name. */
const selectorOf = ({ name, namespace, ...element }: PageElement): string | null => {
  if (namespace !== html.NS.HTML || unnamed.has(name)) return null
  const of = (attribute: string) => element.attributes.find((one) => one.name === attribute)?.value ?? ""
  const id = of("id")
  if (isLasting(id)) return `#${id}`
  const className = of("class").split(/\s+/).find(isLasting)
  return className === undefined ? null : `${name}.${className}`
}

/** Goes through a page once, the insides of each element first, so that the smallest that holds a line is found. */
class Search {
  readonly places: Array<string | null>
  private readonly lines: ReadonlyArray<string>
  readonly open: Set<number>
  private readonly asCompared: (text: string) => string
  left: number

  constructor(lines: ReadonlyArray<string>, asCompared: (text: string) => string, left: number) {
    this.asCompared = asCompared
    this.left = left
    this.lines = lines.map((line) => asCompared(dense(line)))
    this.places = lines.map(() => null)
    this.open = new Set(this.lines.keys())
    for (const [n, line] of this.lines.entries()) if (line === "") this.open.delete(n)
  }

  /** The text of the element without white space; null where it is too long. */
  read(element: PageElement): string | null {
    let text: string | null = ""
    for (const child of element.children) {
      if (this.open.size === 0 || this.left < 0) return null
      const said: string | null = child instanceof PageText ? dense(child.text) : this.readChild(child)
      text = text === null || said === null || text.length + said.length > maxRegion ? null : text + said
    }
    if (text !== null && text !== "" && !element.isRoot) this.look(element, text)
    return text
  }

  private readChild(child: PageElement): string | null {
    const trait = child.namespace === html.NS.HTML ? (traits.get(child.name) ?? 0) : 0
    return !child.isRoot && (trait & silent || isHidden(child)) ? "" : this.read(child)
  }

  private look(element: PageElement, text: string): void {
    this.left -= text.length * this.open.size
    const compared = this.asCompared(text)
    for (const n of this.open) {
      if (!compared.includes(this.lines[n]!)) continue
      this.open.delete(n)
      this.places[n] = this.named(element)
    }
  }

  private named(element: PageElement): string | null {
    let at: PageElement | null = element
    for (let above = 0; at !== null && above <= maxAbove; above++, at = at.parent) {
      const selector = selectorOf(at)
      if (selector !== null) return selector
    }
    return null
  }
}

/** For each line a selector of the smallest named region that it stands in; null where there is none, or too much to look through. */
export const locateLines = (root: PageElement, lines: ReadonlyArray<string>): ReadonlyArray<string | null> => {
  const search = new Search(lines, (text) => text, maxLooked)
  search.read(root)
  const joined = lines.map((line, n) => (search.open.has(n) && asPageSays(line) !== line ? withoutNumber(line) : ""))
  if (joined.every((line) => line === "")) return search.places
  const again = new Search(joined, withoutJoints, search.left)
  again.read(root)
  return search.places.map((place, n) => place ?? again.places[n]!)
}
