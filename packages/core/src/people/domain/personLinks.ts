/** Links of a site that lead to the people who work there, or to one of them. */

import type { PageLink } from "../../pages/domain/PageLink.ts"
import { parseUrl } from "../../security/domain/parseUrl.ts"
import { linkSigns, pickLink, seenLinks } from "../../sites/domain/pickLink.ts"
import { type NameParts, nameRelation, partsSpelled } from "./personName.ts"

const team = linkSigns(
  [
    ...[
      "team",
      "our team",
      "the team",
      "meet the team",
      "people",
      "our people",
      "leadership",
      "leadership team",
      "staff"
    ],
    ...["management", "management team", "founders", "who we are", "authors", "our authors", "contributors", "faculty"],
    ...["unser team", "das team", "mitarbeiter", "mitarbeitende", "ansprechpartner", "geschäftsführung", "équipe"],
    ...[
      "notre équipe",
      "l'équipe",
      "equipo",
      "nuestro equipo",
      "nosotros",
      "il team",
      "chi siamo",
      "equipe",
      "nossa equipe"
    ],
    ...["ons team", "medewerkers", "vårt team", "medarbetare", "zespół", "команда", "会社概要", "チーム"]
  ],
  /\/(?:team|our-team|people|leadership|staff|management|founders|authors?|contributors|faculty|mitarbeiter|equipe|equipo|members)(?:[/.?]|$)/i
)

const about = linkSigns(
  [
    "about",
    "about us",
    "our story",
    "company",
    "über uns",
    "à propos",
    "sobre nosotros",
    "over ons",
    "om oss",
    "o nas"
  ],
  /\/(?:about(?:-?us)?|company|ueber-uns|uber-uns|a-propos|sobre-nosotros|over-ons|om-oss|o-nas)(?:[/.?]|$)/i
)

const isOfName = (parts: NameParts, { text, url }: PageLink): boolean => {
  const name = { fullName: text.slice(0, 100), firstName: null, lastName: null, otherNames: [] }
  if (text.length <= 60 && nameRelation(parts, name) === "same") return true
  const path = (parseUrl(url)?.pathname ?? "").toLowerCase()
  const words = path.split(/[^\p{L}\p{N}]+/u)
  return partsSpelled(parts).some(({ first, last }) => {
    const at = words.findIndex((_, index) => last.every((word, offset) => words[index + offset] === word))
    return at >= 0 && first.every((word) => words.includes(word))
  })
}

/** The page of one person: a link that is called so, or whose address is. */
export const linksToPerson = (
  links: ReadonlyArray<PageLink>,
  siteUrl: string,
  name: NameParts,
  most: number
): ReadonlyArray<string> =>
  seenLinks(links, siteUrl)
    .filter(({ isOfSite }) => isOfSite)
    .filter(({ label, url }) => isOfName(name, { text: label, url, nofollow: false }))
    .slice(0, most)
    .map(({ url }) => url)

/** The page of all of them, and the one that tells what the company is, where people often stand. */
export const linksToTeam = (links: ReadonlyArray<PageLink>, siteUrl: string): ReadonlyArray<string> => {
  const seen = seenLinks(links, siteUrl).filter(({ isOfSite }) => isOfSite)
  const found = [pickLink(team, seen), pickLink(about, seen)].filter((url) => url !== null)
  return [...new Set(found)]
}
