/** How long this process's main thread kept whatever came next waiting. */
import { monitorEventLoopDelay } from "node:perf_hooks"

/** In milliseconds, since the last look. */
export interface ThreadDelay {
  readonly p99: number
  readonly longest: number
}

const resolution = 10

/** Begins to watch; each look tells what was since the one before. */
export const watchThread = (): (() => ThreadDelay) => {
  const histogram = monitorEventLoopDelay({ resolution })
  histogram.enable()
  const millis = (nanos: number) => Math.max(0, nanos / 1e6 - resolution)
  return () => {
    const seen = { p99: millis(histogram.percentile(99)), longest: millis(histogram.max) }
    histogram.reset()
    return seen
  }
}
