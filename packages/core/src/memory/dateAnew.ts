/** Replaces up to `limit` rows that `anew` has something for; tells how many. */
export const dateAnew = <K, V>(rows: Map<K, V>, limit: number, anew: (row: V) => V | null): number => {
  let dated = 0
  for (const [key, row] of rows) {
    if (dated >= limit) break
    const next = anew(row)
    if (next === null) continue
    rows.set(key, next)
    dated += 1
  }
  return dated
}
