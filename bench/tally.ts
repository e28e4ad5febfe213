/** Counts pieces of work as they are done, and waits for a number of them. */
export const makeTally = () => {
  let done = 0
  let waiting: { readonly until: number; readonly resolve: () => void } | undefined
  return {
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
      })
  }
}
