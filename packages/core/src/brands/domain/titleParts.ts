/** What the name of a brand is among what a page's title says. */
import { longestName } from "./companyName.ts"
import { joinedName, wordsOf } from "./searchTerms.ts"

/** Titles of pages that name the page and no brand. */
const generic = new Set(
  [
    ...["home", "homepage", "home page", "welcome", "index", "main", "start", "startseite", "willkommen", "accueil"],
    ...[
      "bienvenue",
      "inicio",
      "bienvenido",
      "bienvenidos",
      "início",
      "bem vindo",
      "benvenuti",
      "hjem",
      "hem",
      "etusivu"
    ],
    ...[
      "strona główna",
      "главная",
      "главная страница",
      "ana sayfa",
      "ホーム",
      "トップページ",
      "首页",
      "홈",
      "untitled"
    ],
    ...["log in", "login", "sign in", "official site", "official website", "offizielle website", "site officiel"],
    ...["just a moment", "loading", "about", "about us", "contact", "products", "services"],
    // What builders of sites write there until somebody writes his own.
    ...["my site", "my website", "my blog", "my wordpress blog", "my store", "my shop", "your site", "your website"],
    ...["site title", "site name", "company name", "your company", "your business name", "business name", "brand name"],
    ...[
      "vite app",
      "react app",
      "create next app",
      "nuxt app",
      "new site",
      "untitled site",
      "website",
      "votre titre ici"
    ]
  ].map((text) => joinedName(text))
)

/** Whether a text says which page it is, and nothing of whose it is. */
export const isGeneric = (text: string): boolean =>
  text.trim().length <= longestName && generic.has(joinedName(text.trim()))

/** Forms of companies, which are no part of a name that is called out. What parts them begins once, however long it is. */
const forms =
  /(?<![\s,])[\s,]+(?:inc|incorporated|llc|l\.l\.c|ltd|limited|plc|corp|corporation|co|company|gmbh(?:\s*&\s*co\.?\s*kg)?|ag|kg|ug|e\.?k|se|sa|s\.a|sas|sarl|s\.a\.r\.l|srl|s\.r\.l|spa|s\.p\.a|bv|b\.v|nv|n\.v|ab|as|a\/s|aps|oy|oyj|kk|k\.k|pty|pvt|ooo|sp\.\s*z\s*o\.?\s*o)\.?$/iu

/** A name without what form of company it is. */
export const withoutForm = (name: string): string => {
  const short = name.replace(forms, "").replace(/(?<![\s,])[\s,]+$/, "")
  return short === "" ? name : short
}

/** What tells that two names are one. */
export const nameKey = (name: string): string => joinedName(withoutForm(withoutForm(name.slice(0, longestName))))

const separator = /(?<!\s)\s+[-–—|·•:»~/]+\s+|(?:(?<!\s)\s+)?[|｜·•»]\s*|:\s+|(?:(?<!\s)\s+)?[–—]\s+/u

/** Scripts that write no spaces between words. */
const unspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}]/gu

/** Whether a text says something, and is no name or one word of a list. */
export const isPhrase = (text: string): boolean => wordsOf(text).length >= 3 || (text.match(unspaced) ?? []).length >= 6

/** The parts of a title, in order. */
const partsOf = (title: string): ReadonlyArray<string> =>
  title
    .slice(0, 1_000)
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "" && !isGeneric(part))

/** How much a part is like the first label of the domain, from 0 to 1. */
export const likeDomain = (part: string, domain: string): number => {
  const label = joinedName(domain.split(".")[0] ?? "")
  const name = nameKey(part)
  if (name === "" || label === "") return 0
  if (name === label) return 1
  if (label.includes(name) || name.includes(label))
    return (0.8 * Math.min(name.length, label.length)) / Math.max(name.length, label.length)
  const words = wordsOf(part)
  return words.length > 1 && words.some((word) => word.length > 3 && label.includes(word)) ? 0.4 : 0
}

/** The brand and the tagline of a title; null what it does not have. `called`: what else the page says that it is called. */
export const titleParts = (
  title: string,
  domain: string,
  called: ReadonlyArray<string> = []
): { readonly name: string | null; readonly nameWeight: number; readonly tagline: string | null } => {
  const parts = partsOf(title)
  const [first] = parts
  if (first === undefined) return { name: null, nameWeight: 0, tagline: null }
  const names = new Set(called.map(nameKey).filter((key) => key !== ""))
  const scored = parts.map((part) => ({
    part,
    like: Math.max(likeDomain(part, domain), names.has(nameKey(part)) ? 0.6 : 0)
  }))
  const best = scored.reduce((one, other) => (other.like > one.like ? other : one))
  const isLong = (part: string) => wordsOf(part).length > 5
  // Nothing tells which part it is: the last one mostly, unless the title is one part, or begins with the shortest.
  const guessed = parts.length === 1 ? first : parts.reduce((one, other) => (other.length < one.length ? other : one))
  const name = best.like > 0 ? best.part : isLong(guessed) ? null : guessed
  const rest = parts.filter((part) => part !== name)
  const tagline = parts.length === 2 && best.like > 0 ? (rest[0] ?? null) : null
  return {
    name,
    nameWeight: best.like > 0 ? 0.4 + 0.4 * best.like : 0.25,
    tagline: tagline !== null && isPhrase(tagline) ? tagline : null
  }
}
