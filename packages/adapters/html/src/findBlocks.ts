/** The parts of a page, each with a selector that finds it and nothing else. */
import { blockLimits, type PageBlock, type PageBlocks } from "@kittiwake/core/pages/domain/PageBlock"
import { html } from "parse5"
import { block, cell, control, lineBreak, row, silent, traits } from "./elements.ts"
import { attributeOf, PageElement, PageText } from "./PageTree.ts"
import { spaced } from "./spaced.ts"
import { isHidden } from "./visibility.ts"

const apart = block | lineBreak | row | cell | control

const traitsOf = ({ name, namespace }: PageElement): number =>
  namespace === html.NS.HTML ? (traits.get(name) ?? 0) : 0

/** What holds these is the whole page. */
const wholes: ReadonlySet<string> = new Set(["html", "body"])

/** Deeper than this an element is a line, whatever it holds: no part of a page that one would point at is. */
const mostDepth = 300

/** Names that a build tool makes up anew each time find nothing tomorrow. */
const isLasting = (name: string): boolean =>
  /^[a-z_-][\w-]{0,60}$/i.test(name) && !/\d{2}|\d[a-z]\d|^(?:css|sc|jss|svelte)-|__\w{5,}$/i.test(name)

const classesOf = (element: PageElement): ReadonlyArray<string> =>
  (attributeOf(element, "class") ?? "").split(/\s+/, 8).filter(isLasting)

/** How often a page has what selectors of one part would name. */
class Names {
  private readonly counts = new Map<string, number>()
  private readonly selectors = new Map<PageElement, string>()

  count(element: PageElement): void {
    const id = attributeOf(element, "id")
    const names = [element.name, ...classesOf(element).map((name) => `${element.name}.${name}`)]
    for (const name of id === undefined ? names : [...names, `#${id}`]) {
      this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
    }
  }

  /** A selector that finds this element alone. */
  selectorOf(element: PageElement): string {
    const known = this.selectors.get(element)
    if (known !== undefined) return known
    const selector = this.namedAlone(element) ?? this.placed(element)
    this.selectors.set(element, selector)
    return selector
  }

  private namedAlone(element: PageElement): string | undefined {
    const id = attributeOf(element, "id")
    const names = classesOf(element).map((name) => `${element.name}.${name}`)
    const all = id !== undefined && isLasting(id) ? [`#${id}`, ...names, element.name] : [...names, element.name]
    return all.find((name) => this.counts.get(name) === 1)
  }

  private placed(element: PageElement): string {
    const { name, parent } = element
    if (parent === null || parent.isRoot) return name
    const alike = parent.children.filter(
      (child): child is PageElement => child instanceof PageElement && child.name === name
    )
    const place = alike.length === 1 ? "" : `:nth-of-type(${alike.indexOf(element) + 1})`
    return `${this.selectorOf(parent)} > ${name}${place}`
  }
}

/** What an element says, and how many parts it has; none where it is a line. */
interface Measured {
  readonly text: string
  readonly parts: number
}

const nothing: Measured = { text: "", parts: 0 }

const joined = (before: string, text: string): string =>
  before.length > blockLimits.characters ? before : before + text.slice(0, blockLimits.characters + 1)

class BlockWalk {
  private readonly names = new Names()
  private readonly measured = new Map<PageElement, Measured>()
  private readonly blocks: Array<PageBlock> = []
  private isCut = false

  read(root: PageElement): PageBlocks {
    this.measure(root, 0)
    this.tell(root, null)
    return { blocks: this.blocks, isCut: this.isCut }
  }

  private measure(element: PageElement, depth: number): Measured {
    if (!element.isRoot) this.names.count(element)
    const trait = traitsOf(element)
    const isSeen = element.isRoot || !(trait & silent || isHidden(element) || element.namespace !== html.NS.HTML)
    let text = ""
    let parts = 0
    for (const child of element.children) {
      if (child instanceof PageText) {
        if (isSeen) text = joined(text, spaced(child.text))
        continue
      }
      if (depth >= mostDepth) continue
      const inside = this.measure(child, depth + 1)
      if (!isSeen) continue
      const isApart = (traitsOf(child) & apart) !== 0
      if (isApart && !text.endsWith(" ")) text = joined(text, " ")
      text = joined(text, inside.text)
      if (isApart && !text.endsWith(" ")) text = joined(text, " ")
      if (inside.parts > 0 || (traitsOf(child) & (block | row) && inside.text.trim() !== "")) {
        parts += Math.max(1, inside.parts)
      }
    }
    const found = isSeen && text.trim() !== "" ? { text, parts: trait & row ? 0 : parts } : nothing
    this.measured.set(element, found)
    return found
  }

  private add(selector: string | null, text: string, within: number | null): void {
    const said = spaced(text)
      .trim()
      .slice(0, blockLimits.characters)
      .replace(/[\ud800-\udbff]$/, "")
    if (this.blocks.length >= blockLimits.blocks) this.isCut = true
    else this.blocks.push({ selector, text: said.toWellFormed(), within })
  }

  private selectorOf(element: PageElement): string | null {
    const selector = this.names.selectorOf(element)
    return selector.length > blockLimits.selector ? null : selector
  }

  private tell(element: PageElement, within: number | null): void {
    const { parts, text } = this.measured.get(element) ?? nothing
    if (text === "" || this.isCut) return
    if (parts === 0) {
      this.add(this.selectorOf(element), text, within)
      return
    }
    const isPart = !element.isRoot && parts > 1 && !wholes.has(element.name)
    if (isPart) this.add(this.selectorOf(element), "", within)
    this.tellInside(element, isPart ? this.blocks.length - 1 : within)
  }

  private tellInside(element: PageElement, within: number | null): void {
    let loose = ""
    const end = () => {
      if (loose.trim() !== "") this.add(null, loose, within)
      loose = ""
    }
    for (const child of element.children) {
      if (child instanceof PageText) {
        loose = joined(loose, spaced(child.text))
        continue
      }
      const inside = this.measured.get(child) ?? nothing
      if (inside.parts > 0 || (traitsOf(child) & (block | row) && inside.text !== "")) {
        end()
        this.tell(child, within)
      } else {
        loose = joined(loose, traitsOf(child) & apart ? ` ${inside.text} ` : inside.text)
      }
    }
    end()
  }
}

/** The parts of a page in its order, what holds several before them. */
export const findBlocks = (root: PageElement): PageBlocks => new BlockWalk().read(root)
