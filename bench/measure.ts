/** What rounds of a bench are boiled down to. */

/** One round: how much was done in how long, and the processor time it took, all threads together. */
export interface Round {
  readonly done: number
  readonly seconds: number
  readonly cpuSeconds: number
  /** The part of it that the main thread took; the rest is the writer's thread, garbage collection and compilation. */
  readonly mainSeconds: number
}

/** The value in the middle. */
export const median = (values: ReadonlyArray<number>): number => percentile(values, 0.5)

/** The smallest value that `share` of the values do not exceed. */
export const percentile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** Done in a second. */
export const rateOf = ({ done, seconds }: Round): number => done / seconds

/** Processor time of one piece, in microseconds. */
export const costOf = ({ cpuSeconds, done }: Round): number => (cpuSeconds / done) * 1e6

/** Measures `work`, which tells how much it did, in this process. */
export const timed = async (work: () => Promise<number>): Promise<Round> => {
  const cpu = process.cpuUsage()
  const main = process.threadCpuUsage()
  const began = performance.now()
  const done = await work()
  const seconds = (performance.now() - began) / 1e3
  const [all, own] = [process.cpuUsage(cpu), process.threadCpuUsage(main)]
  return { done, seconds, cpuSeconds: (all.user + all.system) / 1e6, mainSeconds: (own.user + own.system) / 1e6 }
}

/** Runs each contender once a round, one after the other, so that a busy moment of the machine strikes all of them. */
export const interleaved = async <Name extends string, A>(
  rounds: number,
  contenders: { readonly [N in Name]: () => Promise<A> }
): Promise<Record<Name, Array<A>>> => {
  const names = Object.keys(contenders) as Array<Name>
  const found = Object.fromEntries(names.map((name) => [name, [] as Array<A>])) as Record<Name, Array<A>>
  for (let round = 0; round < rounds; round++) {
    for (const name of names) found[name].push(await contenders[name]())
  }
  return found
}
