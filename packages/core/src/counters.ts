/** Counters of what happens, for whoever watches an installation. */
import { Effect, Metric } from "effect"

/** What is counted, and by what it is told apart. */
export interface CounterOptions<Value extends string> {
  readonly name: string
  readonly description: string
  readonly label: string
  readonly values: ReadonlyArray<Value>
}

/**
 * A counter for each value that a label can have.
 *
 * **Details.** The values are named in advance: no address, id or word from outside can become one, whatever is asked and read.
 */
export const countersBy = <const Value extends string>(options: CounterOptions<Value>) => {
  const { description, label, name, values } = options
  const counters: ReadonlyMap<Value, Metric.Counter<number>> = new Map(
    values.map((value) => [
      value,
      Metric.counter(name, { description, incremental: true, attributes: { [label]: value } })
    ])
  )
  return {
    /** Shows them all at zero: what begins with its first event has no rate at that event. */
    begin: Effect.forEach([...counters.values()], (counter) => Metric.update(counter, 0), { discard: true }),
    count: (value: Value, by = 1): Effect.Effect<void> => Metric.update(counters.get(value)!, by)
  }
}
