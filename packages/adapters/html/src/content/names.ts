/** What the class and id of an element say about its part in a page, by whole words. */
import { collapsedText } from "../innerText.ts"
import { attributeOf, PageElement, PageText } from "../PageTree.ts"
import { isHeading } from "./leadsAway.ts"

export const unlikely = 1
export const maybe = 2
export const positive = 4
export const negative = 8
export const share = 16
export const byline = 32
export const comments = 64
export const aside = 128
export const isBody = 256
/** The paragraph above an article that says what it is about. */
export const lead = 2048
/** Says what a picture shows, or whose it is. */
export const caption = 1024
/** Names what leads around a site. Many of them are also names of what is read: the menu of a restaurant. */
export const navigation = 4096
/** What page builders call each of their boxes, and blogs those beside their posts. */
export const widget = 8192
export const sidebar = 16_384
/** Never content, however much text it holds. */
export const strong = 512

/** Those that tell what stands beside an article. */
export const against = unlikely | negative | share | byline | comments | aside | navigation | sidebar | strong

const words = (list: string) => new RegExp(` (?:${list.trim().replace(/\s+/g, "|")}) `)

/** Those that speak for an element. */
const good = maybe | positive | isBody | lead

const flags: ReadonlyArray<readonly [number, RegExp]> = [
  [
    unlikely,
    words(`ad ads adv advert advertisement advertising banner banners breadcrumb breadcrumbs combx comment comments
      community disqus extra footer gdpr legends related remark replies rss shoutbox sidebar sidebars
      skyscraper social sponsor sponsored supplemental agegate popup newsletter
      masthead outbrain taboola modal cookie cookies consent subscribe signup topbar recirc share sharing
      sharedaddy tooltip skip disclaimer disclaimers relatedposts`)
  ],
  [navigation, words("header menu nav navbar navigation pagination pager toolbar")],
  [unlikely, / (?:author|autor) (?:bio|box|info|description|card|profile|about|block)|about (?:the )?author /],
  [maybe, / (?:and|articles?|body|content|main|math ?jax|shadow|post|entry|text|story) /],
  [positive, words("article body content entry hentry main page pagination post text blog story")],
  [
    negative,
    // What is cut where it does not fit, or scrolls, is no less to read.
    / (?:(?<! overflow (?:[xy] )?)(?:hidden|hid)(?! (?:xs|sm|md|lg|xl|print|phone|tablet|mobile)(?: |$))(?!.{0,200} (?:sm|md|lg|xl|2xl) (?:block|flex|grid|inline|table|contents) )|ads?|banner|combx|comments?|com|contact|footer|gdpr|masthead|media|meta|outbrain|promos?|related|share|shoutbox|sidebar|skyscraper|sponsor|sponsored|shopping|tags) /
  ],
  [sidebar, words("sidebar sidebars")],
  [widget, words("widget widgets")],
  [share, words("share sharing sharedaddy shares sharebar sharethis addthis addtoany social socials")],
  [byline, words("byline bylines author authors dateline writtenby")],
  [comments, words("comment comments disqus respond replies")],
  [
    aside,
    words(`related relatedposts recommend recommended recommendation recommendations newsletter newsletters subscribe subscription
      promo promos recirc outbrain taboola sidebar sponsored trending popular readmore mostread mostviewed latest seealso
      empfehlung empfehlungen meistgelesen verwandte weiterlesen werbung anzeige advert adverts advertisement abo paywall
      relacionadas relacionados relacionada upsell crosssell`)
  ],
  [
    lead,
    words(`lead lede leader intro introtext introduction teaser standfirst chapo chapeau excerpt abstract bajada entradilla
      sumario copete perex ingress vorspann sommario zajawka`)
  ],
  [caption, words("caption captions figcaption credit credits photocredit imagecredit copyright")],
  [strong, words("cookie cookies consent gdpr newsletter disqus disclaimer disclaimers")],
  [
    isBody,
    / (?:articles?|entry|post|story|news|blog|node) (?:body|content|text|copy)(?: (?!(?:wrap|wrapper|container|inner|header|footer|meta|area|sidebar|list|grid)\b)| $)/
  ]
]

/** Class and id in lower case, cut into words: `relatedPosts` and `related-posts` are both ` related posts `. */
const wordsIn = (names: string): string =>
  ` ${names
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, " ")} `

const weightOf = (flags: number): number => (flags & positive ? 25 : 0) - (flags & negative ? 25 : 0)

/** Words that make an id a sentence and not a name. */
const minSlug = 3

/** Whether an id is the words of the heading that the element is, or begins with. */
const isSlugOfHeading = (id: string, element: PageElement): boolean => {
  if (id.trim().split(" ").length < minSlug) return false
  const first = isHeading(element) ? element : element.children.find((child) => child instanceof PageElement)
  return first instanceof PageElement && isHeading(first) && wordsIn(collapsedText(first, 300)).startsWith(id)
}

/** Boxes around the body of an article that are looked through. */
const maxWrappers = 3

/** The only element in another that holds no text of its own. */
const onlyChild = ({ children }: PageElement): PageElement | undefined => {
  let only: PageElement | undefined
  for (const child of children) {
    const isSpace = child instanceof PageText && child.text.trim() === ""
    if (isSpace) continue
    if (!(child instanceof PageElement) || only !== undefined) return undefined
    only = child
  }
  return only
}

/** Looks up each name once: pages repeat few of them many times. */
export class Names {
  private readonly known = new Map<string, number>()
  private overruled: ReadonlySet<PageElement> = new Set()

  /** Names that speak against these elements say nothing. */
  overrule(elements: ReadonlySet<PageElement>): void {
    this.overruled = elements
  }

  of(element: PageElement): number {
    const found = this.flagsOfClass(element) | this.flagsOfId(element)
    return found !== 0 && this.overruled.has(element) ? found & good : found
  }

  /** An id that is made of the words of a heading says what a section is about, and not what part it has in the page. */
  private flagsOfId(element: PageElement): number {
    const id = attributeOf(element, "id")
    const found = id === undefined ? 0 : this.flags(id)
    return found !== 0 && isSlugOfHeading(wordsIn(id!), element) ? 0 : found
  }

  /** Whether it is named as comments. What only holds the named body of an article is a tool to comment on that. */
  isComments(element: PageElement): boolean {
    if ((this.of(element) & comments) === 0) return false
    let inner: PageElement | undefined = element
    for (let level = 0; level < maxWrappers && inner !== undefined; level += 1) {
      inner = onlyChild(inner)
      if (inner !== undefined && (this.of(inner) & isBody) !== 0) return false
    }
    return true
  }

  /** How far the class and id speak for content: 25 for each that does, less 25 for each that does not. */
  weight(element: PageElement): number {
    const weight = weightOf(this.flagsOfClass(element)) + weightOf(this.flagsOfId(element))
    return weight < 0 && this.overruled.has(element) ? 0 : weight
  }

  private flagsOfClass(element: PageElement): number {
    const names = attributeOf(element, "class")
    return names === undefined ? 0 : this.flags(names)
  }

  private flags(names: string): number {
    const known = this.known.get(names)
    if (known !== undefined) return known
    const text = wordsIn(names.slice(0, 1_000))
    const found = flags.reduce((all, [flag, pattern]) => (pattern.test(text) ? all | flag : all), 0)
    this.known.set(names, found)
    return found
  }
}
