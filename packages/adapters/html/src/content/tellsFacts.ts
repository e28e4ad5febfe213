/** What is named for the frame of a page and tells what is read: the dishes of a menu, hours in a banner, the title in a box called header. */
import { innerText } from "../innerText.ts"
import { PageElement } from "../PageTree.ts"
import { aside, byline, comments, type Names, navigation, negative, share, strong, unlikely } from "./names.ts"
import type { Stats } from "./stats.ts"

/** Elements looked at, characters of each, and elements in one that may hold a title. */
const most = { looked: 500, text: 2_000, inside: 300 } as const

/** More links than this part of a text lead around, whatever stands beside them. */
const maxLinks = 0.1
const maxLinksBesideTitle = 0.3

/** Names that say no more than where something stands. */
const ofFrame = navigation | unlikely | negative | share
const ofOthers = strong | comments | aside | byline

const isAdvert =
  /(?:^|[^a-z])(?:ads?|advert\w*|sponsor\w*|promos?|popup|modal|cookies?|footer|widget|sidebar)(?:$|[^a-z])/i

const price = "\\p{Sc}\\s?\\d|\\d\\s?\\p{Sc}|\\d\\s?(?:kr|zł|Kč|CHF|EUR|USD|GBP)(?!\\p{L})"
const hours =
  "(?<!\\d)\\d{1,2}(?:[:.]\\d{2})?\\s?(?:[ap]m|h|Uhr)?\\s?[–—-]\\s?\\d{1,2}(?:[:.]\\d{2})?\\s?(?:[ap]m|h|Uhr)?(?![\\d–—-])"
const measure = "\\d\\s?(?:°C|°F|km|m²|kg|mm|cm|Nm|kW|kWh|ECTS|ml|dB|bar)(?!\\p{L})"
const fact = new RegExp([price, hours, measure].join("|"), "u")

/** What shops and sites say of themselves on every page. */
const ofSite =
  /(?<!\p{L})(?:carts?|basket|checkout|warenkorb|panier|carrito|carrello|free (?:shipping|delivery)|% off|subscribe|newsletter|sign up|log ?in|sign ?in|copyright|©)(?!\p{L})/iu

const controls = new Set(["input", "button", "select", "textarea", "form", "nav", "iframe"])

export interface Telling {
  /** Names that speak against these say nothing. */
  readonly elements: ReadonlySet<PageElement>
  /** Those with the title of the page. */
  readonly titled: ReadonlySet<PageElement>
}

/** Elements that are named for the frame of a page and tell facts, or its title. */
export const tellingParts = (stats: ReadonlyMap<PageElement, Stats>, names: Names): Telling => {
  const elements = new Set<PageElement>()
  const titled = new Set<PageElement>()
  let left: number = most.looked
  for (const [element, inside] of stats) {
    const flags = names.of(element)
    if ((flags & ofFrame) === 0 || (flags & ofOthers) !== 0 || inside.text > most.text) continue
    left -= 1
    if (left < 0) break
    if (inside.linkDensity > maxLinksBesideTitle || isNamedAdvert(element)) continue
    const [hasTitle, hasControls] = look(element)
    if (hasControls) continue
    const tells = () => {
      const text = innerText(element, most.text)
      return inside.linkDensity <= maxLinks && fact.test(text) && !ofSite.test(text)
    }
    if (hasTitle) titled.add(element)
    if (hasTitle || tells()) elements.add(element)
  }
  return { elements, titled }
}

const isNamedAdvert = ({ attributes }: PageElement): boolean =>
  attributes.some(({ name, value }) => (name === "class" || name === "id") && isAdvert.test(value.slice(0, 500)))

/** Whether an element holds a title that leads nowhere, and whether something to type or press. */
const look = (element: PageElement): readonly [hasTitle: boolean, hasControls: boolean] => {
  let left: number = most.inside
  let hasTitle = false
  const waiting = [element]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    left -= 1
    if (left < 0 || controls.has(at.name)) return [false, true]
    if (at.name === "h1" && at.parent?.name !== "a" && !at.children.some(isLink))
      hasTitle ||= innerText(at, 200).trim() !== ""
    for (const child of at.children) if (child instanceof PageElement) waiting.push(child)
  }
  return [hasTitle, false]
}

const isLink = (node: unknown): boolean => node instanceof PageElement && node.name === "a"
