/** What inside an article is not part of it. */
import { isNote } from "../clutter.ts"
import { collapsedText } from "../innerText.ts"
import { PageElement, PageText } from "../PageTree.ts"
import type { ReadSite } from "../sites/siteOf.ts"
import {
  isAway,
  isAwayInArticle,
  isCredit,
  isDateline,
  isIntro,
  isLabelledDate,
  maxBoilerplate
} from "./boilerplate.ts"
import { isCaptioned } from "./captions.ts"
import { isDataTable } from "./dataTable.ts"
import { isIcon } from "./icons.ts"
import {
  isContentsList,
  isContentsTitle,
  isHeading,
  isHeadline,
  isHeadlines,
  isLineOfItsOwn,
  isShouted,
  isThumbnails,
  leads,
  lines,
  minSection
} from "./leadsAway.ts"
import { aside, byline, caption, type Names, share } from "./names.ts"
import { isFigureOfPicture, isGallery, isNamedButton, isOfCode, isTaskBox, isVideo } from "./partsToKeep.ts"
import { repeatedPictures } from "./repeatedPictures.ts"
import { isSlides } from "./slides.ts"
import { countSelf, countText, isBlock, isContents, Stats } from "./stats.ts"

const judged = new Set(["form", "fieldset", "table", "ul", "ol", "div", "section"])
const tiles = new Set(["div", "section", "ul", "ol", "li", "article"])
const never = new Set(["object", "embed", "footer", "aside", "iframe", "input", "textarea", "select", "button", "nav"])

/** Adds to `dropped` what is to go. Returns how many characters stay. */
export const cleanArticle = (
  elements: ReadonlyArray<PageElement>,
  dropped: Set<PageElement>,
  names: Names,
  options: ContentOptions
): Stats => {
  const cleaning = new Cleaning(dropped, names, options)
  const left = new Stats()
  for (const element of elements) {
    const stats = cleaning.visit(element, { table: false, figure: false, code: false, isTop: true })
    if (stats !== undefined) left.add(stats)
  }
  cleaning.dropHeadlines()
  return left
}

export interface ContentOptions {
  /** Whether the page says that it is an article. */
  readonly isArticle: boolean
  /** Whether the page says that it is a discussion. */
  readonly isDiscussion: boolean
  /** Whether what is written under pictures stays. */
  readonly keepsCaptions: boolean
  /** What the page is called in its head. */
  readonly titles: ReadonlyArray<string>
  /** The first words of what the page says it is about. */
  readonly descriptions: ReadonlyArray<string>
  /** The article's text as the page tells it to search engines. */
  readonly toldBody: string | undefined
  /** Reads the pages of a well-known site. */
  readonly readSite: ReadSite | undefined
}

interface Around {
  readonly table: boolean
  readonly figure: boolean
  readonly code: boolean
  readonly isTop: boolean
}

class Cleaning {
  private readonly dropped: Set<PageElement>
  private readonly names: Names
  private readonly options: ContentOptions
  private seenProse = false
  /** Characters in paragraphs, and in lines that read like headlines. */
  private prose = 0
  private readonly headlines = new Map<PageElement, number>()
  /** Whether figures are of pictures. */
  private readonly figures = new Map<PageElement, boolean>()

  constructor(dropped: Set<PageElement>, names: Names, options: ContentOptions) {
    this.dropped = dropped
    this.names = names
    this.options = options
  }

  /** In a listing headlines are what it is about: only little of them between much prose leads away. */
  dropHeadlines(): void {
    const text = [...this.headlines.values()].reduce((sum, length) => sum + length, 0)
    if (text * 4 > this.prose) return
    for (const line of this.headlines.keys()) this.dropped.add(line)
  }

  visit(element: PageElement, around: Around): Stats | undefined {
    if (this.dropped.has(element)) return undefined
    if (isTaskBox(element)) return new Stats()
    if (!around.isTop && this.isOut(element)) {
      this.dropped.add(element)
      return undefined
    }
    const { name } = element
    const isData = name === "table" && isDataTable(element)
    const inside: Around = {
      table: around.table || isData,
      figure: around.figure || name === "figure",
      code: around.code || name === "pre" || name === "code",
      isTop: false
    }
    if (name === "figure") for (const picture of repeatedPictures(element)) this.dropped.add(picture)
    const stats = this.visitChildren(element, inside)
    countSelf(element, stats)
    if (stats.prose > 0) this.seenProse = true
    if (stats.prose > 0 && stats.prose === stats.text) this.prose += stats.prose
    if (!around.isTop && !inside.table && !inside.code && this.isLine(element, stats)) {
      this.dropped.add(element)
      return undefined
    }
    if (!around.isTop && !inside.table && this.names.of(element) & aside && stats.prose < 600) {
      this.dropped.add(element)
      return undefined
    }
    if (!around.isTop && !inside.table && !inside.figure && tiles.has(name) && isThumbnails(stats)) {
      this.dropped.add(element)
      return undefined
    }
    if (!around.isTop && judged.has(name) && !inside.table && !around.code && this.isClutter(element, stats, around)) {
      this.dropped.add(element)
      return undefined
    }
    return stats
  }

  /** After a line that announces what leads away, what is mostly links goes with it. */
  private visitChildren(element: PageElement, inside: Around): Stats {
    const stats = new Stats()
    let intro: PageElement | undefined
    let isAnnounced = false
    let before: PageElement | undefined
    let lastHeadline: PageElement | undefined
    for (const child of element.children) {
      if (child instanceof PageText) {
        countText(child, stats)
        continue
      }
      const wasAnnounced = intro === undefined || !this.dropped.has(child) || leads(child)
      const found = this.visit(child, inside)
      if (found === undefined && this.seenProse && isHeading(child) && isIntro(collapsedText(child, 141))) {
        // The heading is out already; what it announced comes next.
        intro = undefined
        isAnnounced = true
        continue
      }
      if (found === undefined && before !== undefined && isContentsList(child) && isContentsTitle(before))
        this.dropped.add(before)
      if (isBlock(child)) before = found === undefined ? undefined : child
      if (found === undefined && intro !== undefined && wasAnnounced && isBlock(child)) {
        // What it announced led away and is out already.
        this.dropped.add(intro)
        intro = undefined
        isAnnounced = true
      }
      if (found === undefined) continue
      if (found.text === 0) {
        stats.add(found)
        continue
      }
      if (inside.table || inside.code || !isBlock(child)) {
        stats.add(found)
        continue
      }
      if ((intro !== undefined || isAnnounced) && found.prose < 100 && found.linkDensity > 0.4) {
        this.dropped.add(child)
        if (intro !== undefined) this.dropped.add(intro)
        intro = undefined
        isAnnounced = true
        continue
      }
      stats.add(found)
      // A heading with prose under it is a section's, wherever it leads.
      if (lastHeadline !== undefined && found.prose >= minSection && isHeading(lastHeadline))
        this.headlines.delete(lastHeadline)
      lastHeadline = undefined
      if (this.options.isArticle && this.seenProse && isHeadline(child, found)) {
        this.headlines.set(child, found.text)
        lastHeadline = child
      }
      isAnnounced = false
      intro = this.seenProse && found.text <= 140 && isIntro(collapsedText(child)) ? child : undefined
    }
    return stats
  }

  /** Whether the element is one short line that is no part of the article. */
  private isLine(element: PageElement, stats: Stats): boolean {
    if (stats.text === 0 || stats.text > maxBoilerplate) return false
    if (!lines.has(element.name) && (this.seenProse || !isLineOfItsOwn(element))) return false
    if (element.children.some((child) => child instanceof PageElement && isBlock(child))) return false
    const text = collapsedText(element)
    if (isAway(text)) return true
    if (this.options.isArticle) {
      if (isLabelledDate(text) || isAwayInArticle(text)) return true
      if (!this.options.keepsCaptions && isCredit(text)) return true
    }
    if (!this.seenProse) return isDateline(text)
    // Between paragraphs, a link that shouts or says that it is related leads away.
    return stats.linkDensity > 0.6 && (isIntro(text) || isShouted(text))
  }

  private isOut(element: PageElement): boolean {
    // The mark of a note has any name that its note has.
    if (element.name === "sup") return false
    if (never.has(element.name))
      return !isVideo(element) && !(element.name === "aside" && isNote(element)) && !isNamedButton(element)
    if (element.name === "img") return isIcon(element)
    if (element.name === "figcaption" && !this.options.keepsCaptions && this.isOfPicture(element)) return true
    const flags = this.names.of(element)
    const isCaption = (flags & caption) !== 0 && element.name !== "table"
    if (!this.options.keepsCaptions && isCaption && textLength(element, 401) < 400) return !isOfCode(element)
    if (flags & share && textLength(element, 501) < 500) return true
    if (flags & byline && textLength(element, 101) < 100) return true
    if (element.name !== "p" && this.names.isComments(element)) return true
    return (element.name === "h1" || element.name === "h2") && this.names.weight(element) < 0
  }

  /** A figure may have very many captions, and is looked at for all of them once. */
  private isOfPicture({ parent }: PageElement): boolean {
    if (parent === null) return false
    const known = this.figures.get(parent)
    if (known !== undefined) return known
    const isOf = isFigureOfPicture(parent)
    this.figures.set(parent, isOf)
    return isOf
  }

  private isClutter(element: PageElement, stats: Stats, around: Around): boolean {
    if ((this.names.of(element) & caption) !== 0 && isOfCode(element)) return false
    const isList = element.name === "ul" || element.name === "ol" || (stats.text > 0 && stats.listed / stats.text > 0.9)
    const weight = this.names.weight(element)
    // A box of a page builder has such names too; prose in it is the article's.
    if (weight < 0 && stats.prose < 400 && !(stats.codes > 0 && stats.linkDensity < 0.2)) return true
    if (this.prose >= minBeforeSlides && isSlides(element)) return true
    if (stats.commas >= 10) return false
    const { embeds, headed, images, inputs, linkDensity, paragraphs, text, worded } = stats
    const headingDensity = text === 0 ? 0 : headed / text
    const wordDensity = text === 0 ? 0 : worded / text
    const items = stats.items - 100
    if (isContents(element, stats)) return true
    if (stats.linkedHeadings >= 3 && stats.prose < stats.linkedHeadings * 250) return true
    if (isList && this.options.isArticle && this.seenProse && isHeadlines(stats)) return true
    if (isList && isGallery(element)) return false
    if (this.options.keepsCaptions && isCaptioned(element, stats)) return false
    return (
      (!around.figure &&
        images > 1 &&
        paragraphs / images < 0.5 &&
        stats.linkedImages * 2 > images &&
        stats.prose < 100) ||
      (!isList && items > paragraphs) ||
      inputs > Math.floor(paragraphs / 3) ||
      (!isList &&
        !around.figure &&
        headingDensity < 0.9 &&
        text < 25 &&
        stats.codes === 0 &&
        (images === 0 || images > 2) &&
        linkDensity > 0) ||
      (!isList && weight < 25 && linkDensity > 0.2) ||
      (weight >= 25 && linkDensity > 0.5) ||
      (embeds === 1 && text < 75) ||
      embeds > 1 ||
      (images === 0 && wordDensity === 0 && text === 0)
    )
  }
}

/** With so much prose above it, a show of slides is beside the point. */
const minBeforeSlides = 800

const textLength = (element: PageElement, most: number): number => {
  let length = 0
  for (const child of element.children) {
    length += child instanceof PageText ? child.text.trim().length : textLength(child, most)
    if (length > most) break
  }
  return length
}
