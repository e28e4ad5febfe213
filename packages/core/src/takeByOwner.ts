/** Who of those that wait goes along when not all can: owners one after the other, and each one's in their order. */

/** Takes up to `max` out of what waits, where one owner's hundreds leave room for another's one. */
export const takeByOwner = <A>(waiting: Array<A>, max: number, ownerOf: (one: A) => string): ReadonlyArray<A> => {
  if (waiting.length <= max) return waiting.splice(0)
  const lines = [...Map.groupBy(waiting, ownerOf).values()]
  const taken = new Set<A>()
  for (let place = 0; taken.size < max; place++) {
    for (const line of lines) {
      const one = line[place]
      if (one !== undefined && taken.size < max) taken.add(one)
    }
  }
  waiting.splice(0, waiting.length, ...waiting.filter((one) => !taken.has(one)))
  return [...taken]
}
