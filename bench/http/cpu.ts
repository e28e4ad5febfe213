/** Processor time that a server took so far, in seconds. */
export interface CpuSeconds {
  /** All threads. */
  readonly all: number
  /** The thread that answers; the rest is the writer's thread, garbage collection and compilation. */
  readonly main: number
}

const secondsOf = ({ system, user }: NodeJS.CpuUsage): number => (user + system) / 1e6

/** What this process took. */
export const cpuSeconds = (): CpuSeconds => ({
  all: secondsOf(process.cpuUsage()),
  main: secondsOf(process.threadCpuUsage())
})
