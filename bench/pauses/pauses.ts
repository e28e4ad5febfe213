/** How long the embedded database lets somebody wait at worst, against a bare loop that commits together what arrives together. */
import { loadavg } from "node:os"
import { usualLimits } from "../../packages/adapters/sqlite/src/checkpoints.ts"
import { startChild } from "../children.ts"
import { interleaved, median } from "../measure.ts"
import { type BenchOptions, type Finding, tell } from "../report.ts"
import { type StoragePlace, startProduct, storageEnv, withStorage } from "../storages.ts"
import type { Spread, WritingOptions, WritingReport } from "./writing.ts"

/** Who writes at the same time. Of the second, two commits and more are always owed, and each holds hundreds of calls. */
const crowds = [64, 1_000] as const

/** A page of the database with its head in the log. */
const frameBytes = 4_096 + 24

/**
 * Largest that the log may become: twice what it is copied at although somebody waits. What a reader holds back is tried
 * again long before that, and no reader holds on to the log.
 */
const maxLogBytes = 2 * usualLimits.busyFrames * frameBytes

/** Copies without which a round says nothing of them. */
const leastCopies = 3

const checked = (report: WritingReport): WritingReport => {
  if (report.logBytes > maxLogBytes) {
    throw new Error(`the log grew to ${report.logBytes} bytes, of which ${maxLogBytes} are allowed`)
  }
  if (report.copies < leastCopies) throw new Error(`the log was copied ${report.copies} times only`)
  return report
}

const worst = (reports: ReadonlyArray<WritingReport>, valueOf: (report: WritingReport) => number): number =>
  Math.max(...reports.map(valueOf))

const middle = (reports: ReadonlyArray<WritingReport>, valueOf: (report: WritingReport) => number): number =>
  median(reports.map(valueOf))

const spreadNote = (reports: ReadonlyArray<WritingReport>, of: "writes" | "reads"): string => {
  const field = (name: keyof Spread) => middle(reports, (report) => report[of][name])
  return `${of} p50 ${field("p50").toFixed(2)} ms, p99 ${field("p99").toFixed(2)} ms, max ${worst(reports, (report) => report[of].max).toFixed(1)} ms`
}

const note = (name: string, reports: ReadonlyArray<WritingReport>): string =>
  `${name}: ${spreadNote(reports, "writes")}; ${spreadNote(reports, "reads")}; longest silence ` +
  `${worst(reports, ({ longestSilenceMillis }) => longestSilenceMillis).toFixed(1)} ms, log copied ` +
  `${reports.reduce((sum, { copies }) => sum + copies, 0)} times, at most ${(worst(reports, ({ logBytes }) => logBytes) / 1e6).toFixed(1)} MB`

const findingsOf = (
  writers: number,
  { bare, ours }: Readonly<Record<"bare" | "ours", ReadonlyArray<WritingReport>>>
): ReadonlyArray<Finding> => {
  const row = (
    what: string,
    unit: "ms" | "MB" | undefined,
    valueOf: (reports: ReadonlyArray<WritingReport>) => number
  ): Finding => ({
    what: `${what} by ${writers} at once on SQLite`,
    target: null,
    ours: valueOf(ours),
    yardstick: valueOf(bare),
    ...(unit === undefined ? {} : { unit }),
    notes: []
  })
  return [
    {
      ...row("durable writes", undefined, (all) => middle(all, ({ done, seconds }) => done / seconds)),
      notes: [note("ours", ours), note("bare", bare), `load of the machine ${loadavg()[0]!.toFixed(1)}`]
    },
    row("p99 of a durable write", "ms", (all) => middle(all, ({ writes }) => writes.p99)),
    row("longest durable write", "ms", (all) => worst(all, ({ writes }) => writes.max)),
    row("longest pause while the log is copied, written", "ms", (all) =>
      worst(all, ({ longestCopyMillis }) => longestCopyMillis)
    ),
    row("p99 of a read beside writes", "ms", (all) => middle(all, ({ reads }) => reads.p99)),
    row("longest read beside writes", "ms", (all) => worst(all, ({ reads }) => reads.max)),
    row("largest log, written", "MB", (all) => worst(all, ({ logBytes }) => logBytes) / 1e6)
  ]
}

const runOn = async (place: StoragePlace, { isQuick }: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const ours = await startProduct(new URL("./product.ts", import.meta.url), await place.empty())
  const bare = await startChild(new URL("./bare.ts", import.meta.url), storageEnv(await place.empty()))
  await Promise.all([ours.call("open"), bare.call("open")])
  const findings: Array<Finding> = []
  for (const writers of crowds) {
    tell(`pauses on ${place.label}: ${writers} write at once`)
    const options: WritingOptions = { writers, millis: isQuick ? 4_000 : 10_000 }
    const contenders = {
      bare: () => bare.call<WritingReport>("round", options),
      ours: () => ours.call<WritingReport>("round", options).then(checked)
    }
    findings.push(
      ...findingsOf(writers, await interleaved<"bare" | "ours", WritingReport>(isQuick ? 2 : 4, contenders))
    )
  }
  await Promise.all([ours.end(), bare.end()])
  return findings
}

/** On the embedded database alone: a server of Postgres has checkpoints of its own. */
export const pauses = (options: BenchOptions): Promise<ReadonlyArray<Finding>> =>
  withStorage("SQLite", options.databaseUrl, (place) => runOn(place, options))
