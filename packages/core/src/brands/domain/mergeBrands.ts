/** What is known of a brand when more is told. Threads without `effect` use this. */
import type { BrandEntry, BrandSource, FieldTeller, ToldBy, ToldField } from "./BrandEntry.ts"

/** An entry but for the moment at which it was told. */
export type BrandFacts = Omit<BrandEntry, "updatedAt">

/** What a brand's own site says outdoes what lists say of it. */
const weight: Readonly<Record<BrandSource, number>> = { shipped: 0, imported: 1, read: 2 }

type Weights = Readonly<Record<FieldTeller, number>>

const usual: Weights = {
  ...{ read: 9, imported: 8, wikidata: 7, gleif: 5, sec: 4, shipped: 1 },
  ...{ tranco: 0, majestic: 0, umbrella: 0 }
}

/**
 * Who is believed of a field. Registers know a company by its legal name, which few call it by. How popular a brand is, sites do not
 * say; of lists that rank, their ranks are not of one measure, so that one list goes before another and not the better rank.
 */
const weightsOf: Readonly<Record<ToldField, Weights>> = {
  name: { ...usual, shipped: 6 },
  description: usual,
  country: usual,
  language: usual,
  logo: usual,
  rank: { ...usual, read: 8, wikidata: 0, gleif: 0, sec: 0, tranco: 7, majestic: 6, umbrella: 5 }
}

const fields = Object.keys(weightsOf) as ReadonlyArray<ToldField>

const mostOf = { aliases: 20, symbols: 50, ids: 20 } as const

/** The entry with who told each of its fields, where that is not said yet: all of them were told by its source, at this moment. */
export const withTellers = <A extends BrandFacts>(facts: A, atMillis: number): A => {
  const told: { [F in ToldField]?: { readonly by: FieldTeller; readonly atMillis: number } } = {}
  for (const field of fields) {
    if (facts[field] !== null) told[field] = facts.told[field] ?? { by: facts.source, atMillis }
  }
  return { ...facts, told }
}

const keyOf = (one: object | string): string =>
  typeof one === "string" ? one : JSON.stringify(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))

const joined = <A extends object | string>(
  strong: ReadonlyArray<A>,
  weak: ReadonlyArray<A>,
  most: number
): ReadonlyArray<A> => {
  const all = new Map([...strong, ...weak].map((one) => [keyOf(one), one]))
  return [...all.values()].slice(0, most)
}

/** Whether a list that told of one company at this domain now tells of another, such as one of its products. */
const isOfAnother = (known: BrandFacts, told: BrandFacts): boolean =>
  told.ids.some(({ code, kind }) => {
    const same = known.ids.filter((id) => id.kind === kind)
    return same.length > 0 && !same.some((id) => id.code === code)
  })

const isWeightier = (field: ToldField, known: BrandFacts, told: BrandFacts): boolean => {
  const [was, is] = [known.told[field], told.told[field]]
  if (told[field] === null || is === undefined) return false
  return known[field] === null || was === undefined || weightsOf[field][is.by] >= weightsOf[field][was.by]
}

const isShipped = ({ source, told }: BrandFacts): boolean =>
  source === "shipped" && fields.every((field) => (told[field]?.by ?? "shipped") === "shipped")

/** A symbol that names no exchange goes where the same ticker is known with one. */
const withoutVague = (symbols: BrandFacts["symbols"]): BrandFacts["symbols"] =>
  symbols.filter(
    ({ code, exchange, kind }) =>
      kind !== "ticker" ||
      exchange !== null ||
      !symbols.some((other) => other.kind === kind && other.code === code && other.exchange !== null)
  )

/**
 * One entry of two, each with its tellers. What comes from whoever is believed more, or later from an equal one, wins field by field,
 * and what it does not say stays. A list that tells of a second company at one domain adds its symbols and nothing else. A shipped
 * list replaces what an older one said whole.
 */
export const mergeBrands = (known: BrandFacts, told: BrandFacts): BrandFacts => {
  if (isShipped(known) && isShipped(told)) return { ...told, ids: joined(known.ids, told.ids, mostOf.ids) }
  const [strong, weak] = weight[told.source] >= weight[known.source] ? [told, known] : [known, told]
  const taken: { -readonly [F in ToldField]: BrandFacts[F] } = {
    ...{ name: known.name, description: known.description, country: known.country },
    ...{ language: known.language, logo: known.logo, rank: known.rank }
  }
  const tellers: { -readonly [F in keyof ToldBy]: ToldBy[F] } = { ...known.told }
  const isAnother = isOfAnother(known, told)
  for (const field of fields) {
    if (isAnother || !isWeightier(field, known, told)) continue
    Object.assign(taken, { [field]: told[field] })
    tellers[field] = told.told[field]
  }
  return {
    domain: known.domain,
    ...taken,
    aliases: isAnother ? known.aliases : joined(strong.aliases, weak.aliases, mostOf.aliases),
    symbols: withoutVague(joined(strong.symbols, weak.symbols, 2 * mostOf.symbols)).slice(0, mostOf.symbols),
    ids: joined(known.ids, told.ids, mostOf.ids),
    told: tellers,
    source: strong.source
  }
}
