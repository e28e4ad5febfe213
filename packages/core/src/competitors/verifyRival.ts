/** Whether somebody who was named competes: its first page says what it is. */
import { Effect } from "effect"
import { isParked } from "../brands/domain/isParked.ts"
import { nameKey } from "../brands/domain/titleParts.ts"
import type { SiteWords } from "../industries/domain/SiteWords.ts"
import { siteHost } from "../sites/domain/SiteScope.ts"
import type { Competitor } from "./domain/Competitor.ts"
import { isAgainst } from "./domain/findingsOfPage.ts"
import { likeness, vectorOf } from "./domain/likeness.ts"
import { isListingSite } from "./domain/listingSites.ts"
import { firstSentence, saidDescription } from "./domain/marketField.ts"
import { isReseller, kinOf } from "./domain/relatedCompanies.ts"
import { isReviewing } from "./domain/reviewSites.ts"
import { type FindingKind, weighCandidate } from "./domain/weighCandidate.ts"
import type { Candidate, Looking } from "./nameRivals.ts"
import type { ReadChosen } from "./readChosen.ts"
import { metadataOf, namesOf, saidOf, textOf } from "./readCompany.ts"

const kindsOf = ({ findings }: Candidate): ReadonlySet<FindingKind> => new Set(findings.map(({ kind }) => kind))

/** Sites that set many beside the company and never themselves speak of others, as lists of reviews do. */
const isTeller = ({ candidates }: Looking, key: string): boolean => {
  let told = 0
  for (const { findings } of candidates.values()) {
    if (findings.some(({ kind, teller }) => teller === key && (kind === "listed" || kind === "compared"))) told += 1
  }
  return told > 1
}

/** How a site speaks of itself. */
const ownWords = ({ description, headings, title }: SiteWords): string => [title, description, headings].join("\n")

/** Reads the first page of a candidate, and keeps it when it competes. */
export const verifyRival = Effect.fnUntraced(function* (looking: Looking, read: ReadChosen, candidate: Candidate) {
  const { company } = looking
  const listed = isListingSite(candidate.key) && !isListingSite(company.key)
  if (listed || (!kindsOf(candidate).has("theirs") && isTeller(looking, candidate.key))) return
  const page =
    (yield* read(candidate.url)) ??
    (candidate.url.startsWith("https:") ? yield* read(`http:${candidate.url.slice("https:".length)}`) : null)
  if (page === null) {
    const { confidence, points } = weighCandidate(candidate.findings, null)
    if (confidence === null || candidate.said === "") return
    looking.competitors.set(candidate.key, {
      points,
      competitor: {
        name: candidate.name,
        domain: siteHost(candidate.url) ?? candidate.key,
        url: candidate.url,
        description: firstSentence(candidate.said),
        confidence,
        sourceUrls: [...candidate.sourceUrls]
      }
    })
    return
  }
  const { finalUrl } = page.capture
  const key = looking.siteKey(finalUrl)
  // A name that led to the company itself is another of its names.
  if (key === company.key || (isListingSite(key) && !isListingSite(company.key))) return
  const names = namesOf(page, candidate.key)
  if (names.some((name) => company.isTarget(name))) return
  const words = saidOf([page])
  const { text } = words
  const shown = textOf(page)
  // Whoever has left, or never came, competes with nobody.
  const facts = { textLength: shown.markdown.length }
  if (isParked({ title: shown.title, text, finalUrl, domain: candidate.key, facts })) return
  // Whose trade it is to set others beside each other competes with who does likewise, or whom the company itself sets beside it.
  const reviews = isReviewing(ownWords(words)) && !isReviewing(ownWords(saidOf(company.pages)))
  if (reviews && !kindsOf(candidate).has("own")) return
  const keys = [...names, candidate.name].map(nameKey)
  const theirKin = kinOf(text, metadataOf(page).jsonLd ?? [])
  if (keys.some((one) => company.kin.has(one)) || company.names.some((name) => theirKin.has(nameKey(name)))) return
  if (!kindsOf(candidate).has("own") && isReseller(text, company.mention)) return
  if (isAgainst(shown, company.isTarget, names, true)) {
    candidate.findings.push({ kind: "theirs", url: finalUrl, teller: key })
    candidate.sourceUrls.add(finalUrl)
  }
  const alike = likeness(company.vector, vectorOf(words, [...names, candidate.name]))
  const { confidence, points } = weighCandidate(candidate.findings, alike)
  if (confidence === null) return
  const description = saidDescription(words)
  const competitor: Competitor = {
    name: names.find((name) => nameKey(name) === nameKey(candidate.name)) ?? names[0] ?? candidate.name,
    domain: siteHost(finalUrl) ?? key,
    url: finalUrl,
    description: description === "" ? firstSentence(candidate.said) : description,
    confidence,
    sourceUrls: [...candidate.sourceUrls]
  }
  const known = looking.competitors.get(key)
  if (known === undefined || known.points < points) looking.competitors.set(key, { competitor, points })
})
