/** The list of brands that ships, from its lines. */
import type { BrandFacts } from "./mergeBrands.ts"

const orNull = (text: string): string | null => (text === "" ? null : text)

/** A line is a domain, a name, a rank and further names, each after a tab; what nobody knows is empty. */
const readLine = (line: string): BrandFacts => {
  const [domain = "", name = "", rank = "", ...aliases] = line.split("\t")
  return {
    domain,
    name: orNull(name),
    aliases,
    description: null,
    country: null,
    language: null,
    logo: null,
    rank: rank === "" ? null : Number(rank),
    symbols: [],
    ids: [],
    told: {},
    source: "shipped"
  }
}

/** Its entries, in its order. */
export const readBrandList = (text: string): ReadonlyArray<BrandFacts> =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map(readLine)
