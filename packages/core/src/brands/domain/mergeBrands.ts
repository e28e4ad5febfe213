/** What is known of a brand when more is told. Threads without `effect` use this. */
import type { BrandEntry, BrandSource } from "./BrandEntry.ts"

/** An entry but for the moment at which it was told. */
export type BrandFacts = Omit<BrandEntry, "updatedAt">

/** What a brand's own site says outdoes what lists say of it. */
const weight: Readonly<Record<BrandSource, number>> = { shipped: 0, imported: 1, read: 2 }

const mostOf = { aliases: 20, symbols: 20 } as const

const joined = <A>(strong: ReadonlyArray<A>, weak: ReadonlyArray<A>, most: number): ReadonlyArray<A> => {
  const all = new Map([...strong, ...weak].map((one) => [JSON.stringify(one), one]))
  return [...all.values()].slice(0, most)
}

/**
 * One entry of two. What comes from the better source, or later from an equal one, wins field by field, and what it does not say
 * stays. How popular a brand is, sites do not say: the later list does. A shipped list replaces what an older one said whole.
 */
export const mergeBrands = (known: BrandFacts, told: BrandFacts): BrandFacts => {
  if (known.source === "shipped" && told.source === "shipped") return told
  const [strong, weak] = weight[told.source] >= weight[known.source] ? [told, known] : [known, told]
  const rank = told.source === "shipped" ? (known.rank ?? told.rank) : (told.rank ?? known.rank)
  return {
    domain: known.domain,
    name: strong.name ?? weak.name,
    aliases: joined(strong.aliases, weak.aliases, mostOf.aliases),
    description: strong.description ?? weak.description,
    country: strong.country ?? weak.country,
    language: strong.language ?? weak.language,
    logo: strong.logo ?? weak.logo,
    rank,
    symbols: joined(strong.symbols, weak.symbols, mostOf.symbols),
    source: strong.source
  }
}
