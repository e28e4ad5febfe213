/** Which of the addresses that a site leads to are about what somebody wants to know. */
import { parseUrl } from "../../security/domain/parseUrl.ts"
import type { ObjectShape } from "./DataShape.ts"
import { nameWords, stemmed } from "./nameWords.ts"
import { areRelatives } from "./relatives.ts"

/** An address that may be read. */
export interface Lead {
  readonly url: string
  /** What links to it say; empty when nothing does. */
  readonly text: string
  /** Links from the start. */
  readonly depth: number
}

/** Words that are looked for in addresses and links. */
export type Topic = ReadonlyArray<string>

/** Most words of a topic. */
const maxWords = 80

/** What is wanted, and what the schema calls it. @internal */
export const topicOf = (instructions: string, shape: ObjectShape | null): Topic => {
  const names = (one: ObjectShape): ReadonlyArray<string> =>
    one.properties.flatMap(({ name, shape }) => [
      name,
      ...(shape.kind === "object" ? names(shape) : []),
      ...(shape.kind === "list" && shape.items.kind === "object" ? names(shape.items) : [])
    ])
  // The names of lists say what pages are about; those of values, such as `name` and `url`, are on every page.
  const lists = shape?.properties.filter(({ shape }) => shape.kind === "list").map(({ name }) => name) ?? []
  const all = shape === null ? [] : names(shape)
  const words = [
    ...instructions.split(/\s+/).flatMap(nameWords),
    ...lists.flatMap(nameWords),
    ...all.flatMap(nameWords)
  ]
  return [...new Set(words.filter((word) => word.length > 2))].slice(0, maxWords)
}

const besides =
  /\/(?:log[-_]?in|sign[-_]?(?:in|up)|register|cart|basket|checkout|account|privacy|terms|imprint|impressum|datenschutz|cookies?|legal|search|tag|share|print|feed|rss|wp-admin|cdn-cgi)(?:[/.?_-]|$)/i

const noPage =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|css|m?js|json|xml|zip|gz|tar|rar|7z|exe|dmg|mp[34]|webm|mov|avi|woff2?|ttf|ics)$/i

/** Whether a page stands at the address that could say anything. @internal */
export const mayBePage = (url: string): boolean => !noPage.test(parseUrl(url)?.pathname ?? "")

/** A part of an address without its escapes, where they are any. @internal */
export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const near = (word: string, words: ReadonlyArray<string>): number => {
  let best = 0
  for (const one of words) {
    if (one === word) return 1
    if (areRelatives(one, word)) best = Math.max(best, 0.7)
    else if (word.length >= 4 && one.length >= 4 && (one.startsWith(word) || word.startsWith(one)))
      best = Math.max(best, 0.5)
  }
  return best
}

/** By what somebody is reached, as it is asked for. */
const contactFacts = new Set(
  stemmed(
    "email mail phone telephone tel telefon telefono fax mobile address adresse anschrift direccion indirizzo courriel correo contact kontakt contacto contatti impressum imprint"
  )
)
/** What pages that say it are called, and how surely they do. */
const contactPages: ReadonlyArray<{ readonly sure: number; readonly names: ReadonlySet<string> }> = [
  {
    sure: 0.7,
    names: new Set(
      stemmed(
        "contact contacts contactus kontakt kontakte contacto contactanos contactez contactar contatti contatto contato yhteystiedot kapcsolat iletisim 联系 お問い合わせ 連絡先"
      )
    )
  },
  { sure: 0.6, names: new Set(stemmed("imprint impressum legales legal colophon 会社概要")) },
  {
    sure: 0.4,
    names: new Set(
      stemmed("about aboutus company visit location unternehmen standort anfahrt propos nosotros azienda bedrijf")
    )
  }
]

const isOfContacts = (topic: Topic): boolean => topic.some((word) => contactFacts.has(word))

/** Addresses of pages by which somebody is reached, though sites have them for themselves. */
const imprint = /\/(?:imprint|impressum|legal(?:-notice)?|mentions-legales|aviso-legal)(?:[/.?_-]|$)/i

const contactScore = (words: ReadonlyArray<string>): number =>
  contactPages.find(({ names }) => words.some((word) => names.has(word)))?.sure ?? 0

/** Longest address and link text that are looked at. */
const maxLength = 300

/** How much an address has to do with the topic; 0 is nothing. @internal */
export const leadScore = ({ depth, text, url }: Lead, topic: Topic, startUrl: string): number => {
  const { pathname } = new URL(url)
  const words = [...nameWords(decoded(pathname).slice(-maxLength)), ...nameWords(text.slice(0, maxLength))]
  const asksContact = isOfContacts(topic)
  const ofContact = asksContact ? contactScore(words) : 0
  const met = topic.reduce((sum, word) => sum + Math.max(near(word, words), contactFacts.has(word) ? ofContact : 0), 0)
  if (met === 0) return 0
  const section = new URL(startUrl).pathname.replace(/[^/]*$/, "")
  const isNear = section.length > 1 && pathname.startsWith(section) ? 0.3 : 0
  return Math.max(
    0.01,
    (met + isNear - 0.05 * depth) * (besides.test(pathname) && !(asksContact && imprint.test(pathname)) ? 0.1 : 1) -
      pathname.split("/").length * 0.01
  )
}

/** Whether the address is one that sites have for themselves, such as that of their terms. @internal */
export const isBeside = (url: string): boolean => besides.test(new URL(url).pathname)
