/** Counts pieces of work as they are done, and waits for a number of them. */
export const makeTally = () => {
  let done = 0
  let waiting: { readonly until: number; readonly resolve: () => void } | undefined
  return {
    count: () => done,
    add: (count: number) => {
      done += count
      if (waiting === undefined || done < waiting.until) return
      waiting.resolve()
      waiting = undefined
    },
    /** Resolves when `count` more are done than now. */
    more: (count: number) =>
      new Promise<void>((resolve) => {
        waiting = { until: done + count, resolve }
      }),
    /** Resolves when nothing was added for two seconds. */
    rest: async () => {
      for (let before = -1; before !== done; ) {
        before = done
        await new Promise((resolve) => setTimeout(resolve, 2_000))
      }
    }
  }
}
