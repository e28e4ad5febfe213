/** Shows, by what the process asks of the system, that nothing is acknowledged before it is synced. */

import { spawnSync } from "node:child_process"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { needing } from "../../../../test/setup/needs.ts"
import type { Synchronous } from "../src/messages.ts"
import { temporaryDirectory } from "./databases.ts"
import { holdInProcess } from "./processes.ts"

const timeout = 60_000

const hasStrace = spawnSync("strace", ["-V"]).status === 0

/** What the process did to the log and to its output, in order. */
type Step =
  | { readonly what: "wrote" | "synced" }
  /** A number that was printed as acknowledged. */
  | { readonly what: "told"; readonly n: number }

const stepOf = (line: string): ReadonlyArray<Step> => {
  if (line.includes("kittiwake.db-wal>")) {
    if (/\b(?:pwrite64|write|pwritev|writev)\(/.test(line)) return [{ what: "wrote" }]
    if (/\b(?:fsync|fdatasync)\(/.test(line)) return [{ what: "synced" }]
  }
  const told = /\bwrite\(1<[^>]*>, "(\d+)\\n"/.exec(line)
  return told === null ? [] : [{ what: "told", n: Number(told[1]) }]
}

/** The numbers that were told while something of the log was written and not synced. */
const toldTooEarly = (steps: ReadonlyArray<Step>): ReadonlyArray<number> => {
  let isSynced = true
  const early: Array<number> = []
  for (const step of steps) {
    if (step.what === "told") {
      if (!isSynced) early.push(step.n)
    } else isSynced = step.what === "synced"
  }
  return early
}

/** Writes 50 secrets under a trace of what the system is asked. */
const traced = (synchronous: Synchronous) =>
  Effect.gen(function* () {
    const directory = yield* temporaryDirectory
    const trace = join(directory, "trace")
    const calls = "trace=write,writev,pwrite64,pwritev,fsync,fdatasync"
    const holder = yield* holdInProcess(join(directory, "data"), "write", {
      synchronous,
      under: ["strace", "-f", "-y", "-qq", "-s", "64", "-e", calls, "-o", trace]
    })
    yield* holder.printed(51)
    yield* holder.kill
    const lines = (yield* Effect.promise(() => readFile(trace, "utf8"))).split("\n")
    return lines.flatMap(stepOf)
  }).pipe(Effect.scoped)

describe("what is acknowledged", needing({ strace: hasStrace }), () => {
  it.live(
    "was synced before",
    () =>
      Effect.gen(function* () {
        const steps = yield* traced("full")
        const told = steps.flatMap((step) => (step.what === "told" ? [step.n] : []))
        assert.isAtLeast(told.length, 50)
        assert.isAtLeast(steps.filter(({ what }) => what === "wrote").length, 50)
        assert.deepStrictEqual(toldTooEarly(steps), [])
      }),
    timeout
  )

  it.live(
    "was not where that was asked for, which this check can tell",
    () =>
      Effect.gen(function* () {
        assert.isAtLeast(toldTooEarly(yield* traced("off")).length, 40)
      }),
    timeout
  )
})
