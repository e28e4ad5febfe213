/** How popular brands are, in tiers that grow fourfold, so that a search which goes from one to the next reads little. */

/** The last rank of each tier but the last, which has the rest. */
const tierEnds = [1_000, 4_000, 16_000, 64_000, 256_000] as const

/** Stands for a rank that nobody told, after every other. */
export const unranked = 2_147_483_647

/** The rank as it is sorted by. */
export const sortedRank = (rank: number | null): number => rank ?? unranked

/** The tier of a rank. */
export const tierOf = (rank: number | null): number => {
  const tier = tierEnds.findIndex((end) => sortedRank(rank) <= end)
  return tier < 0 ? tierEnds.length : tier
}

type Stages = ReadonlyArray<ReadonlyArray<number>>

/** Tiers that are read together, most popular first: each time there are fewer who read on. */
const stages: { readonly exact: Stages; readonly withTypos: Stages } = {
  exact: [[0], [1, 2], [3, 4], [5]],
  // Reading costs more than asking again.
  withTypos: [[0], [1, 2], [3], [4], [5]]
}

/** The stages of a search that tolerates so many typos. */
export const stagesOf = (typos: number): Stages => (typos === 0 ? stages.exact : stages.withTypos)

/** Every tier. */
export const allTiers: ReadonlyArray<number> = stages.exact.flat()

interface Ranked {
  readonly domain: string
  readonly rank: number | null
}

/** Most popular first; what nobody told apart, by domain. */
export const byPopularity = (a: Ranked, b: Ranked): number => {
  const difference = sortedRank(a.rank) - sortedRank(b.rank)
  return difference !== 0 ? difference : a.domain < b.domain ? -1 : a.domain > b.domain ? 1 : 0
}
