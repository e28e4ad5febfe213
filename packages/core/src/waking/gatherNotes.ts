/** Notes that wait to be told to other processes: not many, and few of any one, so that nobody crowds out others. */

/** Most that wait. */
const most = 200

/** Most that wait of one who notes. */
const mostOfOne = 20

/** Gathers notes until they are taken or dropped. Of those beyond the bounds nothing is kept. */
export const gatherNotes = () => {
  const gathered = new Set<string>()
  const counts = new Map<string, number>()
  const drop = () => {
    gathered.clear()
    counts.clear()
  }
  return {
    /** Adds a note of somebody; whether it waits now. */
    add: (text: string, by: string): boolean => {
      if (gathered.has(text)) return true
      const count = counts.get(by) ?? 0
      if (gathered.size >= most || count >= mostOfOne) return false
      gathered.add(text)
      counts.set(by, count + 1)
      return true
    },
    take: (): ReadonlyArray<string> => {
      const taken = [...gathered]
      drop()
      return taken
    },
    drop,
    isEmpty: (): boolean => gathered.size === 0
  }
}
