/** Things that the markup itself describes: microdata. */
import type { Addresses } from "../Addresses.ts"
import { collapse, collapsedText } from "../innerText.ts"
import type { LinkedData } from "../linkedData.ts"
import { attributeOf, PageElement } from "../PageTree.ts"

/** Most things of one kind, and of microdata, on one page. */
export const maxScopes = 1_000

/**
 * Values and characters that are kept of all things of a page, names of one value, and texts with a name inside each other: each keeps
 * its own copy of what stands in all of them.
 */
const most = { values: 50_000, characters: 2_000_000, names: 20, nesting: 8 } as const

/** Characters of one text. */
const maxText = 10_000

/** What a page describes by its markup, and whether it describes more. */
export interface Microdata {
  readonly things: ReadonlyArray<LinkedData>
  readonly isCut: boolean
}

/** A field under way: one value as itself, and several as a list. */
type Fields = Map<string, Array<unknown>>

class MicrodataReader {
  isCut = false
  /** Whether there is no room for any more. */
  isFull = false
  private values: number = most.values
  private characters: number = most.characters
  private readonly addresses: Addresses
  /** Things that stand in others which do not name them. */
  private readonly others: Array<PageElement>

  constructor(addresses: Addresses, others: Array<PageElement>) {
    this.addresses = addresses
    this.others = others
  }

  /** The object that an `itemscope` describes. */
  read(scope: PageElement): LinkedData {
    const fields: Fields = new Map()
    this.visit(scope, fields, 0)
    const all = [...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values] as const)
    return Object.fromEntries([["@type", attributeOf(scope, "itemtype")?.trim() ?? ""], ...all])
  }

  private visit(parent: PageElement, fields: Fields, nesting: number): void {
    for (const child of parent.children) {
      if (this.isFull) return
      if (!(child instanceof PageElement)) continue
      const names = this.namesOf(child)
      const isNamed = names.length > 0
      if (attributeOf(child, "itemscope") !== undefined) {
        if (isNamed) this.keep(fields, names, this.read(child))
        else this.others.push(child)
        continue
      }
      if (isNamed && nesting < most.nesting) this.keep(fields, names, this.valueOf(child))
      this.isCut ||= isNamed && nesting >= most.nesting
      this.visit(child, fields, isNamed ? nesting + 1 : nesting)
    }
  }

  private namesOf(element: PageElement): ReadonlyArray<string> {
    const said = attributeOf(element, "itemprop")
    if (said === undefined) return []
    const names = said.split(/\s+/, most.names + 1).filter((name) => name !== "" && name !== "__proto__")
    return names.slice(0, most.names)
  }

  private keep(fields: Fields, names: ReadonlyArray<string>, value: unknown): void {
    for (const name of names) {
      this.values -= 1
      this.characters -= name.length + (typeof value === "string" ? value.length : 0)
      if (this.values < 0 || this.characters < 0) {
        this.isCut = true
        this.isFull = true
        return
      }
      const known = fields.get(name)
      if (known === undefined) fields.set(name, [value])
      else known.push(value)
    }
  }

  private valueOf(element: PageElement): string {
    const content = attributeOf(element, "content") ?? attributeOf(element, "datetime")
    if (content !== undefined) return collapse(content.slice(0, maxText))
    const address = attributeOf(element, "href") ?? attributeOf(element, "src")
    if (address !== undefined && /^(?:a|link|img|area|source)$/.test(element.name)) {
      return /^(?:tel|mailto):/i.test(address) ? collapsedText(element, 500) : (this.addresses.page(address) ?? "")
    }
    return attributeOf(element, "value")?.slice(0, maxText) ?? collapsedText(element, maxText)
  }
}

const outermostScopes = (root: PageElement): Array<PageElement> => {
  const scopes: Array<PageElement> = []
  const find = (parent: PageElement): void => {
    for (const child of parent.children) {
      if (!(child instanceof PageElement)) continue
      if (attributeOf(child, "itemscope") !== undefined) scopes.push(child)
      else find(child)
    }
  }
  find(root)
  return scopes
}

/** Things that the markup itself describes: the outermost first, then those inside them that they do not name. */
export const readMicrodata = (root: PageElement, addresses: Addresses): Microdata => {
  const waiting = outermostScopes(root)
  const reader = new MicrodataReader(addresses, waiting)
  const things: Array<LinkedData> = []
  for (const scope of waiting) {
    if (things.length === maxScopes || reader.isFull) break
    things.push(reader.read(scope))
  }
  return { things, isCut: reader.isCut }
}
