/** Shuts a world in: what asks the machine for the time, for dice or for a later turn has another history each time. */

/** Where the machine answers what is not the same each time. */
const ways: ReadonlyArray<readonly [owner: object, names: ReadonlyArray<string>]> = [
  [Math, ["random"]],
  [Date, ["now"]],
  [performance, ["now"]],
  [crypto, ["getRandomValues", "randomUUID"]],
  [globalThis, ["setTimeout", "setInterval", "setImmediate", "queueMicrotask"]],
  // It is a method of the next.
  [process.hrtime, ["bigint"]],
  [process, ["nextTick", "hrtime", "cpuUsage", "memoryUsage"]]
]

type Method = (...args: ReadonlyArray<unknown>) => unknown

/** Calls `run`, which must be done when it returns, and `told` with each way out that is taken meanwhile. */
export const enclosed = (run: () => unknown, told: (what: string) => void): void => {
  const opened: Array<() => void> = []
  for (const [owner, names] of ways) {
    for (const name of names) {
      const own = Object.getOwnPropertyDescriptor(owner, name)
      const usual = Reflect.get(owner, name) as Method
      const watched = function (this: unknown, ...args: ReadonlyArray<unknown>) {
        told(name)
        return Reflect.apply(usual, this, args)
      }
      // What it has of its own stays with it.
      const value = Object.assign(watched, usual)
      Object.defineProperty(owner, name, { value, configurable: true, writable: true })
      opened.push(() => {
        if (own === undefined) Reflect.deleteProperty(owner, name)
        else Object.defineProperty(owner, name, own)
      })
    }
  }
  try {
    run()
  } finally {
    for (const open of opened) open()
  }
}
