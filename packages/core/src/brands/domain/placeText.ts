/** What in a text is a place with its postal code. */
import { countryIn } from "./addressCountry.ts"
import type { Segment } from "./addressSegments.ts"
import {
  codesBeforePlaces,
  codesBehindPlaces,
  isCounty,
  prefixes,
  provinces,
  states,
  territories
} from "./postalForms.ts"

/** A place as it is written, and the pieces that say it. */
export interface FoundPlace {
  readonly city: string | null
  readonly region: string | null
  readonly postalCode: string | null
  /** Countries whose codes look so, one where that says it. */
  readonly countries: ReadonlyArray<string>
  /** Whether its name or the letters before its code tell the country. */
  readonly isTold: boolean
  readonly from: number
  readonly to: number
}

const particles = new Set(
  "am an der im in bei ob auf dem den sur sous en de la le les lès du des del di da do dos das della dei nad pod upon on the and y e i of aan bij op".split(
    " "
  )
)

/** What stands behind a place and is none. */
const noPlace =
  /^(?:tel|tél|telefon|telefono|telephone|téléphone|phone|fon|fax|mobile?|e-?mail|mail|web|hrb|ust|uid|vat|cif|nif|nip|siret|rcs|inhaber(?:in)?|geschäftsführer(?:in)?|vertreten|google|map|maps|karte|anfahrt|directions|view|cedex|gmbh|inc|llc|ltd|ag|kg|copyright|all|alle|employees|customers|mitarbeiter|kunden|open|öffnungszeiten|euros?|dollars?|stück|teile|punkte|points?|punti|puntos|gramm|grammes|liter|litres?|minuten|minutes|meter|metern|meters|mètres|höhenmeter|kilometer|kilomètres|kilometers|miles|seiten|pages|zuschauer|besucher|visitors|teilnehmer|participants|personnes?|personen|personas|people|wohnungen|mitglieder|members|einwohner|schritte|steps|jahrgang|ausgabe|edition|printemps|sommer|winter|herbst)[.:]*$/i

const isName = /^(?:['’]s-|[dl]['’])?[\p{Lu}\p{Lo}(][\p{L}\p{M}.'’()/-]*$/u

/** The name that a text begins with, and the country that stands behind it without a comma. */
const nameIn = (text: string, language: string): { readonly city: string; readonly country: string | null } | null => {
  const [, inner = "", bracketed = ""] = /^([^()]{2,40})\s\(([^()]{2,40})\)?$/.exec(text) ?? []
  const told = bracketed === "" ? null : countryIn(bracketed, language)
  if (told !== null) return { city: inner, country: told }
  const words: Array<string> = []
  for (const word of text.split(/\s+/).slice(0, 7)) {
    if (noPlace.test(word) || !(isName.test(word) || (words.length > 0 && particles.has(word)))) break
    words.push(word)
  }
  while (particles.has(words.at(-1) ?? "")) words.pop()
  if (words.length === 0 || words.length > 6) return null
  for (const count of [3, 2, 1]) {
    const country = words.length > count ? countryIn(words.slice(-count).join(" "), language) : null
    if (country !== null) return { city: withoutDistrict(words.slice(0, -count)), country }
  }
  return { city: withoutDistrict(words), country: null }
}

/** `København K` is København: a letter names its post office. */
const withoutDistrict = (words: ReadonlyArray<string>): string =>
  (words.length > 1 && /^\p{Lu}$/u.test(words.at(-1) ?? "") ? words.slice(0, -1) : words)
    .join(" ")
    .replace(/(?<![.)])[.)]+$/, "")

/** A place alone: `Huddersfield`, `Dublin 2`, `London SE1`. */
export const cityAlone = (text: string): string | null => {
  const name = text.replace(/\s(?:\d{1,2}|[A-Z]{1,2}\d{1,2}[A-Z]?)$/, "")
  const words = name.split(/\s+/)
  const isPlace = words.every((word) => isName.test(word) || particles.has(word)) && isName.test(words[0] ?? "")
  return name.length >= 2 &&
    name.length <= 40 &&
    words.length <= 5 &&
    isPlace &&
    !words.some((one) => noPlace.test(one))
    ? name
    : null
}

const lead = /^([A-Z]{1,3})[-–\s]\s?(?=\d)/

/** `70173 Stuttgart`, and `D-70173 Stuttgart`. */
const beforePlace = (segments: ReadonlyArray<Segment>, at: number, language: string): FoundPlace | null => {
  const { text } = segments[at]!
  if (!/^(?:[A-Z]{1,3}[-–\s]\s?)?\d/.test(text)) return null
  const prefix = prefixes.get(lead.exec(text)?.[1] ?? "")
  if (lead.test(text) && prefix === undefined) return null
  const coded = text.replace(lead, "")
  const found = codesBeforePlaces.find(({ form }) => form.test(coded))
  if (found === undefined) return null
  const [code = ""] = found.form.exec(coded) ?? []
  const rest = coded.slice(code.length).trim()
  const province = /^(.{2,40}?)\s?(?:\(([A-Z]{2})\)|\s([A-Z]{2}))$/.exec(rest)
  const isItalian = province !== null && found.countries.includes("IT")
  const named = nameIn(isItalian ? (province[1] ?? "") : rest, language)
  if (named === null) return null
  const told = named.country ?? prefix ?? null
  return {
    city: named.city,
    region: isItalian ? (province[2] ?? province[3] ?? null) : null,
    postalCode: code,
    countries: told === null ? (isItalian ? ["IT"] : found.countries) : [told],
    isTold: told !== null || isItalian,
    from: at,
    to: at
  }
}

/** A code behind its place, with the region that stands between the two. */
interface Tail {
  readonly country: string
  readonly form: RegExp
  readonly regions: ReadonlyMap<string, string> | null
}

const none: ReadonlyMap<string, string> | null = null

const tails: ReadonlyArray<Tail> = [
  { country: "US", form: /(?:^|[\s,])(\d{5}(?:-\d{4})?)$/, regions: states },
  { country: "CA", form: /(?:^|[\s,])([ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d)$/, regions: provinces },
  { country: "AU", form: /(?:^|[\s,])(\d{4})$/, regions: territories },
  { country: "GB", form: /(?:^|\s)([A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/, regions: none },
  { country: "IE", form: /(?:^|\s)([AC-FHKNPRTV-Y]\d[\dW] ?[0-9AC-FHKNPRTV-Y]{4})$/, regions: none }
]

const withoutCountry = /\s(?:USA|U\.S\.A\.|US|UK|Canada|Australia|United Kingdom|United States|Ireland|England)\.?$/

/** A region that a text ends with, and what stands before it. */
const regionIn = (text: string, regions: ReadonlyMap<string, string>): readonly [string, string] | null => {
  const words = text.replace(/\.$/, "").split(/[\s(]+/)
  for (const count of [1, 2, 3]) {
    const code = regions.get(words.slice(-count).join(" "))
    if (code !== undefined) return [words.slice(0, -count).join(" "), code]
  }
  return null
}

/** `Denver, CO 80202`, `London WC2A 3HP`, and their like. */
const behindPlace = (segments: ReadonlyArray<Segment>, at: number): FoundPlace | null => {
  const text = segments[at]!.text.replace(withoutCountry, "")
  if (!/\d[A-Z]{0,2}\d?$|[A-Z\d]{4}$/.test(text) || text.length > 70) return null
  for (const { country, form, regions } of tails) {
    const [whole = "", code] = form.exec(text) ?? []
    if (code === undefined) continue
    const before = text.slice(0, text.length - whole.length).trim()
    // The region may be a piece of its own, as in `CO, 80202`.
    const own = before === "" ? (segments[at - 1]?.text ?? "") : before
    const from = before === "" ? at - 1 : at
    const region = regions === null ? null : regionIn(own, regions)
    if (regions !== null && region === null && !(country === "CA" && before !== "")) continue
    const left = region === null ? before : region[0]
    const base = { postalCode: code, region: region?.[1] ?? null, countries: [country], isTold: true, to: at }
    if (regions === null && isCounty.test(left)) return { ...base, city: null, region: left, from: at }
    if (left !== "") return { ...base, city: left, from: region === null ? at : from }
    const first = region === null ? at : from
    return { ...base, city: null, from: first }
  }
  return null
}

const brazilian = /^(?:CEP:?\s*)?(?:([A-Z]{2})\s)?(\d{5}-\d{3})$/

/** `Belo Horizonte, MG, 30160-011`, and `São Paulo/SP`. */
const brazilianPlace = (segments: ReadonlyArray<Segment>, at: number): FoundPlace | null => {
  const [, own, code] = brazilian.exec(segments[at]!.text) ?? []
  if (code === undefined) return null
  const before = segments[at - 1]?.text ?? ""
  const base = { postalCode: code, countries: ["BR"], isTold: true, to: at }
  const [, city, state] = /^(.{2,40})[/-]([A-Z]{2})$/.exec(before) ?? []
  if (city !== undefined) return { ...base, city: city.trim(), region: state ?? null, from: at - 1 }
  if (/^[A-Z]{2}$/.test(before)) return { ...base, city: null, region: before, from: at - 1 }
  return { ...base, city: null, region: own ?? null, from: at }
}

/** A place with the code of a country that is named behind it, or whose page this is. */
const otherPlace = (segments: ReadonlyArray<Segment>, at: number, told: string | null): FoundPlace | null => {
  const country = /^Singapore \d{6}$/.test(segments[at]!.text) ? "SG" : told
  const form = codesBehindPlaces.get(country ?? "")
  if (country === null || form === undefined) return null
  const [, name, code] = /^(?:(\D{2,40}?)[\s–-]+)?(\d[\d ]{2,6})$/.exec(segments[at]!.text) ?? []
  if (code === undefined || !form.test(code)) return null
  const city = name === undefined ? null : cityAlone(name)
  return { city, region: null, postalCode: code, countries: [country], isTold: true, from: at, to: at }
}

/** The place that a piece ends with its code, or begins with it; `told` is the country that is named behind it. */
export const placeAt = (
  segments: ReadonlyArray<Segment>,
  at: number,
  language: string,
  told: string | null
): FoundPlace | null =>
  brazilianPlace(segments, at) ??
  behindPlace(segments, at) ??
  otherPlace(segments, at, told) ??
  beforePlace(segments, at, language)
