/** What each selector finds on a page, in one walk. */
import { type FoundRegion, regionExcerptLength } from "@kittiwake/core/pages/domain/FoundRegion"
import { html } from "parse5"
import { block, cell, control, lineBreak, row, silent, traits } from "./elements.ts"
import { PageElement, type PageNode, PageText } from "./PageTree.ts"
import type { Matches } from "./Selectors.ts"
import { spaced } from "./spaced.ts"
import { isHidden } from "./visibility.ts"

/** A selector with what it is for. */
export interface Sought extends Pick<FoundRegion, "selector" | "use"> {
  readonly matches: Matches
}

/** What one selector has found so far. */
class Found {
  readonly sought: Sought
  elements = 0
  characters = 0
  /** Elements of it that the walk is inside of. */
  open = 0
  /** The text so far, up to a little more than is shown, with one space between words. */
  private begin = ""

  constructor(sought: Sought) {
    this.sought = sought
  }

  /** Adds text in which white space is one space, and so many characters that are none. */
  add(text: string, characters: number): void {
    this.characters += characters
    if (this.begin.length > regionExcerptLength) return
    const isApart = this.begin === "" || this.begin.endsWith(" ")
    this.begin += (isApart ? text.trimStart() : text).slice(0, regionExcerptLength + 1)
  }

  /** What comes is not joined to what was there. */
  part(): void {
    if (this.begin !== "" && !this.begin.endsWith(" ")) this.begin += " "
  }

  finish(): FoundRegion {
    const { selector, use } = this.sought
    // No half of a character at the end, and none that the page had.
    const shown = this.begin.slice(0, regionExcerptLength).replace(/[\ud800-\udbff]$/, "")
    const excerpt = shown.toWellFormed().trimEnd()
    return { selector, use, elements: this.elements, characters: this.characters, excerpt }
  }
}

const apart = block | lineBreak | row | cell | control

const traitsOf = ({ name, namespace }: PageElement): number =>
  namespace === html.NS.HTML ? (traits.get(name) ?? 0) : 0

/** An element that the walk is inside of. */
interface Step {
  readonly element: PageElement
  /** Selectors that match it. */
  readonly matched: ReadonlyArray<Found>
  readonly isSeen: boolean
  next: number
}

/** Goes through a page once. A text counts for the selectors whose elements it stands in. */
class RegionWalk {
  private readonly found: ReadonlyArray<Found>
  private readonly keepsAll: boolean
  /** Those of `found` whose elements the walk is inside of. */
  private readonly inside = new Set<Found>()
  /** Elements to keep and to drop that the walk is inside of. */
  private readonly depth = { keep: 0, drop: 0 }

  constructor(sought: ReadonlyArray<Sought>) {
    this.found = sought.map((one) => new Found(one))
    this.keepsAll = sought.every(({ use }) => use === "drop")
  }

  read(root: PageElement): ReadonlyArray<FoundRegion> {
    const path = [this.enter(root, true)]
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const child: PageNode | undefined = step.element.children[step.next++]
      if (child === undefined) this.leave(path.pop()!)
      else if (child instanceof PageElement) path.push(this.enter(child, step.isSeen))
      else if (step.isSeen && child instanceof PageText) this.addText(child.text)
    }
    return this.found.map((one) => one.finish())
  }

  private enter(element: PageElement, isAroundSeen: boolean): Step {
    const matched = element.isRoot ? [] : this.found.filter(({ sought }) => sought.matches(element))
    for (const one of matched) {
      one.elements += 1
      one.open += 1
      this.depth[one.sought.use] += 1
      this.inside.add(one)
    }
    const trait = traitsOf(element)
    if (trait & apart || matched.length > 0) this.part()
    const isSeen = isAroundSeen && (element.isRoot || !(trait & silent || isHidden(element)))
    return { element, matched, isSeen, next: 0 }
  }

  private leave({ element, matched }: Step): void {
    if (traitsOf(element) & apart) this.part()
    for (const one of matched) {
      one.open -= 1
      this.depth[one.sought.use] -= 1
      if (one.open === 0) this.inside.delete(one)
    }
  }

  private addText(text: string): void {
    if (this.inside.size === 0) return
    const isKept = this.keepsAll || this.depth.keep > 0
    const isDropped = this.depth.drop > 0
    const said = spaced(text)
    const characters = said.replaceAll(" ", "").length
    for (const one of this.inside) if (one.sought.use === "keep" ? !isDropped : isKept) one.add(said, characters)
  }

  private part(): void {
    for (const one of this.inside) one.part()
  }
}

/** What each selector finds. Throws where matching costs too much. */
export const findRegions = (root: PageElement, sought: ReadonlyArray<Sought>): ReadonlyArray<FoundRegion> =>
  new RegionWalk(sought).read(root)
