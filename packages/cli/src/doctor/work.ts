/** What the doctor says about work that is due: beside Postgres there may be nobody who does it. */
import type { Waiting } from "@kittiwake/core/measures/BacklogStore"
import { type UntakenWork, untakenWork } from "@kittiwake/postgres/internal/untakenWork"
import * as PgClient from "@kittiwake/postgres/PgClient"
import { DateTime, Duration, Effect } from "effect"
import type { Settings } from "../config.ts"
import { absent, broken, type Finding, ok } from "./Finding.ts"
import { isServed } from "./surroundings.ts"

const subject = "work"

/** A worker takes what is due within seconds, and one that was just started too. */
const patience = Duration.minutes(1)

const kinds = [
  ["runs", "run"],
  ["deliveries", "delivery"],
  ["batches", "batch"]
] as const

const listed = (words: ReadonlyArray<string>): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`

const age = (millis: number): string => {
  const minutes = Math.floor(millis / 60_000)
  if (minutes < 120) return minutes === 1 ? "a minute" : `${minutes} minutes`
  return minutes < 2_880 ? `${Math.floor(minutes / 60)} hours` : `${Math.floor(minutes / 1_440)} days`
}

const mend =
  "Start one with these settings: kittiwake worker. Where one runs, its log and its GET /ready say what keeps it."

/**
 * What is due for longer than a worker lets it wait is told; it is nobody's where nothing at all is under way. Where nothing is
 * served either, all is stopped, and what waits keeps nobody from starting it.
 */
export const workFinding = (work: UntakenWork, now: DateTime.Utc, served: boolean): Finding => {
  const millisOf = ({ since }: Waiting) => (since === null ? 0 : now.epochMilliseconds - since.epochMilliseconds)
  const late = kinds.filter(([kind]) => millisOf(work[kind]) >= Duration.toMillis(patience))
  if (late.length === 0) return ok(subject, "nothing that is due waits for a worker")
  const counts = late.map(
    ([kind, one]) => `${work[kind].due.toLocaleString("en")} ${work[kind].due === 1 ? one : kind}`
  )
  const oldest = age(Math.max(...late.map(([kind]) => millisOf(work[kind]))))
  const text = `${listed(counts)} due, the oldest for ${oldest}`
  if (work.isUnderWay) return ok(subject, `${text}; workers are at it`)
  const nobody = `${text}, and nobody takes them: no worker runs, or none can work`
  return served ? broken(subject, nobody, mend) : absent(subject, nobody, mend)
}

/** Work that waits; null beside an embedded database, where whoever has it open does it. */
export const work = (settings: Settings): Effect.Effect<Finding | null> => {
  const { storage } = settings
  if (storage._tag === "Embedded") return Effect.succeed(null)
  return Effect.gen(function* () {
    return workFinding(yield* untakenWork, yield* DateTime.now, yield* isServed(settings))
  }).pipe(
    Effect.provide(PgClient.layer({ url: storage.url, poolSize: 1, connectTimeout: Duration.seconds(5) })),
    // That the database does not answer, or has no tables yet, is told where it is looked at.
    Effect.catchCause(() => Effect.succeed(null))
  )
}
