/** What a company is known by in news, and how much each says that it is meant. */
import type { BrandEntry } from "../../brands/domain/BrandEntry.ts"
import { withoutLegalForm } from "../../brands/domain/companyName.ts"
import { joinedName, wordsOf } from "../../brands/domain/searchTerms.ts"
import type { Entity } from "./Entity.ts"
import { keyOf } from "./mentionsOf.ts"
import { isOrdinaryName } from "./ordinaryNames.ts"

interface Wanted {
  readonly key: number
  readonly factor: number
}

/** What a key is worth: what was asked for, what the index says of whom that is, and what many are called. */
const factors = { asked: 1_000, known: 950, name: 900, acting: 800, vague: 600, ordinary: 450 } as const

/** Exchanges of whose shares people write `$ACME`. */
const american: ReadonlySet<string> = new Set(["NASDAQ", "NYSE", "AMEX"])

/** Names of a company that are looked for. */
const mostNames = 8

/** A name by its words and without its legal form; one that is an ordinary word, or short, may mean others. */
const keysOfName = (name: string, factor: number): ReadonlyArray<Wanted> => {
  const short = withoutLegalForm(name)
  return [...new Set([name, ...(short === null ? [] : [short])])].flatMap((one) => {
    const joined = joinedName(one)
    if (joined === "") return []
    const isOrdinary = isOrdinaryName(joined)
    const isVague = wordsOf(one).length === 1 && (isOrdinary || joined.length < 3)
    return [
      { key: keyOf.name(joined), factor: isVague ? Math.min(factor, factors.ordinary) : factor },
      // Such words that act mean somebody, though not always this one.
      ...(isOrdinary && factor > factors.acting ? [{ key: keyOf.acting(joined), factor: factors.acting }] : [])
    ]
  })
}

/** Everything that the index of brands says a company is called. */
const keysOfBrand = ({ aliases, domain, name, symbols }: BrandEntry): ReadonlyArray<Wanted> => [
  { key: keyOf.domain(domain), factor: factors.known },
  ...[...(name === null ? [] : [name]), ...aliases].slice(0, mostNames).flatMap((one) => keysOfName(one, factors.name)),
  ...symbols.flatMap(({ code, exchange, kind }) =>
    kind === "isin"
      ? [{ key: keyOf.isin(code), factor: factors.known }]
      : [
          { key: keyOf.ticker(exchange, code), factor: exchange === null ? factors.vague : factors.known },
          ...(exchange !== null && american.has(exchange) ? [{ key: keyOf.cash(code), factor: factors.known }] : [])
        ]
  )
]

/**
 * Keys that find news of an entity: of what was asked, and of the brand that it is where the index knows one.
 *
 * @internal
 */
export const keysOfCompany = (
  entity: Entity,
  domain: string | null,
  brand: BrandEntry | null,
  most: number
): ReadonlyArray<Wanted> => {
  const asked: ReadonlyArray<Wanted> =
    entity._tag === "Name"
      ? keysOfName(entity.name, factors.asked)
      : entity._tag === "Ticker"
        ? [{ key: keyOf.ticker(entity.exchange, entity.ticker), factor: factors.asked }]
        : entity._tag === "Isin"
          ? [{ key: keyOf.isin(entity.isin), factor: factors.asked }]
          : []
  const ofDomain =
    domain === null
      ? []
      : [{ key: keyOf.domain(domain), factor: entity._tag === "Domain" ? factors.asked : factors.known }]
  // Nobody says what is at this domain: what it is called is a guess.
  const label = domain === null || brand !== null || entity._tag !== "Domain" ? "" : (domain.split(".")[0] ?? "")
  const guessed = label.length < 4 ? [] : keysOfName(label, factors.vague)
  const best = new Map<number, Wanted>()
  for (const one of [...asked, ...ofDomain, ...(brand === null ? [] : keysOfBrand(brand)), ...guessed]) {
    if ((best.get(one.key)?.factor ?? 0) < one.factor) best.set(one.key, one)
  }
  return [...best.values()].slice(0, most)
}
