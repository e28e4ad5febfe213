/** Normalized discounted cumulative gain of the first ten. */
const discounted = (gains: ReadonlyArray<number>): number =>
  gains.slice(0, 10).reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0)

/** From 0 to 1, which is the best order that there is. */
export const gainAt10 = (gains: ReadonlyMap<string, number>, hits: ReadonlyArray<string>): number => {
  const best = discounted([...gains.values()].sort((a, b) => b - a))
  return best === 0 ? 0 : discounted(hits.map((url) => gains.get(url) ?? 0)) / best
}
