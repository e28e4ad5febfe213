/** The main content of a page: an article without what is strewn in, or a page without what is around it. */
import { html } from "parse5"
import { isMain } from "../clutter.ts"
import { drop, fragmentOf } from "../keepRegions.ts"
import { type Footnotes, findFootnotes, footnotesIn, noFootnotes, notesOutside } from "../markdown/footnotes.ts"
import { attributeOf, PageElement } from "../PageTree.ts"
import { type ContentOptions, cleanArticle } from "./cleanArticle.ts"
import { discussionOf, mayBeDiscussion } from "./discussion.ts"
import { dropLastHeadings } from "./dropLastHeadings.ts"
import { dropAboveTitle, dropLastDatelines } from "./edges.ts"
import { findArticle, measurePage } from "./findArticle.ts"
import { findLead } from "./findLead.ts"
import { findHints, type Hints } from "./hints.ts"
import { holdsTitle } from "./holdsTitle.ts"
import { mainRun } from "./mainRun.ts"
import { maybe, Names, navigation, sidebar, strong, unlikely } from "./names.ts"
import { isContents, Stats } from "./stats.ts"
import { strip } from "./strip.ts"
import { type Telling, tellingParts } from "./tellsFacts.ts"
import { titleHeader } from "./titleHeader.ts"
import { articleOfTold, isMissing } from "./toldBody.ts"

/** What is left out before an article is looked for, the most first. */
type Care = "suspects" | "clutter" | "unseen"

interface Attempt {
  readonly isArticle: boolean
  /** Whether the page names it as the body of an article. */
  readonly isNamed: boolean
  readonly elements: ReadonlyArray<PageElement>
  readonly dropped: ReadonlySet<PageElement>
  readonly text: number
  readonly prose: number
  /** Characters of text outside links. */
  readonly plain: number
  /** Whether it is the page's `main`, and nothing stands beside that but what surrounds every page of the site. */
  readonly isAlone?: boolean
}

export interface MainContent {
  readonly root: PageElement
  readonly footnotes: Footnotes
}

/** Changes the tree. */
export const mainContent = (root: PageElement, options: ContentOptions): MainContent => {
  const known = options.readSite?.(root)
  if (known !== undefined) return known
  const discussion = inDiscussion(root, options)
  if (discussion !== undefined) return { root: discussion, footnotes: noFootnotes }
  const names = new Names()
  const footnotes = findFootnotes(root)
  let best: Attempt | undefined
  let titled: ReadonlySet<PageElement> = new Set()
  for (const care of ["suspects", "clutter", "unseen"] as const) {
    const [article, page, telling] = attemptsWith(root, care, names, options)
    if (care === "suspects") titled = telling.titled
    const found = chosen(article, page, options.isArticle)
    if (best === undefined || found.plain > best.plain * minGain) best = found
    if (care === "clutter" && page.isAlone === true && !hasProseAround(root)) break
    if (best.text >= minPage || best.plain >= allText(root) * minShare) break
  }
  const { toldBody } = options
  if (toldBody !== undefined && isMissing(toldBody, best!.text))
    return { root: articleOfTold(toldBody, root), footnotes: noFootnotes }
  return take(withTitle(root, withLead(root, best!, names, { ...options, titled })), footnotes, options)
}

/** The discussion that the page is, without what surrounds its entries. */
const inDiscussion = (root: PageElement, { isArticle, isDiscussion }: ContentOptions): PageElement | undefined => {
  if ((isArticle && !isDiscussion) || !mayBeDiscussion(root)) return undefined
  const dropped = strip(root)
  const stats = measurePage(root, dropped)
  const plain = ({ linked, text }: Stats) => text - linked
  const found = discussionOf(
    root,
    dropped,
    {
      text: (element) => plain(stats.get(element) ?? new Stats()),
      prose: (element) => stats.get(element)?.prose ?? 0
    },
    isDiscussion
  )
  if (found !== undefined) drop(dropped)
  return found
}

const withLead = (
  root: PageElement,
  found: Attempt,
  names: Names,
  options: ContentOptions & Pick<Telling, "titled">
): Attempt => {
  const first = found.elements[0]
  if (!found.isArticle || first === undefined) return found
  const box = titledAbove(root, found, options.titled)
  const above = box === undefined ? findLead(root, first, names, options) : [box]
  if (above.length === 0) return found
  const dropped = new Set(found.dropped)
  for (const element of above) dropped.delete(element)
  cleanArticle(above, dropped, names, options)
  return { ...found, dropped, elements: [...above, ...found.elements] }
}

/** The last box with a title above what was found, where that has none: it is the page's, with what it says under its title. */
const titledAbove = (
  root: PageElement,
  { elements }: Attempt,
  titled: ReadonlySet<PageElement>
): PageElement | undefined => {
  if (titled.size === 0 || elements.some(holdsTitle)) return undefined
  let last: PageElement | undefined
  /** Whether what was found is reached. */
  const visit = (parent: PageElement): boolean => {
    for (const child of parent.children) {
      if (!(child instanceof PageElement)) continue
      if (child === elements[0]) return true
      if (titled.has(child)) last = child
      else if (visit(child)) return true
    }
    return false
  }
  return visit(root) ? last : undefined
}

/** With the header of the page above what stands in its `main`, where that alone has the title. */
const withTitle = (root: PageElement, found: Attempt): Attempt => {
  const main = mainAround(found.elements[0])
  if (main === undefined || found.elements.some(({ name }) => name === "h1")) return found
  const header = titleHeader(root, main, found.dropped)
  return header === undefined ? found : { ...found, elements: [header, ...found.elements] }
}

const mainAround = (element: PageElement | undefined): PageElement | undefined => {
  let at: PageElement | null | undefined = element
  while (at && !isMain(at)) at = at.parent
  return at ?? undefined
}

/** With so much text, or this share of all that the page says, nothing is missed. */
const minPage = 250
const minShare = 0.3

/** With less care, clutter comes in: it must bring much more. */
const minGain = 2

/** Characters outside links that are not in scripts and the like. */
const allText = (root: PageElement): number => {
  const { linked, text } = measurePage(root, strip(root, false)).get(root)!
  return text - linked
}

/** So much prose in headers, asides and footers is more than a page of a few words has around it. */
const mostAround = 600

const hasProseAround = (root: PageElement): boolean =>
  measurePage(root, strip(root, false)).get(root)!.prose > mostAround

const chosen = (article: Attempt | undefined, page: Attempt, isArticle: boolean): Attempt => {
  if (article === undefined || article.text < 100) return page
  if (article.isNamed && article.plain >= page.plain * minNamedShare) return article
  if (article.prose < page.prose * 0.2 && article.plain < page.plain * 0.16) return page
  if (!isArticle && article.prose < maxAside && article.plain < page.plain * minArticleShare) return page
  return article
}

/** What is named as the body of an article is it when it has this share of the page. */
const minNamedShare = 0.4

/** Less prose than this, with so much of the page beside it, is one part of the page and not its point. */
const maxAside = 800
const minArticleShare = 0.9

/** Notes come along with their marks, wherever the page keeps them. */
const take = (
  { dropped: out, elements, isArticle }: Attempt,
  footnotes: Footnotes,
  { titles }: ContentOptions
): MainContent => {
  const dropped = new Set(out)
  if (isArticle) {
    dropAboveTitle(elements, dropped, titles)
    dropLastDatelines(elements, dropped, footnotes)
  }
  dropLastHeadings(elements, dropped, footnotes)
  const notes = footnotes.notes.size === 0 ? [] : notesOutside(elements, dropped, footnotes)
  for (const note of notes) dropped.add(note)
  drop(dropped)
  const kept = fragmentOf([...elements, ...notes])
  return { root: kept, footnotes: footnotesIn(kept, footnotes) }
}

const noParts: Telling = { elements: new Set(), titled: new Set() }

const attemptsWith = (
  root: PageElement,
  care: Care,
  names: Names,
  options: ContentOptions
): readonly [Attempt | undefined, Attempt, Telling] => {
  const dropped = strip(root, care !== "unseen")
  let stats = measurePage(root, dropped)
  let telling = noParts
  if (care === "suspects") {
    const { beside, run } = mainRun(root, dropped, stats, names)
    if (!options.isArticle) telling = tellingParts(stats, names)
    names.overrule(telling.elements.size === 0 ? run : new Set([...run, ...telling.elements]))
    for (const element of beside) dropped.add(element)
    suspect(root, dropped, names, stats)
    stats = measurePage(root, dropped)
  }
  const hints = findHints(root, dropped, stats, names)
  const clean = (elements: ReadonlyArray<PageElement>) => cleanedOf(elements, dropped, names, options)
  return [articleIn(root, dropped, hints, names, clean), pageIn(root, dropped, stats), telling]
}

const articleIn = (
  root: PageElement,
  dropped: ReadonlySet<PageElement>,
  hints: Hints,
  names: Names,
  clean: (elements: ReadonlyArray<PageElement>) => Attempt
): Attempt | undefined => {
  if (hints.bodies.length > 0) return { ...clean(hints.bodies), isNamed: true }
  const elements = findArticle(hints.scope ?? root, dropped, names, new Map())?.elements
  const found = elements === undefined ? undefined : clean(elements)
  if (hints.scope === undefined || elements?.[0] === hints.scope) return found
  // Where a page marks its article, what is found inside must be most of it.
  const whole = clean([hints.scope])
  return found === undefined || found.prose < whole.prose * minScope ? whole : found
}

const minScope = 0.8

const cleanedOf = (
  elements: ReadonlyArray<PageElement>,
  dropped: ReadonlySet<PageElement>,
  names: Names,
  options: ContentOptions
): Attempt => {
  const cleaned = new Set(dropped)
  const { linked, prose, text } = cleanArticle(elements, cleaned, names, options)
  return { isArticle: true, isNamed: false, elements, dropped: cleaned, text, prose, plain: text - linked }
}

/** The part of the page's text that `main` must hold to stand for the page: one in this many characters. */
const mainShare = 4

const pageIn = (
  root: PageElement,
  dropped: ReadonlySet<PageElement>,
  stats: ReadonlyMap<PageElement, Stats>
): Attempt => {
  const all = stats.get(root)!
  let main: PageElement | undefined
  for (const [element, { text }] of stats) {
    if (isMain(element) && text * mainShare >= all.text && (main === undefined || text > stats.get(main)!.text))
      main = element
  }
  const left = new Set(dropped)
  for (const [element, inside] of stats) if (isContents(element, inside)) left.add(element)
  const { linked, prose, text } = main === undefined ? all : stats.get(main)!
  const header = main === undefined ? undefined : titleHeader(root, main, dropped)
  const beside = all.text - text - (header === undefined ? 0 : (stats.get(header)?.text ?? 0))
  return {
    isArticle: false,
    isNamed: false,
    elements: [main ?? root],
    dropped: left,
    text,
    prose,
    plain: text - linked,
    isAlone: main !== undefined && text > 0 && beside <= 0
  }
}

/** What holds so much of the page's prose is no side show, whatever its names. */
const maxSuspectShare = 0.3
const maxSidebarShare = 0.5

/** A heading is as good as what it heads, and the mark of a note has any name that its note has. */
const neverSuspects = new Set(["body", "a", "html", "head", "h1", "h2", "h3", "h4", "h5", "h6", "sup"])

/** What a reader points at to see more of it is a part of a sentence. */
const isPointedAt = (element: PageElement): boolean =>
  (element.name === "span" || element.name === "abbr") &&
  /(?:^|[\s_-])(?:tooltip[_-]*(?:trigger|target|toggle|anchor|host|parent|ref|term|wrap|wrapper|container|label)|(?:has|with)-tooltip)(?:$|[\s_-])/i.test(
    attributeOf(element, "class") ?? ""
  )

/** Adds what by its names is no candidate. */
const suspect = (
  root: PageElement,
  suspects: Set<PageElement>,
  names: Names,
  stats: ReadonlyMap<PageElement, Stats>
): void => {
  const all = Math.max(1, stats.get(root)?.prose ?? 0)
  const visit = (parent: PageElement, isInside: boolean): void => {
    for (const child of parent.children) {
      if (!(child instanceof PageElement) || suspects.has(child)) continue
      if (!isInside && isSuspect(child, names, stats.get(child), all)) suspects.add(child)
      else visit(child, isInside || child.name === "table" || child.name === "code")
    }
  }
  visit(root, false)
}

const isSuspect = (element: PageElement, names: Names, stats: Stats | undefined, all: number): boolean => {
  if (element.namespace !== html.NS.HTML || neverSuspects.has(element.name)) return false
  if (isMain(element) || isPointedAt(element)) return false
  const flags = names.of(element)
  const most = all * ((flags & sidebar) === 0 ? maxSuspectShare : maxSidebarShare)
  if ((stats?.prose ?? 0) > most && (flags & strong) === 0 && !names.isComments(element)) return false
  if ((flags & maybe) !== 0) return false
  return (flags & unlikely) !== 0 || ((flags & navigation) !== 0 && !isRead(stats))
}

/**
 * Whether what is named as navigation is read instead: paragraphs without links, as on the
 * menu of a restaurant, or code with a toolbar.
 */
const isRead = (stats: Stats | undefined): boolean =>
  stats !== undefined &&
  stats.linkDensity < maxReadLinks &&
  (stats.codes > 0 || (stats.paragraphs > 0 && stats.text >= minRead))

const minRead = 80
const maxReadLinks = 0.1
