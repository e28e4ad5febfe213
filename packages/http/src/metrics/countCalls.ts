/** Counts calls and how long they took, by operation and never by anything that a caller writes. */
import { type Context, Metric } from "effect"
import type { LoggedOperation } from "../access.ts"
import type { ExchangeState } from "../Exchange.ts"

/** What paths are counted as that no operation has, and those that take no key. */
const otherName = "other"

/** Of status codes the first digit is told; what nobody waited for any more is 4xx, as the log has it. */
const classes = ["1xx", "2xx", "3xx", "4xx", "5xx"] as const

/** From answers that are at hand to the longest deadline of a call. */
const boundariesSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

const metricsOf = (operation: string) => ({
  durations: Metric.histogram("kittiwake_http_request_duration_seconds", {
    description: "Time until calls were answered, by operation.",
    attributes: { operation },
    boundaries: boundariesSeconds
  }),
  counters: classes.map((status) =>
    Metric.counter("kittiwake_http_requests_total", {
      description: "Calls that were answered, by operation and class of status.",
      incremental: true,
      attributes: { operation, status }
    })
  )
})

const classOf = (status: number): number => Math.min(Math.max(Math.trunc(status / 100), 1), classes.length) - 1

/** Gives a function that counts a call once it is answered, into the registry of `context`. */
export const countCalls = (context: Context.Context<never>) => {
  const known = new Map<LoggedOperation | null, ReturnType<typeof metricsOf>>()
  return ({ operation, startedAtMillis }: ExchangeState, status: number, nowMillis: number): void => {
    const found = known.get(operation) ?? metricsOf(operation?.name ?? otherName)
    known.set(operation, found)
    found.counters[classOf(status)]!.updateUnsafe(1, context)
    found.durations.updateUnsafe(Math.max(0, nowMillis - startedAtMillis) / 1_000, context)
  }
}
