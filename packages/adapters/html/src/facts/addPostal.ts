/** The parts of a postal address that stands on lines or between commas, where its postal code says that it is one. */
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

/** Adds the parts of the address that the lines have; tells whether they have one. */
export const addPostal = (lines: ReadonlyArray<string>, context: string, collector: FactCollector): boolean => {
  // Town, region and code stand on one line; others are parted by commas.
  const parts = lines.flatMap((line) =>
    line.length > maxLine ? [] : line.replace(/,\s(?=[A-Z]{2}\s\d{5}\b)/u, "\u0000").split(/\s*,\s*/)
  )
  for (const [at, written] of parts.entries()) {
    const part = written.replace("\u0000", ", ")
    const found = lasts.map((last) => last.exec(part)?.groups).find((groups) => groups !== undefined)
    const before = parts[at - 1] ?? ""
    if (found === undefined || !street.test(before)) continue
    const { code = "", region = "", town = "" } = found
    const quote = `${before}, ${part}`
    const said = [
      ["address", quote],
      ["address streetAddress", before],
      ["address postalCode", code],
      ["address addressLocality", town],
      ["address addressRegion", region]
    ] as const
    for (const [name, value] of said) if (value !== "") collector.add({ name, value, source: "pair", context, quote })
    return true
  }
  return false
}
