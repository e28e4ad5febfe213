/** The language that a tag of a page names, in the words of the contract. */
import { type Language, languages } from "./languages.ts"

/** Where the contract's word is another than the English name of the tag. */
const special: Readonly<Record<string, Language>> = {
  az: "azeri",
  fa: "farsi",
  fil: "tagalog",
  gn: "guarani",
  ht: "haitian-creole",
  gd: "scottish-gaelic",
  iw: "hebrew",
  ky: "kyrgyz",
  my: "burmese",
  nb: "norwegian",
  nn: "norwegian",
  or: "odia",
  pcm: "pidgin",
  sl: "slovene",
  st: "sesotho",
  tl: "tagalog",
  tn: "tswana",
  ug: "uyghur",
  yue: "cantonese"
}

const known: ReadonlySet<string> = new Set(languages)

const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" })

const isLanguage = (name: string): name is Language => known.has(name)

/** The language of a tag such as `de-AT`; null where it is none that is known. */
export const languageOf = (tag: string): Language | null => {
  const [subtag = ""] = tag
    .trim()
    .toLowerCase()
    .split(/[-_,;\s]/)
  if (!/^[a-z]{2,3}$/.test(subtag)) return null
  const name = special[subtag] ?? names.of(subtag)?.toLowerCase() ?? ""
  return isLanguage(name) ? name : null
}
