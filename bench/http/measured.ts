/** Rounds of load on one server. */
import type { Child } from "../children.ts"
import { median } from "../measure.ts"
import type { CpuSeconds } from "./cpu.ts"
import type { LoadReport } from "./load.ts"

/** A server that is asked. */
export interface Asked {
  readonly port: number
  readonly cpuSeconds: () => Promise<CpuSeconds>
}

/** What one round told. */
export interface Measured extends LoadReport {
  /** Processor time of a request, in microseconds. */
  readonly micros: CpuSeconds
}

const path = "/v1/monitors/limits"

const connections = 32

/** One round: 32 connections, each asking again when it was answered. */
export const measured = async (
  load: Child,
  keys: ReadonlyArray<string>,
  { cpuSeconds, port }: Asked,
  millis: number
): Promise<Measured> => {
  const before = await cpuSeconds()
  const report = await load.call<LoadReport>("load", { port, path, keys, connections, millis })
  const after = await cpuSeconds()
  if (Object.keys(report.statuses).some((status) => status !== "200")) {
    throw new Error(`answered ${JSON.stringify(report.statuses)}`)
  }
  const microsOf = (part: keyof CpuSeconds) => ((after[part] - before[part]) / report.requests) * 1e6
  return { ...report, micros: { all: microsOf("all"), main: microsOf("main") } }
}

/** A server in a child process that answers `listen` and `cpuSeconds`. */
export const asked = async (child: Child, argument: unknown): Promise<Asked> => ({
  port: await child.call<number>("listen", argument),
  cpuSeconds: () => child.call<CpuSeconds>("cpuSeconds")
})

/** Requests a second, in the middle of the rounds. */
export const rateOfRounds = (rounds: ReadonlyArray<Measured>): number =>
  median(rounds.map(({ requests, seconds }) => requests / seconds))

/** Microseconds of a request, in the middle of the rounds. */
export const microsOfRounds = (rounds: ReadonlyArray<Measured>): CpuSeconds => ({
  all: median(rounds.map(({ micros }) => micros.all)),
  main: median(rounds.map(({ micros }) => micros.main))
})

/** The rounds in words. */
export const roundsNote = (name: string, rounds: ReadonlyArray<Measured>): string => {
  const of = (field: "p50Millis" | "p99Millis") => median(rounds.map((one) => one[field])).toFixed(2)
  const { all, main } = microsOfRounds(rounds)
  return `${name}: p50 ${of("p50Millis")} ms, p99 ${of("p99Millis")} ms, ${main.toFixed(0)} µs of the main thread and ${(all - main).toFixed(0)} of others each`
}
