/** What the head of a page says of its site's name and of its own: read once, since a page may have very many headers. */
import { innerText } from "./innerText.ts"
import { attributeOf, PageElement } from "./PageTree.ts"

/** Characters of a title, and of a name, that are looked at. */
export const longestTitle = 300

/** Elements of a head that are asked for the name of the site. */
const mostInHead = 500

export interface SiteNames {
  /** What the page calls itself ahead of other names in its title; undefined where it has no other. */
  readonly first: string | undefined
  /** What stands behind that says that the first one is the name of the site. */
  readonly isFirstPage: boolean
  /** The names that the head gives to the site. */
  readonly ofSite: ReadonlySet<string>
  /** The names of the hosts of the site's start, as a name of letters alone. */
  readonly hosts: ReadonlySet<string>
}

export const wordsOf = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase()

/** The names of the page that an element is in. */
export const namesAround = (element: PageElement): SiteNames => {
  let root = element
  while (root.parent !== null) root = root.parent
  const head = childOf(childOf(root, "html"), "head")
  const title = childOf(head, "title")
  const [first = "", ...parts] =
    title === undefined ? [] : innerText(title, longestTitle).split(/\s[-–—|·•:»«]\s|\s?[|»«]\s?/)
  const rest = parts.map((part) => part.trim()).filter((part) => part !== "")
  return {
    ...namesInHead(head),
    first: rest.length === 0 ? undefined : wordsOf(first),
    isFirstPage: rest.length > 0 && rest.every((part) => isBehindSite(part, first.trim()))
  }
}

const childOf = (parent: PageElement | undefined, name: string): PageElement | undefined =>
  parent?.children.find((child): child is PageElement => child instanceof PageElement && child.name === name)

const siteKeys: ReadonlySet<string> = new Set(["og:site_name", "application-name", "apple-mobile-web-app-title"])

const namesInHead = (head: PageElement | undefined) => {
  const ofSite = new Set<string>()
  const hosts = new Set<string>()
  for (const child of (head?.children ?? []).slice(0, mostInHead)) {
    if (!(child instanceof PageElement)) continue
    if (child.name === "link") {
      if (attributeOf(child, "rel")?.toLowerCase() === "canonical") addHost(hosts, attributeOf(child, "href"))
    } else if (child.name === "meta") {
      const content = attributeOf(child, "content") ?? ""
      const key = (attributeOf(child, "property") ?? attributeOf(child, "name") ?? "").slice(0, 40).toLowerCase()
      if (content.length > longestTitle) continue
      if (key === "og:url") addHost(hosts, content)
      if (siteKeys.has(key)) ofSite.add(wordsOf(content))
    }
  }
  return { ofSite, hosts }
}

/** What stands ahead of a country in names of hosts. */
const secondLevel: ReadonlySet<string> = new Set("ac co com edu go gob gov ne net or org".split(" "))

/** The name of a host whose start an address is. Of `status.acme.com` none: that is a part of a site. */
const addHost = (hosts: Set<string>, address: string | undefined): void => {
  if (address === undefined || address.length > longestTitle) return
  const host = /^https?:\/\/(?:www\.)?([^/?#:]{1,253})\/?$/i.exec(address.trim())?.[1]
  const [name = "", ...rest] = host?.toLowerCase().split(".") ?? []
  const isWhole = rest.length === 1 || (rest.length === 2 && secondLevel.has(rest[0] ?? ""))
  if (name !== "" && isWhole) hosts.add(name.replaceAll("-", ""))
}

/**
 * What stands behind the name of a site in the title of its first page: that it is that, or what the site is for. A name that is
 * written small, as those of magazines are, is told from that by its words alone, and the title of a page by being no name.
 */
const isBehindSite = (part: string, first: string): boolean =>
  firstPage.test(part) || (isName.test(first) && purpose.test(part))

const firstPage =
  /^(?:home(?: ?page)?|welcome|official (?:web ?)?site|start(?:seite)?|willkommen|accueil|bienvenue|inicio|bienvenid[oa]s|início|bem-vindo|benvenuti|welkom|strona główna|главная|ホーム|首页)$/iu

/** One to three words that begin large. */
const isName = /^[\p{Lu}\p{N}][^\s]{0,40}(?:\s[\p{Lu}\p{N}&][^\s]{0,40}){0,2}$/u

const purpose =
  /^(?:(?:the )?latest|breaking|today's|local|all|your|news (?:from|for|of)|aktuelle|neueste|alle|alles|ihre?|nachrichten (?:aus|für)|toute?s?|votre|l'actualité|actualités|últimas|todas?|todos?|noticias de|ultime|notizie (?:da|di)|tutt[eio]|(?:het )?laatste|nieuws (?:uit|voor)|najnowsze|wiadomości|последние|новости)\s+\p{L}/u

/** Elements from a title up that may be named for a logo. */
const mostAround = 4

/** Whether an element or what stands around it in the header is named for the logo or the name of the site. */
const isNamedForSite = (heading: PageElement): boolean => {
  let at: PageElement | null = heading
  for (let level = 0; level < mostAround && at !== null && at.name !== "header"; level += 1) {
    const named = `${attributeOf(at, "class") ?? ""} ${attributeOf(at, "id") ?? ""}`.slice(0, longestTitle)
    if (named.split(/\s+/).some((name) => siteClass.test(name))) return true
    at = at.parent
  }
  return false
}

/** `brand` alone: `text-brand` is a colour, `header-with-logo` what a header has, and `blog-title` the title of a post. */
const siteClass =
  /^(?:brand|navbar-brand|(?:[a-z]{1,20}(?<!with|without|has|no|bg|text|border)[_-]{1,2}){0,2}(?:logo|site[_-]?(?:title|name|branding)))$/i

/** Whether a heading with these words is the name of the site. */
export const namesSite = (heading: PageElement, said: string, names: SiteNames): boolean =>
  isNamedForSite(heading) ||
  names.ofSite.has(said) ||
  names.hosts.has(said.replace(/[^\p{L}\p{N}]/gu, "")) ||
  (names.isFirstPage && names.first === said)
