/** What is read when somebody asks for metrics, beside what was counted meanwhile. */
import { Context, type Effect } from "effect"

/** One thing that is read, with a value for each of what its label tells apart. */
export interface Measurement {
  /** Begins with `kittiwake_`; ends with the unit, and a counter with `_total`. */
  readonly name: string
  readonly description: string
  /** A counter only rises while the process lives. */
  readonly type: "gauge" | "counter"
  /** What the values are told apart by; null has one value, under any name. */
  readonly label: string | null
  /** The values by those of the label: words of ours, and never what comes from outside. A failure leaves the measurement out. */
  readonly values: Effect.Effect<Readonly<Record<string, number>>, unknown>
}

/** What an application has to be read, chosen by whoever composes it. */
export const Measurements = Context.Reference<ReadonlyArray<Measurement>>("@kittiwake/http/metrics/Measurements", {
  defaultValue: () => []
})
