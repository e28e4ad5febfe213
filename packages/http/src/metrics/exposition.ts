/** What was counted and what is read now, in the text format of Prometheus. */
import { cachedWhilePassed } from "@kittiwake/core/internal/passedCache"
import { Duration, Effect, Exit, Metric } from "effect"
// By its own name: the rest of that folder sends metrics elsewhere, and would be loaded at every start.
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import type { Measurement } from "./Measurements.ts"

/** Longest time that a measurement may take; one that hangs is left out. */
const measurementTimeout = Duration.seconds(2)

/** However many collect, what is read is read once in this time. */
const measurementsLast = Duration.seconds(10)

/** Whatever else a program that embeds us counts is its own. */
const ours = /^kittiwake_/

type Values = Readonly<Record<string, number>>

/** The values of a measurement; null when it failed. */
const taken = ({ name, values }: Measurement): Effect.Effect<Values | null> =>
  values.pipe(
    Effect.timeout(measurementTimeout),
    Effect.catchCause((cause) => Effect.as(Effect.logWarning(`metrics: ${name} cannot be read`, cause), null))
  )

const show = ({ description, label, name, type }: Omit<Measurement, "values">, values: Values) =>
  Effect.forEach(
    Object.entries(values),
    ([value, amount]) => {
      const attributes = label === null ? {} : { [label]: value }
      return type === "gauge"
        ? Metric.update(Metric.gauge(name, { description, attributes }), amount)
        : Metric.update(Metric.counter(name, { description, attributes }), amount)
    },
    { discard: true }
  )

const failures: Omit<Measurement, "values"> = {
  name: "kittiwake_measurement_failed",
  description: "Whether a measurement is missing here because it could not be taken; the log says why.",
  type: "gauge",
  label: "measurement"
}

/**
 * Gives the effect that writes all of it.
 *
 * **Details.** What is read goes into a registry of that moment, beside what was counted, so that a measurement which fails is absent and
 * never an old value.
 */
export const makeExposition = Effect.fnUntraced(function* (measurements: ReadonlyArray<Measurement>) {
  const all = Effect.forEach(
    measurements,
    (measurement) => Effect.map(taken(measurement), (values) => ({ measurement, values })),
    {
      concurrency: "unbounded"
    }
  )
  const current = yield* cachedWhilePassed(all, (exit) => (Exit.isSuccess(exit) ? measurementsLast : Duration.zero))
  return Effect.gen(function* () {
    const read = yield* current
    const counted = [...(yield* Metric.MetricRegistry)].filter(([, { id }]) => ours.test(id))
    return yield* Effect.gen(function* () {
      for (const { measurement, values } of read) if (values !== null) yield* show(measurement, values)
      yield* show(
        failures,
        Object.fromEntries(read.map(({ measurement, values }) => [measurement.name, values === null ? 1 : 0]))
      )
      return yield* PrometheusMetrics.format()
    }).pipe(
      Effect.provideService(Metric.MetricRegistry, new Map(counted)),
      Effect.provideService(Metric.CurrentMetricAttributes, {})
    )
  })
})
