/** Of whom an article speaks, as far as what is known of it says. */
import { fold, joinedName } from "../../brands/domain/searchTerms.ts"
import { hashOf } from "./hashOf.ts"
import { type MatchLevel, type Mention, mergeMentions, mostMentions, surestFirst, weightOf } from "./NewsEntry.ts"
import { type FoundName, namesIn } from "./namesIn.ts"
import { isOrdinaryName } from "./ordinaryNames.ts"
import type { ReportedArticle } from "./ReportedArticle.ts"
import { isinsIn, sharesIn } from "./securities.ts"

/** What somebody is known by. @internal */
export const keyOf = {
  domain: (registered: string): number => hashOf(`d:${registered.toLowerCase()}`),
  name: (joined: string): number => hashOf(`n:${joined}`),
  /** A name that does what companies do. */
  acting: (joined: string): number => hashOf(`c:${joined}`),
  /** `$ACME`, which people write of shares that are traded in the United States. */
  cash: (ticker: string): number => hashOf(`$:${ticker.toUpperCase()}`),
  ticker: (exchange: string | null, ticker: string): number =>
    hashOf(`t:${exchange === null ? "" : `${exchange}:`}${ticker.toUpperCase()}`),
  isin: (isin: string): number => hashOf(`i:${isin.toUpperCase()}`)
}

/** Characters from which a title's end is not its subject, and a text's beginning is over. */
const limits = { subject: 0.5, beginning: 200 } as const

/** How sure a name is of which somebody else says that it stands in the text. */
const said = 0.4

/** How sure a name is that stands in a title, near its beginning or behind it, and in the text. */
const sureness = {
  subject: { whole: 0.85, beginning: 0.6, inside: 0.3 },
  title: { whole: 0.7, beginning: 0.5, inside: 0.3 },
  text: { whole: 0.5, beginning: 0.35, inside: 0.25 }
} as const

const mention = (key: number, level: MatchLevel, confidence: number): Mention => ({
  key,
  weight: weightOf(level, confidence)
})

/** Names that are ordinary words need to act to be told from them: `keysOfCompany`. */
const ofName = ({ acts, name }: FoundName, level: MatchLevel, confidence: number): ReadonlyArray<Mention> => [
  mention(keyOf.name(name), level, confidence),
  ...(acts && isOrdinaryName(name) ? [mention(keyOf.acting(name), level, confidence)] : [])
]

const ofTitle = (found: FoundName): ReadonlyArray<Mention> => {
  const { part, place } = found
  const isSubject = place <= limits.subject && part !== "inside"
  return ofName(
    found,
    isSubject ? "primary" : "secondary",
    sureness[place <= limits.subject ? "subject" : "title"][part]
  )
}

const ofShares = (text: string, from: number): ReadonlyArray<Mention> =>
  sharesIn(text).flatMap(({ at, exchange, ticker }) => {
    const isNear = from + at <= limits.beginning
    const [level, confidence] = isNear ? (["primary", 0.95] as const) : (["secondary", 0.8] as const)
    // A sign of money before letters may mean other things.
    if (exchange === null) {
      return [mention(keyOf.ticker(null, ticker), level, 0.6), mention(keyOf.cash(ticker), level, 0.6)]
    }
    return [
      mention(keyOf.ticker(exchange, ticker), level, confidence),
      mention(keyOf.ticker(null, ticker), level, confidence)
    ]
  })

/** What an article says in words of others' sites: `acme.com` and *Acme*. */
const labelOf = (registered: string): string => fold(registered.split(".")[0] ?? "").replace(/[^\p{L}\p{N}]/gu, "")

/**
 * Keys of all that an article names, each once and as sure as its surest place.
 *
 * @internal
 */
export const mentionsOf = (article: ReportedArticle): ReadonlyArray<Mention> => {
  const { about = [], excerpt, labels, linkedDomains, source, title, type } = article
  const inTitle = namesIn(title, excerpt ?? "")
  const inText = namesIn(excerpt ?? "")
  const titled = new Set(inTitle.filter(({ part }) => part !== "inside").map(({ name }) => name))
  const own = type === "press_release" || type === "regulatory_filing" ? 0.95 : source.isDirect ? 0.7 : 0.5
  const text = excerpt ?? ""
  const all = mergeMentions(
    [mention(keyOf.domain(source.domain), "primary", own)],
    linkedDomains.map((domain) =>
      titled.has(labelOf(domain))
        ? mention(keyOf.domain(domain), "primary", 0.9)
        : mention(keyOf.domain(domain), "secondary", 0.6)
    ),
    about.map((name) => mention(keyOf.name(joinedName(name)), "secondary", said)),
    labels.flatMap((label) => ofShares(label, 0)),
    ofShares(title, 0),
    ofShares(text, 0),
    isinsIn(`${title} ${text} ${labels.join(" ")}`).map(({ isin }) => mention(keyOf.isin(isin), "primary", 0.95)),
    inTitle.flatMap(ofTitle),
    inText.flatMap((one) => ofName(one, "secondary", sureness.text[one.part]))
  )
  return surestFirst(all).slice(0, mostMentions)
}
