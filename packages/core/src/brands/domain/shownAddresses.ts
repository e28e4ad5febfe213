/**
 * Postal addresses that a page shows as text: in its footer, its imprint, among its ways to get in touch.
 *
 * **Details.** A place with its postal code, or with the name of its country behind it, is looked for; then the street that stands
 * before it. What is not written is not told, but for the country: its code's form tells it, or leaves several of which what the page
 * dials, its domain or its language names one. Each piece is looked at a fixed number of times, so that time grows with the text alone.
 */
import { countryOfSite } from "../../extraction/domain/countries.ts"
import { countryAmong, countryIn, dialledIn, type PageOrigin } from "./addressCountry.ts"
import { type Segment, segmentsOf } from "./addressSegments.ts"
import type { BrandAddress } from "./BrandProfile.ts"
import { japaneseAddress } from "./japaneseAddress.ts"
import { addressOf } from "./linkedFacts.ts"
import { cityAlone, type FoundPlace, placeAt } from "./placeText.ts"
import { isCounty } from "./postalForms.ts"
import { cutText, textLimits } from "./SiteFact.ts"
import { type FoundStreet, saysStreet, streetEndingAt } from "./streetText.ts"

/** An address, and what stands before it. */
export interface ShownAddress {
  readonly address: BrandAddress
  readonly before: string
}

/** Addresses of one page, and characters and lines before one that may say whose it is. */
const most = { addresses: 12, before: 200, linesBefore: 3 } as const

/** Where the name of a country stands behind a place: in the next piece, or behind that of a region. */
const countryBehind = (segments: ReadonlyArray<Segment>, at: number, language: string) => {
  for (const next of [at + 1, at + 2]) {
    const segment = segments[next]
    if (segment === undefined || segment.line - segments[at]!.line > next - at) return null
    const country = countryIn(segment.text, language)
    if (country !== null) return { country, at: next }
    if (cityAlone(segment.text) === null) return null
  }
  return null
}

/** What a sentence says before a place. */
const inSentence = /^.{0,60}\b(?:in|at|near|from)\s(?=\p{Lu})/u

/** `12 Main St Denver`: the street ends with a word for one. */
const parted = (text: string): { readonly street: string | null; readonly city: string | null } => {
  const [, street, city] =
    /^(\d{1,5}[a-z]?\s.{2,40}?\s(?:street|st|avenue|ave|road|rd|lane|ln|drive|dr|boulevard|blvd|way|court|ct|square|place|pl|parkway|pkwy|highway|hwy)\.?)\s(\p{Lu}.{1,40})$/iu.exec(
      text
    ) ?? []
  if (street !== undefined && city !== undefined) return { street, city: cityAlone(city) }
  return { street: null, city: cityAlone(text) }
}

/** The street before a place, its name where it stands in a piece of its own, and a county. */
const streetBefore = (segments: ReadonlyArray<Segment>, place: FoundPlace) => {
  const { city, from } = place
  const near = (at: number) => (segments[from]?.line ?? 0) - (segments[at]?.line ?? -9) <= 3
  if (city !== null) {
    const street = streetEndingAt(segments, from - 1)
    if (street !== null) return { city, region: place.region, street }
    // A part of the town stands between them.
    const beyond =
      cityAlone(segments[from - 1]?.text ?? "") !== null && near(from - 2) ? streetEndingAt(segments, from - 2) : null
    return { city, region: place.region, street: beyond }
  }
  const name = segments[from - 1]?.text ?? ""
  const hasCounty = place.region === null && isCounty.test(name) && near(from - 2)
  const cityAt = hasCounty ? from - 2 : from - 1
  const whole = parted(name)
  if (whole.street !== null && whole.city !== null) {
    return { city: whole.city, region: place.region, street: { street: whole.street, from: from - 1 } }
  }
  const found = near(cityAt) ? cityAlone((segments[cityAt]?.text ?? "").replace(inSentence, "")) : null
  const region = hasCounty ? name : place.region
  if (found === null) return { city: null, region, street: null }
  const next = streetEndingAt(segments, cityAt - 1)
  const isBeyond = next === null && near(cityAt - 2) && cityAlone(segments[cityAt - 1]?.text ?? "") !== null
  return { city: found, region, street: next ?? (isBeyond ? streetEndingAt(segments, cityAt - 2) : null) }
}

interface Found {
  readonly address: BrandAddress
  readonly from: number
  readonly to: number
}

interface Reading {
  readonly segments: ReadonlyArray<Segment>
  readonly origin: PageOrigin
  readonly numbersOf: ReadonlySet<string>
}

const yearForm = /^(?:19|20)\d\d$/

/** A number before a name, and a name before what may be a year, are a street where they say so alone. */
const isDoubtful = (street: string, code: string | null): boolean =>
  (/^\d/.test(street) || yearForm.test(code ?? "")) && !saysStreet(street)

/** `2024 Berlin`: what begins so is a year, unless a street with its house stands right before it. */
const isYear = (segments: ReadonlyArray<Segment>, at: number): boolean =>
  /^(?:19|20)\d\d\s/.test(segments[at]?.text ?? "") && !/\d/.test(streetEndingAt(segments, at - 1)?.street ?? "")

/** What may be a year before nobody knows which town, and a street that says nothing of being one before four digits of nobody knows which country, are two numbers with names. */
const isNobodys = (street: string, code: string | null, country: string | null): boolean =>
  country === null && (yearForm.test(code ?? "") || (/^\d{4}$/.test(code ?? "") && !saysStreet(street)))

const codedAt = ({ numbersOf, origin, segments }: Reading, at: number): Found | null => {
  const behind = countryBehind(segments, at, origin.language)
  const place = placeAt(segments, at, origin.language, behind?.country ?? countryOfSite(origin.url))
  if (place === null || isYear(segments, place.from)) return null
  // `124 Mill Green, Dublin 2, Ireland`: three digits are a code in other countries, and a house here.
  if (behind !== null && !place.countries.includes(behind.country)) return null
  const inPiece = place.city === null ? { street: null, city: null } : parted(place.city.replace(inSentence, ""))
  if (place.city !== null && inPiece.city === null) return null
  const { city, region, street } =
    inPiece.street === null
      ? streetBefore(segments, { ...place, city: inPiece.city })
      : { city: inPiece.city, region: place.region, street: { street: inPiece.street, from: place.from } }
  if (street !== null && !place.isTold && isDoubtful(street.street, place.postalCode)) return null
  // Four or five digits before a name are an address with a street alone, or with a country.
  if (city === null || (street === null && !place.isTold && behind === null)) return null
  // `Sydney 2000, Australia` may have been games.
  if (street === null && (place.countries[0] === "AU" || yearForm.test(place.postalCode ?? ""))) return null
  const told = place.isTold ? (place.countries[0] ?? null) : (behind?.country ?? null)
  const country = told ?? countryAmong(place.countries, origin, numbersOf)
  if (street !== null && isNobodys(street.street, place.postalCode, country)) return null
  const isTurkish = country === "TR" && city.includes("/")
  const address = addressOf({
    street: cutText(street?.street, textLimits.address),
    city: isTurkish ? city.slice(city.lastIndexOf("/") + 1) : city.replace(/^Dublin \d.*$/, "Dublin"),
    region,
    postalCode: place.postalCode,
    country,
    language: "en"
  })
  const from = Math.min(street?.from ?? place.from, city === place.city ? place.from : place.from - 1)
  return address === null ? null : { address, from: Math.max(0, from), to: Math.max(place.to, behind?.at ?? 0) }
}

/** `12 South Main Street, Wexford, Ireland`: a street, a place and a country, without a code. */
const namedAt = ({ origin, segments }: Reading, at: number): Found | null => {
  const city = cityAlone(segments[at]?.text ?? "")
  if (city === null || countryIn(city, origin.language) !== null) return null
  const street: FoundStreet | null = streetEndingAt(segments, at - 1)
  if (street === null || !saysStreet(street.street) || (segments[at]?.line ?? 0) - (segments[at - 1]?.line ?? -9) > 1)
    return null
  const behind = countryBehind(segments, at, origin.language)
  if (behind === null) return null
  const region = behind.at === at + 2 ? (segments[at + 1]?.text ?? null) : null
  const { country } = behind
  const address = addressOf({ street: street.street, city, region, postalCode: null, country, language: "en" })
  return address === null ? null : { address, from: street.from, to: behind.at }
}

const japaneseAt = ({ segments }: Reading, at: number): Found | null => {
  const found = japaneseAddress(segments[at]!.written)
  const address = found === null ? null : addressOf({ ...found, country: "JP", language: "en" })
  return address === null ? null : { address, from: at, to: at }
}

/** What stands before an address, back to the last one. */
const beforeOf = (segments: ReadonlyArray<Segment>, from: number, end: number): string => {
  const line = segments[from]?.line ?? 0
  const pieces = segments
    .slice(Math.max(end, from - 12), from + 1)
    .filter((one) => line - one.line <= most.linesBefore)
    .map(({ written }) => written)
  return pieces.join(" ").slice(-most.before)
}

/** The addresses of a page, in their order. */
export const shownAddresses = (lines: ReadonlyArray<string>, origin: PageOrigin): ReadonlyArray<ShownAddress> => {
  const segments = segmentsOf(lines)
  const reading = { segments, origin, numbersOf: dialledIn(lines) }
  const found: Array<ShownAddress> = []
  let end = 0
  for (let at = 0; at < segments.length && found.length < most.addresses; at += 1) {
    const { text, written } = segments[at]!
    if (text === "") continue
    const one = /\d/.test(written) ? (japaneseAt(reading, at) ?? codedAt(reading, at)) : null
    const address = one ?? namedAt(reading, at)
    if (address === null) continue
    found.push({ address: address.address, before: beforeOf(segments, address.from, end) })
    end = address.to + 1
    at = address.to
  }
  return found
}
