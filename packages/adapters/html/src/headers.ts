/** Which headers are of the content, and which of the site. */
import { innerText } from "./innerText.ts"
import { attributeOf, PageElement, PageText } from "./PageTree.ts"
import { isFurniture } from "./siteFurniture.ts"
import { longestTitle, namesAround, namesSite, type SiteNames, wordsOf } from "./siteNames.ts"
import { isHidden } from "./visibility.ts"

/** Elements looked at to tell a card's header from the site's. */
const maxHeaderElements = 300

/** What holds words that nobody reads. */
const unread = new Set(["script", "style", "template", "noscript", "svg"])

/** What is found in a header. */
interface Found {
  /** It has a heading below the first level, as cards have. */
  isCard: boolean
  title: PageElement | undefined
  hasNavigation: boolean
  /** A search, or a link to a cart. */
  isShop: boolean
  hasText: boolean
  /** Links that stand in no sentence, by where they lead. */
  readonly links: Map<PageElement | string, PageElement>
}

/**
 * Judges the headers of one page, each once. What its head says is read for all of them at the first.
 *
 * **Details** The header of a card has a heading below the first level ("Pro, $49"), and that of a page its title, with whatever
 * buttons, authors and files beside; the site's has a logo, which leads to its start, and navigation, which may be no more than
 * links in a list or beside each other.
 */
export class Headers {
  private readonly ofContent = new Map<PageElement, boolean>()
  private readonly ofTitle = new Map<PageElement, boolean>()
  private names: SiteNames | undefined

  isOfContent(header: PageElement): boolean {
    const known = this.ofContent.get(header)
    if (known !== undefined) return known
    const isOf = this.judge(header)
    this.ofContent.set(header, isOf)
    return isOf
  }

  /** Whether an element is the header of a page that holds the page's title: with `main` it is its content. */
  isTitleHeader(element: PageElement): boolean {
    if (element.name !== "header") return false
    const known = this.ofTitle.get(element)
    if (known !== undefined) return known
    const isOf = this.isOfContent(element) && holdsTitle(element)
    this.ofTitle.set(element, isOf)
    return isOf
  }

  private judge(header: PageElement): boolean {
    const found = foundIn(header)
    if (found === undefined) return false
    if (found.isCard) return true
    if (found.title === undefined) return false
    this.names ??= namesAround(header)
    return isOfPage(header, found, found.title, this.names)
  }
}

const holdsTitle = (header: PageElement): boolean => {
  let left = maxHeaderElements
  const waiting = [header]
  for (let at = waiting.pop(); at !== undefined && left > 0; at = waiting.pop()) {
    left -= 1
    if (at.name === "h1" && isTitle(at)) return true
    for (const child of at.children) if (!(child instanceof PageText)) waiting.push(child)
  }
  return false
}

/** Undefined where it has too many elements. */
const foundIn = (header: PageElement): Found | undefined => {
  let left = maxHeaderElements
  const found: Found = {
    isCard: false,
    title: undefined,
    hasNavigation: false,
    isShop: false,
    hasText: false,
    links: new Map()
  }
  /** What stands in the title or in a link. */
  const named = new Set<PageElement>()
  const waiting = [header]
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    if (left === 0) return undefined
    left -= 1
    if (/^h[2-6]$/.test(element.name)) return { ...found, isCard: true }
    if (element.name === "h1" && isTitle(element)) found.title ??= element
    if (isSearch(element)) found.isShop = true
    const isAlone = !hasWords(element)
    const isNamed = named.has(element) || element.name === "h1" || element.name === "a"
    found.hasText ||= !isAlone && !isNamed
    for (const child of element.children) {
      if (child instanceof PageText || unread.has(child.name) || isHidden(child)) continue
      const isLink = child.name === "a" && isAlone
      if (isNamed) named.add(child)
      if (isLink) found.links.set(attributeOf(child, "href") ?? child, child)
      if (isNavigation(child) || (isLink && element.name === "li" && !isOwnList(element.parent)))
        found.hasNavigation = true
      else waiting.push(child)
    }
  }
  return found
}

/** Most items of a list in a header, and most elements between both. */
const most = { items: 50, levels: 8 } as const

/** Whether a list of links is the navigation that stands in a header with the title of its page, as `isOfTitle` tells. */
export const isListInHeader = (list: PageElement, isOfTitle: (header: PageElement) => boolean): boolean => {
  if (list.children.length > most.items * 2 || isOwnList(list)) return false
  const items = list.children.filter((child) => child instanceof PageElement)
  if (items.length < 2 || !items.every(isLinkAlone)) return false
  let at = list.parent
  for (let level = 0; level < most.levels && at !== null; level += 1) {
    if (at.name === "header") return isOfTitle(at)
    at = at.parent
  }
  return false
}

const isLinkAlone = (item: PageElement): boolean =>
  !hasWords(item) && item.children.some((child) => child instanceof PageElement && child.name === "a")

/** Links beside a title, and words under it, that stand in no sentence: fewer are a part of it, whatever they say. */
const mostPlain = 1

/** Such links beside each other, and all of them: more are navigation. Beside a name alone one is. */
const mostBeside = 3
const mostLinks = 10

/** Whether a header with this title is that of the page, and not of its site. */
const isOfPage = (header: PageElement, found: Found, title: PageElement, names: SiteNames): boolean => {
  const links = [...found.links.values()]
  const said = wordsOf(innerText(title, longestTitle))
  if (namesSite(title, said, names) && isFurniture(header, title, cart)) return false
  if (names.first === said && !found.isShop && !links.some(isCart)) return true
  if (found.hasNavigation) return false
  if (links.length <= (found.hasText ? mostPlain : 0)) return true
  if (found.isShop || links.length > mostLinks || links.some(isCart) || links.some(isLogo)) return false
  const plain = links.filter((link) => !isOwn(link))
  if (plain.filter(isOfSite).length * 2 > plain.length) return false
  return plain.length <= (found.hasText ? mostLinks : 0) && mostInOne(plain) <= mostBeside
}

/** The most of these links that stand beside each other. */
const mostInOne = (links: ReadonlyArray<PageElement>): number => {
  const counts = new Map<PageElement | null, number>()
  for (const { parent } of links) counts.set(parent, (counts.get(parent) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}

const isSearch = (element: PageElement): boolean =>
  element.name === "search" ||
  attributeOf(element, "role") === "search" ||
  (element.name === "input" && attributeOf(element, "type")?.toLowerCase() === "search")

const textOf = (link: PageElement): string => wordsOf(innerText(link, 100)).replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "")

const cart =
  /^(?:(?:my |your |view |shopping )?(?:cart|basket|bag)|warenkorb|panier|mon panier|carrito|cesta|carrello|carrinho|winkel(?:wagen|mand)|koszyk|корзина|カート|购物车|장바구니)$/u

const isCart = (link: PageElement): boolean =>
  cart.test(textOf(link)) || /^\/(?:cart|basket|checkout)\/?$/.test(attributeOf(link, "href") ?? "")

/** What sites call the parts of themselves, and the way into an account. */
const ofSite = new RegExp(
  `^(?:${[
    "home(?:page)?|shop|store|products?|services?|solutions?|pricing|blog|docs|about(?: us)?|contacts?(?: us)?|careers?|support|help|faq|menu|search|account|my account|log ?in|sign ?in|log ?out|sign ?up|register",
    "start(?:seite)?|produkte|leistungen|über uns|kontakt|karriere|hilfe|anmelden|einloggen|registrieren|konto|suche",
    "accueil|boutique|produits|services|à propos|connexion|mon compte|recherche|inicio|tienda|productos|servicios|nosotros|contacto|iniciar sesión|mi cuenta|buscar",
    "negozio|prodotti|servizi|chi siamo|contatti|accedi|cerca|início|loja|produtos|serviços|sobre(?: nós)?|contato|entrar|winkel|producten|diensten|over ons|inloggen|zoeken",
    "sklep|produkty|usługi|o nas|kontakt|zaloguj(?: się)?|главная|магазин|о нас|контакты|войти|ホーム|会社概要|お問い合わせ|ログイン|首页|关于我们|联系我们|登录"
  ].join("|")})$`,
  "u"
)

const isOfSite = (link: PageElement): boolean => ofSite.test(textOf(link))

/** Whether a link leads to the start of the site, and is no crumb. */
const isLogo = (link: PageElement): boolean =>
  link.parent?.name !== "li" &&
  /^(?:(?:https?:)?\/\/[^/?#]+)?(?:\/|\.\/)?(?:index\.\w{2,5})?$/i.test((attributeOf(link, "href") ?? "#").trim())

/** Whether a link says itself that it is of what it stands beside: a button, a place on this page, a file, a tag or an author. */
const isOwn = (link: PageElement): boolean => {
  const href = (attributeOf(link, "href") ?? "").trim()
  return (
    /^(?:#.|mailto:|tel:)|\.(?:pdf|epub|docx?|xlsx?|csv|zip|ics|mp3)(?:$|\?)/i.test(href) ||
    /(?:^|\s)(?:author|tag|category)(?:\s|$)/i.test(attributeOf(link, "rel") ?? "") ||
    /(?:^|[\s_-])(?:btn|button|cta|tag|badge|chip)(?:$|[\s_-])/i.test(attributeOf(link, "class") ?? "")
  )
}

/** Whether a list is of crumbs, or of what belongs to a title: its authors, tags, files or buttons. */
const isOwnList = (list: PageElement | null): boolean => {
  if (list === null) return false
  const name = `${attributeOf(list, "class") ?? ""} ${attributeOf(list, "aria-label") ?? ""}`
  return ownList.test(name)
}

const ownList =
  /(?:^|[\s_-])(?:crumbs?|bread-?crumbs?|meta|byline|tags?|categories|authors?|buttons?|btns?|cta|actions|downloads?|formats?)(?:$|[\s_-])/i

const isNavigation = (element: PageElement): boolean =>
  element.name === "nav" || attributeOf(element, "role") === "navigation"

/** Whether an element has words of its own, as one with "By Ann in News" has. */
const hasWords = (element: PageElement): boolean =>
  element.children.some((child) => child instanceof PageText && /\p{L}/u.test(child.text))

/** Whether a heading is words that lead nowhere. */
const isTitle = (heading: PageElement): boolean => {
  if (heading.parent?.name === "a" || innerText(heading, 200).trim() === "") return false
  return !heading.children.some((child) => !(child instanceof PageText) && child.name === "a")
}
