/**
 * One list of what several backends found.
 *
 * **Details.** Scores of backends cannot be compared, their orders can: each place gives `weight / (60 + place)`, and what several found
 * gains from each (reciprocal rank fusion). Spellings of one address are one page, told as the backend has it that puts it highest.
 */
import { parseUrl } from "../../security/domain/parseUrl.ts"
import { urlIdentity } from "../../web/domain/UrlIdentity.ts"
import { languagesOfCountry } from "./countryLanguages.ts"
import { hostOf } from "./indexTerms.ts"
import type { SearchHit } from "./SearchQuestion.ts"

/** What one backend found, best first. */
export interface RankedHits {
  readonly backend: string
  readonly weight: number
  readonly hits: ReadonlyArray<SearchHit>
}

/** A page that was found, and by whom. */
export interface FoundHit extends SearchHit {
  readonly backends: ReadonlyArray<string>
}

const flatness = 60

/** What a page of the country that is asked for gains. */
const countryGain = 0.1

/** One text for all spellings of an address, whether or not it is secure. */
const identityOf = (url: string): string => {
  const parsed = parseUrl(url)
  return parsed === null ? url : urlIdentity(parsed).replace(/^http:/, "https:")
}

const isOfCountry = (url: string, country: string): boolean => {
  const endings = country === "gb" ? ["uk", "gb"] : [country]
  const host = hostOf(url)
  if (endings.some((ending) => host.endsWith(`.${ending}`))) return true
  // English is read everywhere: that a page is in it says nothing of where it is from.
  const languages = languagesOfCountry(country).filter((language) => language !== "en")
  const first = parseUrl(url)?.pathname.split("/")[1]?.toLowerCase().split(/[-_]/)[0]
  return first !== undefined && languages.includes(first)
}

interface Merged {
  hit: SearchHit
  place: number
  score: number
  readonly backends: Set<string>
  readonly order: number
}

/** Best first, at most `count`. */
export const mergeHits = (
  lists: ReadonlyArray<RankedHits>,
  country: string | null,
  count: number
): ReadonlyArray<FoundHit> => {
  const pages = new Map<string, Merged>()
  for (const { backend, hits, weight } of lists) {
    const seen = new Set<string>()
    for (const hit of hits) {
      const identity = identityOf(hit.url)
      if (seen.has(identity)) continue
      const place = seen.size
      seen.add(identity)
      const gain = weight / (flatness + place + 1)
      const known = pages.get(identity)
      if (known === undefined) {
        pages.set(identity, { hit, place, score: gain, backends: new Set([backend]), order: pages.size })
        continue
      }
      known.score += gain
      known.backends.add(backend)
      const [better, other] = place < known.place ? [hit, known.hit] : [known.hit, hit]
      known.place = Math.min(place, known.place)
      known.hit = {
        url: better.url,
        title: better.title === "" ? other.title : better.title,
        description: better.description === "" ? other.description : better.description,
        publishedAt: better.publishedAt ?? other.publishedAt
      }
    }
  }
  const scoreOf = ({ hit, score }: Merged): number =>
    country !== null && isOfCountry(hit.url, country) ? score * (1 + countryGain) : score
  return [...pages.values()]
    .map((page) => ({ page, score: scoreOf(page) }))
    .sort((a, b) => b.score - a.score || a.page.place - b.page.place || a.page.order - b.page.order)
    .slice(0, count)
    .map(({ page: { backends, hit } }) => ({ ...hit, backends: [...backends] }))
}
