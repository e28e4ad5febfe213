/** By what a page tells that its content is still to come: words, and names of elements. For its markup and for what a browser shows of it. */

/** A page that says more than this has its content, whatever else comes to it. @internal */
export const muchContent = 1_000

/** Beside less than this an element that is empty counts, which on other pages is for what opens, or for nothing. @internal */
export const littleContent = 200

/** What is seen of the content of a page, outside of what is on each page of its site. @internal */
export interface SeenContent {
  /** Characters of visible text. */
  readonly contentLength: number
  /** Whether a part says that it is being filled. */
  readonly saysSo: boolean
  readonly hasEmptyPart: boolean
}

/** Whether scripts are going to put more on a page: it says so and not much else, or has a part for it and next to nothing else. @internal */
export const awaitsScripts = ({ contentLength, saysSo, hasEmptyPart }: SeenContent): boolean =>
  (saysSo && contentLength < muchContent) || (hasEmptyPart && contentLength < littleContent)

/** Longer text says more than that something comes. @internal */
export const mostLoadingText = 40

/** Alone, or at the beginning of a text that dots end. */
const loading =
  /^(?:now loading|loading|please wait|one moment|fetching|wird geladen|lädt|lade|bitte warten|chargement|veuillez patienter|cargando|espere|caricamento|attendere|carregando|aguarde|laden|laddar|laster|indlæser|ladataan|ładowanie|načítání|загрузка|подождите|yükleniyor|読み込み中|加载中|載入中|正在加载|로딩 중|불러오는 중)(?:[.…\s]*|[^.…]*(?:…|\.{2,3}))$/iu

/** What a page has in its text that its scripts put values in the place of. */
const placeholder = /\{\{[^{}<>]{1,80}\}\}/

/** Whether a text says that something comes; its blanks are gone. @internal */
export const saysThatItLoads = (text: string): boolean =>
  (text.length <= mostLoadingText && loading.test(text)) || (text.includes("{{") && placeholder.test(text))

const mostName = 200

/** Whether a class is called like what stands for what comes. @internal */
export const isNamedForComing = (name: string): boolean =>
  name.length < mostName && /(?:^|[\s_-])(?:skeleton|shimmer)(?:$|[\s_-])/i.test(name)

/** Whether a class is called like what turns round until something has come; other pages have these beside their content. @internal */
export const isNamedForWaiting = (name: string): boolean =>
  name.length < mostName && /(?:^|[\s_-])(?:spinner|loader|loading)(?:$|[\s_-])/i.test(name)

/** Names of elements that are empty for as long as nobody opens them, or that others than the site fill. */
const besideContent =
  /modal|dialog|overlay|toast|snack|notif|alert|message|cookie|consent|gdpr|banner|advert|\bads?\b|portal|popup|popover|tooltip|backdrop|drawer|menu|nav|header|footer|sidebar|chat|fb-root|disqus|comment|captcha|map|player|video|slider|carousel|spacer|clear|progress|preload|\btop\b|share|social|analytics|gtm|pixel|print|announce|\blive\b|bottom|anchor/i

/** Whether an id or a class is called like what is there for something else than content. @internal */
export const isBesideContent = (name: string): boolean => name.length < mostName && besideContent.test(name)
