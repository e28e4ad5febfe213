/** What a process reads of itself and of its storage when somebody asks for metrics. */
import { MemoryBudget, type MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { HostPauses } from "@kittiwake/core/internal/sharing/HostPauses"
import type { Backlog, Waiting } from "@kittiwake/core/measures/BacklogStore"
import { Measures } from "@kittiwake/core/measures/Measures"
import { SearchUpkeep } from "@kittiwake/core/search/Search"
import { type Measurement, Measurements } from "@kittiwake/http/metrics/Measurements"
import { Readiness, type ReadinessCheck } from "@kittiwake/http/system/Readiness"
import { Clock, Effect, Layer } from "effect"
import { version } from "./version.ts"

const ofBacklog = (backlog: Backlog, value: (waiting: Waiting) => number) => ({
  runs: value(backlog.runs),
  deliveries: value(backlog.deliveries),
  pages: value(backlog.pages)
})

const backlogMeasurements = ({ backlog }: Measures["Service"]): ReadonlyArray<Measurement> => [
  {
    name: "kittiwake_work_due",
    description: "Pieces of work of all organizations that are due and that no process has begun, 10000 at most.",
    type: "gauge",
    label: "work",
    values: Effect.map(backlog, (waits) => ofBacklog(waits, ({ due }) => due))
  },
  {
    name: "kittiwake_work_oldest_due_seconds",
    description: "For how long the first of them is due; pages of batches since their batch was made.",
    type: "gauge",
    label: "work",
    values: Effect.map(Effect.all([backlog, Clock.currentTimeMillis]), ([waits, now]) =>
      ofBacklog(waits, ({ since }) => (since === null ? 0 : Math.max(0, now - since.epochMilliseconds) / 1_000))
    )
  }
]

/** Of the index of what was read, all organizations together. */
const indexMeasurements = ({ size }: SearchUpkeep["Service"]): ReadonlyArray<Measurement> => [
  {
    name: "kittiwake_index_pages",
    description: "Pages in the index of what was read.",
    type: "gauge",
    label: null,
    values: Effect.map(size, ({ pages }) => ({ value: pages }))
  },
  {
    name: "kittiwake_index_text_bytes",
    description: "Bytes of their text, before it is compressed.",
    type: "gauge",
    label: null,
    values: Effect.map(size, ({ bytes }) => ({ value: bytes }))
  },
  {
    name: "kittiwake_index_oldest_seconds",
    description: "How long ago the page of them was read that was read longest ago; 0 where there are none.",
    type: "gauge",
    label: null,
    values: Effect.map(Effect.all([size, Clock.currentTimeMillis]), ([{ oldestReadAt }, now]) => ({
      value: oldestReadAt === null ? 0 : Math.max(0, now - oldestReadAt.epochMilliseconds) / 1_000
    }))
  }
]

const one = (
  name: string,
  description: string,
  value: () => number,
  type: Measurement["type"] = "gauge"
): Measurement => ({
  name,
  description,
  type,
  label: null,
  values: Effect.sync(() => ({ value: value() }))
})

const memoryMeasurements = (memory: MemoryCounter): ReadonlyArray<Measurement> => [
  one(
    "kittiwake_memory_budget_bytes",
    "What uploads, pages and answers may hold together.",
    () => memory.capacityBytes
  ),
  one("kittiwake_memory_held_bytes", "What they hold now.", () => memory.usedBytes),
  one("kittiwake_memory_short", "Whether calls are refused because the heap is nearly full.", () =>
    Number(memory.isShort)
  )
]

const processMeasurements: ReadonlyArray<Measurement> = [
  one("kittiwake_process_resident_memory_bytes", "Memory of the process.", () => process.memoryUsage.rss()),
  one(
    "kittiwake_process_cpu_seconds_total",
    "Time of the processor that the process and its threads took.",
    () => {
      const { system, user } = process.cpuUsage()
      return (system + user) / 1_000_000
    },
    "counter"
  ),
  {
    name: "kittiwake_info",
    description: "The version that runs.",
    type: "gauge",
    label: "version",
    values: Effect.sync(() => ({ [version]: 1 }))
  }
]

/** How many hosts rest, and no name of any. */
const restMeasurement = ({ throttling }: HostPauses["Service"]): Measurement => ({
  name: "kittiwake_hosts_resting",
  description: "Hosts that throttled and are left alone now, as far as this process knows.",
  type: "gauge",
  label: null,
  values: Effect.map(throttling, (hosts) => ({
    value: [...hosts.values()].filter(({ restMillis }) => restMillis > 0).length
  }))
})

/** What `GET /ready` looks at. */
const ofReadiness = (checks: ReadonlyArray<ReadinessCheck>): Measurement => ({
  name: "kittiwake_ready",
  description: "Whether a check of GET /ready passes.",
  type: "gauge",
  label: "check",
  values: Effect.map(
    Effect.forEach(
      checks,
      ({ check, name }) =>
        check.pipe(
          Effect.timeout(1_000),
          Effect.as(1),
          Effect.catchCause(() => Effect.succeed(0)),
          Effect.map((value) => [name, value] as const)
        ),
      { concurrency: "unbounded" }
    ),
    (values) => Object.fromEntries(values)
  )
})

/** The measurements of a process that serves HTTP. */
export const layer = Layer.effect(
  Measurements,
  Effect.gen(function* () {
    const { checks } = yield* Readiness
    return [
      ...backlogMeasurements(yield* Measures),
      ...indexMeasurements(yield* SearchUpkeep),
      ...memoryMeasurements(yield* MemoryBudget),
      restMeasurement(yield* HostPauses),
      ofReadiness(checks),
      ...processMeasurements
    ]
  })
)
