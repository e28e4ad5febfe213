/** What shows that scripts fill a part of a page whose frame is there: its header and menu say much and its content nothing yet. */
import { PageElement, type PageNode } from "./PageTree.ts"

/** Where in a page something stands: nowhere in particular, in what is on each page of its site, or in what the page is about. */
export type Place = "open" | "frame" | "content"

/** A page that says more than this has its content, whatever else comes to it. */
export const muchContent = 1_000

/** Beside less than this an element that is empty counts, which on other pages is for what opens, or for nothing. */
const littleContent = 200

export interface AwaitedParts {
  /** Characters of visible text outside of what is on each page of the site. */
  contentLength: number
  /** Whether a part says that it is being filled. */
  saysSo: boolean
  hasEmptyPart: boolean
}

export const makeAwaitedParts = (): AwaitedParts => ({ contentLength: 0, saysSo: false, hasEmptyPart: false })

export const awaitsScripts = ({ contentLength, saysSo, hasEmptyPart }: AwaitedParts): boolean =>
  (saysSo && contentLength < muchContent) || (hasEmptyPart && contentLength < littleContent)

const frames = new Set(["header", "nav", "footer", "aside"])
const frameRoles = new Set(["banner", "navigation", "contentinfo", "complementary"])
const contents = new Set(["main", "article"])

export const placeIn = (place: Place, element: PageElement): Place => {
  if (place !== "open") return place
  if (frames.has(element.name)) return "frame"
  if (contents.has(element.name)) return "content"
  for (const { name, value } of element.attributes) {
    if (name === "role" && frameRoles.has(value)) return "frame"
  }
  return place
}

/** Longer text says more than that something comes. */
const maxLoadingText = 40

/** Alone, or at the beginning of a text that dots end. */
const loading =
  /^(?:now loading|loading|please wait|one moment|fetching|wird geladen|lädt|lade|bitte warten|chargement|veuillez patienter|cargando|espere|caricamento|attendere|carregando|aguarde|laden|laddar|laster|indlæser|ladataan|ładowanie|načítání|загрузка|подождите|yükleniyor|読み込み中|加载中|載入中|正在加载|로딩 중|불러오는 중)(?:[.…\s]*|[^.…]*(?:…|\.{2,3}))$/iu

/** What a page has in its text that its scripts put values in the place of. */
const placeholder = /\{\{[^{}<>]{1,80}\}\}/

/** Whether a text says that something comes; its blanks are gone. */
export const saysThatItLoads = (text: string): boolean =>
  (text.length <= maxLoadingText && loading.test(text)) || (text.includes("{{") && placeholder.test(text))

/** Text in these is shown as it was written. */
const verbatim = new Set(["pre", "code", "samp", "kbd", "textarea", "script", "style", "template", "option"])

export const isVerbatim = (element: PageElement): boolean => verbatim.has(element.name)

const cloaks = new Set(["v-cloak", "ng-cloak"])

/** Whether the element says by a mark that it is being filled. */
export const isMarkedAsAwaited = (element: PageElement): boolean => {
  for (const { name, value } of element.attributes) {
    if ((name === "aria-busy" && value === "true") || cloaks.has(name)) return true
    if (name === "class" && value.length < 200 && /(?:^|[\s_-])(?:skeleton|shimmer)(?:$|[\s_-])/i.test(value))
      return true
  }
  return false
}

const lists = new Set(["ul", "ol", "tbody", "main", "article"])
const parts = new Set(["div", "section"])

/** Names of elements that are empty for as long as nobody opens them, or that others than the site fill. */
const besideContent =
  /modal|dialog|overlay|toast|snack|notif|alert|message|cookie|consent|gdpr|banner|advert|\bads?\b|portal|popup|popover|tooltip|backdrop|drawer|menu|nav|header|footer|sidebar|chat|fb-root|disqus|comment|captcha|map|player|video|slider|carousel|spacer|clear|progress|preload|\btop\b|share|social|analytics|gtm|pixel|print|announce|\blive\b|bottom|anchor/i

/** Whether an element that is there for things has none. */
export const isEmptyPart = (element: PageElement): boolean => {
  const isList = lists.has(element.name)
  if (!isList && !parts.has(element.name)) return false
  if (!element.children.every(isBlank)) return false
  let id = ""
  for (const { name, value } of element.attributes) {
    if ((name === "id" || name === "class") && value.length < 200 && besideContent.test(value)) return false
    if (name === "id") id = value
  }
  return isList || id !== ""
}

const isBlank = (node: PageNode): boolean => !(node instanceof PageElement) && node.text.trim() === ""
