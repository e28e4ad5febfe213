/** Whether two places may be one, as exactly as both are known. */
import { wordsOf } from "../../brands/domain/searchTerms.ts"
import { countryNamed } from "../../extraction/domain/countries.ts"
import type { PersonClues } from "./PersonClues.ts"
import type { Place } from "./PersonRecord.ts"

/** What agrees, and whether what both say of the city or the country differs. */
export interface PlaceRelation {
  readonly city: boolean
  readonly region: boolean
  readonly country: boolean
  readonly differs: "no" | "city" | "country"
}

const plain = (text: string | null): string => (text === null ? "" : wordsOf(text.slice(0, 200)).join(" "))

const holds = (text: string, part: string): boolean => part !== "" && ` ${text} `.includes(` ${part} `)

/** Cities by other names of theirs. */
const alike: ReadonlyArray<ReadonlyArray<string>> = [
  ["wien", "vienna"],
  ["munchen", "munich"],
  ["koln", "cologne"],
  ["zurich", "zuerich"],
  ["new york", "new york city", "nyc"],
  ["roma", "rome"],
  ["milano", "milan"],
  ["praha", "prague"],
  ["lisboa", "lisbon"],
  ["kobenhavn", "copenhagen"],
  ["warszawa", "warsaw"],
  ["geneve", "geneva", "genf"],
  ["bruxelles", "brussels", "brussel"],
  ["san francisco", "sf", "san francisco bay area"]
]

const namesOf = (city: string): ReadonlyArray<string> => alike.find((names) => names.includes(city)) ?? [city]

const lastPart = (display: string | null): string | null => display?.split(",").at(-1)?.trim() ?? null

/** The country of a place, where it is said or stands behind the last comma. */
export const countryOf = (place: Place): string | null => {
  if (place.countryCode !== null) return place.countryCode
  const said = place.country === null ? null : countryNamed(place.country, "en")
  const last = lastPart(place.display)
  // Two letters behind a comma are as often a state.
  return said ?? (last === null || last.length === 2 ? null : countryNamed(last, "en"))
}

/** How a place fits one that is asked for. */
export const placeRelation = (asked: PersonClues["location"], said: Place): PlaceRelation => {
  const wholly = [said.display, said.city, said.region, said.country].map(plain).join(" | ")
  const city = plain(asked.city)
  const isThere = city !== "" && namesOf(city).some((name) => holds(wholly, name))
  const region = holds(wholly, plain(asked.region))
  const askedCountry = asked.country === null ? null : countryNamed(asked.country, "en")
  const saidCountry = countryOf(said)
  const country =
    (askedCountry !== null && askedCountry === saidCountry) ||
    (saidCountry === null && holds(wholly, plain(asked.country)))
  const differs =
    askedCountry !== null && saidCountry !== null && askedCountry !== saidCountry
      ? "country"
      : city !== "" && said.city !== null && !isThere
        ? "city"
        : "no"
  return { city: isThere, region, country, differs }
}
