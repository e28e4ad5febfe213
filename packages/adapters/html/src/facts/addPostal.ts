/** The parts of a postal address that stands on lines or between commas, where its postal code says that it is one. */
import { countryNamed } from "@kittiwake/core/internal/extraction/domain/countries"
import { labelIn } from "@kittiwake/core/internal/extraction/domain/labelIn"
import type { FactCollector } from "./FactCollector.ts"

/** Longest line of an address. */
const maxLine = 80

const town = String.raw`(?<town>\p{Lu}[\p{L}\p{M}'’. -]{1,40}?)`

/** How a last line has the postal code: before the town in most of Europe, behind it in English. */
const lasts: ReadonlyArray<RegExp> = [
  new RegExp(String.raw`^(?:[A-Z]{1,2}[-–]\s?)?(?<code>\d{4,5})\s${town}$`, "u"),
  new RegExp(String.raw`^(?<code>\d{4}\s?[A-Z]{2})\s${town}$`, "u"),
  new RegExp(String.raw`^${town},?\s(?<region>[A-Z]{2})\s(?<code>\d{5}(?:-\d{4})?|[A-Z]\d[A-Z]\s?\d[A-Z]\d)$`, "u"),
  new RegExp(String.raw`^${town},?\s(?<code>[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2})$`, "u")
]

/** A street has a number before or behind its name. */
const street =
  /^(?:\d{1,5}[a-zA-Z]?(?:\s?[-–/]\s?\d{1,5}[a-zA-Z]?)?,?\s\p{L}[\p{L}\p{M}'’.\- ]{2,50}|\p{Lu}[\p{L}\p{M}'’.\- ]{2,50}\s\d{1,5}\s?[a-zA-Z]?(?:\s?[-–/]\s?\d{1,5}\s?[a-zA-Z]?)?)$/u

/** A part of a house, which stands behind its street. */
const inHouse =
  /^(?:(?:suite|ste|apt|apartment|unit|floor|fl|room|rm|building|bldg)\.?\s\p{L}?\d{0,5}\p{L}?|\d{1,3}(?:st|nd|rd|th)\sfloor|\d{1,2}\.\s(?:stock|etage|og))$/iu

/** What an address is called where it stands on one line. */
const called = /(?:address|adresse|anschrift|dirección|direccion|indirizzo|adres|adress|endereço|morada)(?!\p{L})/iu

/** Codes of two letters are those of regions too. */
const isCountry = (text: string, language: string): boolean =>
  /^(?:\p{L}{3}|UK$)/u.test(text) && countryNamed(text, language) !== null

/** Town, region and code stand together; other parts of a line are parted by commas. */
const partsOf = (line: string): ReadonlyArray<string> =>
  line.length > maxLine
    ? []
    : line
        .replace(/,\s(?=[A-Z]{2}\s(?:\d{5}\b|[A-Z]\d[A-Z]\s?\d[A-Z]\d\b))/u, "\u0000")
        .split(/\s*,\s*/)
        .map((part) => part.replace("\u0000", ", "))

/** The point that ends a sentence, and not that of `U.K.` or of `St.` */
const fullStop = /(?<=[\p{Ll}\p{Nd}]{3}|[\p{Lu}\p{Nd}]{2})\.$/u

/** What a sentence says ahead of an address: `Visit us at`. */
const ahead = /^\p{Lu}[\p{Ll}'’]*(?:\s\p{Ll}+){1,4}\sat\s(?=[\p{Lu}\p{Nd}])/u

/** A line without its label. */
interface Line {
  readonly text: string
  /** Whether a label says that all of it is an address. */
  readonly isCalled: boolean
}

const lineOf = (line: string): Line => {
  const said = labelIn(line)
  return {
    text: (said?.value ?? line).replace(ahead, "").replace(fullStop, ""),
    isCalled: said !== undefined && called.test(said.label)
  }
}

/** Where an address is told, and in which language. */
interface Told {
  readonly context: string
  readonly language: string
}

/** Adds the parts of the address that the lines have; tells whether they have one. */
export const addPostal = (
  lines: ReadonlyArray<string>,
  { context, language }: Told,
  collector: FactCollector
): boolean => {
  const add = (quote: string, said: ReadonlyArray<readonly [name: string, value: string]>) => {
    for (const [name, value] of said) if (value !== "") collector.add({ name, value, source: "pair", context, quote })
  }
  const all = lines.map(lineOf).flatMap((line) => partsOf(line.text).map((part) => ({ part, line })))
  for (const [at, { line, part }] of all.entries()) {
    const found = lasts.map((last) => last.exec(part)?.groups).find((groups) => groups !== undefined)
    const [above = "", before = "", behind = ""] = [all[at - 2], all[at - 1], all[at + 1]].map((one) => one?.part)
    const whole = inHouse.test(before) && street.test(above) ? `${above}, ${before}` : before
    if (found === undefined || !(street.test(before) || whole !== before)) continue
    const { code = "", region = "", town = "" } = found
    const country = isCountry(behind, language) ? behind : ""
    const known = [whole, part, country].filter((one) => one !== "").join(", ")
    // What a label calls an address is one to its end: a floor or a county behind the town belongs to it.
    const first = whole === before ? at - 1 : at - 2
    const isOnLine = line.isCalled && all[first]?.line === line
    const rest = all.slice(first).filter((one) => one.line === line)
    const address = isOnLine ? rest.map((one) => one.part).join(", ") : known
    add(address, [
      ["address", address],
      ["address streetAddress", whole],
      ["address postalCode", code],
      ["address addressLocality", town],
      ["address addressRegion", region],
      ["address addressCountry", country]
    ])
    return true
  }
  // Of others the street is sure where they are called so, and the rest is not.
  const [line = "", another] = lines
  const said = another === undefined ? labelIn(line) : undefined
  if (said === undefined || !called.test(said.label)) return false
  const [first = "", ...more] = partsOf(said.value)
  if (more.length > 0 && street.test(first)) add(line, [["address streetAddress", first]])
  return false
}
