/** What the header of a site says that is news to nobody: the day, the weather, what a cart holds, the way into an account. */
import { block, lineBreak, traits } from "./elements.ts"
import { attributeOf, type PageElement, PageText } from "./PageTree.ts"
import { longestTitle, wordsOf } from "./siteNames.ts"
import { spaced } from "./spaced.ts"
import { isHidden } from "./visibility.ts"

type Kind = "day" | "weather" | "cart" | "account"

interface Line {
  readonly text: string
  readonly isLink: boolean
  /** What it stands in, by its names. */
  readonly named: "weather" | "motto" | null
}

/** Fewer kinds may be what a page is about, such as the day of a concert. */
const fewestKinds = 2

/**
 * Whether such things are all that a header says beside its title, so that what changes in it changes by itself. One line that may
 * be a sentence or a state is enough for none: that is lost for good, and a name that is kept harms nobody.
 */
export const isFurniture = (header: PageElement, title: PageElement, cart: RegExp): boolean => {
  const kinds = new Set<Kind>()
  for (const line of linesBeside(header, title)) {
    const left = line.isLink ? leftOfLink(line, kinds, cart) : leftOf(line, kinds, cart)
    if (/[\p{L}\p{N}]/u.test(left) && line.named !== "motto") return false
  }
  return kinds.size >= fewestKinds
}

/** What holds no words that are read, or words of controls. */
const unread: ReadonlySet<string> = new Set(
  "script style template noscript svg nav search form select button label".split(" ")
)

/** The lines of a header without its title and its navigation. Each link is one. */
const linesBeside = (header: PageElement, title: PageElement): ReadonlyArray<Line> => {
  const lines: Array<Line> = []
  let text = ""
  const end = (isLink: boolean, named: Line["named"]): void => {
    if (text.trim() !== "") lines.push({ text: spaced(text).trim(), isLink, named })
    text = ""
  }
  const read = (parent: PageElement, isLink: boolean, around: Line["named"]): void => {
    for (const child of parent.children) {
      if (child instanceof PageText) {
        text += child.text.slice(0, longestTitle)
        // The end of a long line makes it no less of a sentence.
        if (text.length > longestTitle * 2) end(isLink, around)
        continue
      }
      if (child === title || unread.has(child.name) || isHidden(child)) continue
      if (attributeOf(child, "role") === "navigation") continue
      const isOwnLine = child.name === "a" || ((traits.get(child.name) ?? 0) & (block | lineBreak)) !== 0
      const named = namedFor(child) ?? around
      if (isOwnLine) end(isLink, around)
      else text += " "
      read(child, isLink || child.name === "a", named)
      if (isOwnLine) end(isLink || child.name === "a", named)
      else text += " "
    }
  }
  read(header, false, null)
  end(false, null)
  return lines
}

const namedFor = (element: PageElement): Line["named"] => {
  const named = `${attributeOf(element, "class") ?? ""} ${attributeOf(element, "id") ?? ""}`.slice(0, longestTitle)
  if (/(?:^|[\s_-])(?:weather|wetter|m[ée]t[ée]o|clima|pogoda)(?:$|[\s_-])/i.test(named)) return "weather"
  return /(?:^|[\s_-])(?:tagline|slogan|motto|strapline|site-description)(?:$|[\s_-])/i.test(named) ? "motto" : null
}

const leftOf = ({ named, text }: Line, kinds: Set<Kind>, cart: RegExp): string => {
  if (text.length > longestTitle) return text
  if (isCartLine(text, cart)) return add(kinds, "cart")
  if (account.test(text)) return add(kinds, "account")
  const dayless = withoutDay(text, kinds)
  const degrees = temperature.exec(dayless)
  if (degrees !== null) kinds.add("weather")
  const [before, behind] =
    degrees === null
      ? ["", dayless]
      : [dayless.slice(0, degrees.index), dayless.slice(degrees.index + degrees[0].length)]
  const left = named === "weather" && isPlace(before) ? behind : `${before} ${behind}`
  // An hour alone is no more than the clock of a page; several are when something is open.
  return /^[\s,|·•–—-]*\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?| uhr)?[\s,|·•–—-]*$/iu.test(left) ? "" : left
}

/** "Leeds" ahead of its degrees. Where nothing says that they are of the weather, they may be those of a pool. */
const isPlace = (text: string): boolean => {
  const words = text.split(/[\s,:]+/).filter((word) => word !== "")
  return words.length <= 2 && words.every((word) => /^\p{Lu}/u.test(word))
}

/** Words of a link that are no more than where it leads. */
const mostLinkWords = 2

const leftOfLink = ({ named, text }: Line, kinds: Set<Kind>, cart: RegExp): string => {
  const left = leftOf({ named, text, isLink: true }, kinds, cart)
  return left.trim().split(" ").length <= mostLinkWords ? "" : left
}

const add = (kinds: Set<Kind>, kind: Kind): string => {
  kinds.add(kind)
  return ""
}

/** "Cart: 3 items". */
const isCartLine = (text: string, cart: RegExp): boolean => {
  const [, name, count = ""] = /^([^\d:([]{1,40})(.{0,30})$/u.exec(text) ?? []
  return name !== undefined && cart.test(wordsOf(name)) && /^[^\p{L}]*(?:\p{L}{1,12})?[^\p{L}]*$/u.test(count)
}

const account =
  /^(?:(?:my )?account|log ?in|sign ?in|log ?out|sign ?up|register|subscribe|anmelden|einloggen|registrieren|mein konto|abonnieren|abo|connexion|se connecter|s'abonner|mon compte|iniciar sesión|suscr[ií]bete|mi cuenta|accedi|abbonati|entrar|assine|inloggen|abonneren|zaloguj(?: się)?|войти|ログイン|登录)$/iu

const sky =
  "rain(?:y|ing)?|showers?|drizzle|sun(?:ny)?|clear|(?:partly |mostly )?cloud(?:y|s)?|overcast|snow(?:y|ing)?|fog(?:gy)?|mist(?:y)?|wind(?:y)?|regen|regnerisch|sonnig|heiter|bewölkt|wolkig|bedeckt|schnee|nebel|klar|pluie|soleil|ensoleillé|nuageux|couvert|neige|lluvia|soleado|nublado|nieve|despejado|pioggia|sole|sereno|nuvoloso|neve|chuva|sol|zonnig|bewolkt|regenachtig"

const temperature = new RegExp(
  `(?<![\\p{L}\\p{N}.,])[-+−]?\\d{1,3}(?:[.,]\\d)?\\s?°\\s?(?:[CF](?!\\p{L}))?(?:,?\\s?(?:${sky})(?!\\p{L}))?(?!\\p{N})`,
  "iu"
)

const languages = "en de fr es it pt nl pl sv da nb cs ru uk fi hu ro tr".split(" ")

let known: { readonly months: ReadonlySet<string>; readonly weekdays: ReadonlySet<string> } | undefined

const plain = (name: string): string => name.toLowerCase().replace(/\.$/, "")

/** The names of months and weekdays in those languages. */
const calendar = () => {
  if (known !== undefined) return known
  const months = new Set<string>()
  const weekdays = new Set<string>()
  for (const language of languages) {
    for (const width of ["long", "short"] as const) {
      const format = new Intl.DateTimeFormat(language, {
        weekday: width,
        day: "numeric",
        month: width,
        timeZone: "UTC"
      })
      // Days 31 apart are of each month and of each weekday.
      for (let month = 0; month < 12; month += 1) {
        for (const { type, value } of format.formatToParts(Date.UTC(2026, 0, 1 + 31 * month))) {
          if (type === "month") months.add(plain(value))
          if (type === "weekday") weekdays.add(plain(value))
        }
      }
    }
  }
  known = { months, weekdays }
  return known
}

const dayFirst =
  /(?<![\p{L}\p{N}.])(?:(\p{L}{2,15})\.?,?\s)?(?:(?:the|den|der|le|el|il)\s)?\d{1,2}(?:st|nd|rd|th|er|º|\.)?\s(?:of\s|de\s|d['’])?(\p{L}{3,12})\.?(?:,?\s(?:de\s|del\s)?\d{4})?(?![\p{L}\p{N}])/u
const monthFirst =
  /(?<![\p{L}\p{N}.])(?:(\p{L}{2,15})\.?,?\s)?(\p{L}{3,12})\.?\s\d{1,2}(?:st|nd|rd|th)?(?:,?\s\d{4})?(?![\p{L}\p{N}])/u
const inFigures =
  /(?<![\p{L}\p{N}.])(?:(\p{L}{2,15})\.?,?\s)?(?:\d{1,2}([./])\d{1,2}\2(?:\d{4}|\d{2})|\d{4}-\d{2}-\d{2})(?![\p{L}\p{N}])/u
const eastern = /(?:\d{4}年)?\d{1,2}月\d{1,2}日(?:\s?[(（][日月火水木金土一二三四五六][)）])?/u

/** The text without the first day of it. Another one is the end of a time, and more than a day. */
const withoutDay = (text: string, kinds: Set<Kind>): string => {
  for (const pattern of [dayFirst, monthFirst, inFigures, eastern]) {
    const [found, weekday, month] = pattern.exec(text) ?? []
    if (found === undefined) continue
    const isMonth = pattern === inFigures || pattern === eastern || calendar().months.has(plain(month ?? ""))
    if (!isMonth) continue
    kinds.add("day")
    const isKept = weekday !== undefined && !calendar().weekdays.has(plain(weekday))
    return text.replace(found, isKept ? `${weekday} ` : " ")
  }
  return text
}
