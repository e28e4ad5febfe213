/** How batches look to a person. */
import { fields, table } from "../output.ts"
import { forOutput } from "./terminal.ts"

/** A batch as the API tells it, as far as it is shown. */
export interface ShownBatch {
  readonly id: string
  readonly status: string
  readonly mode: string
  readonly format: string
  readonly tags: ReadonlyArray<string>
  readonly crawl: { readonly source: { readonly url?: string; readonly domain?: string } } | null
  readonly input: {
    readonly reserved: number
    readonly reserved_is_ceiling: boolean
    readonly duplicates: number
    readonly invalid: number | null
  }
  readonly progress: { readonly succeeded: number; readonly failed: number; readonly pending: number }
  readonly credits: { readonly reserved: number; readonly net: number }
  readonly timing: {
    readonly created_at: string
    readonly started_at: string | null
    readonly completed_at: string | null
  }
  readonly page_errors: ReadonlyArray<{ readonly code: string; readonly count: number }>
  readonly failure: { readonly code: string; readonly message: string } | null
}

/** Whether nothing happens to a batch any more. */
export const hasEnded = ({ status }: Pick<ShownBatch, "status">): boolean =>
  status === "completed" || status === "cancelled" || status === "failed"

const readOf = ({ crawl }: Pick<ShownBatch, "crawl">): string =>
  crawl === null ? "a list" : (crawl.source.url ?? `the sitemap of ${crawl.source.domain}`)

/** `7 of 10`, or `7 of at most 10`. */
const doneOf = ({ input, progress }: ShownBatch): string =>
  `${progress.succeeded + progress.failed} of ${input.reserved_is_ceiling ? "at most " : ""}${input.reserved}`

/** Batches as a table. */
export const batchesText = (batches: ReadonlyArray<ShownBatch>): string =>
  table(
    ["id", "made", "status", "pages", "failed", "credits", "reads"],
    batches.map((batch) => [
      batch.id,
      batch.timing.created_at,
      batch.status,
      doneOf(batch),
      String(batch.progress.failed),
      String(batch.credits.net),
      forOutput(readOf(batch))
    ]),
    "No batches."
  )

const errorsText = ({ page_errors }: ShownBatch): string | null =>
  page_errors.length === 0 ? null : page_errors.map(({ code, count }) => `${count} ${code}`).join(", ")

/** A batch in full. */
export const batchText = (
  batch: ShownBatch & {
    readonly invalid_urls?: ReadonlyArray<{ readonly url: string; readonly reason: string }>
    readonly webhook_delivery_id?: string
  }
): string => {
  const invalid = batch.invalid_urls ?? []
  return [
    fields([
      ["id", batch.id],
      ["status", batch.failure === null ? batch.status : `${batch.status}: ${forOutput(batch.failure.message)}`],
      ["reads", forOutput(readOf(batch))],
      ["format", batch.format],
      ["pages", doneOf(batch)],
      ["failed", errorsText(batch) ?? "0"],
      [
        "which",
        hasEnded(batch) && batch.progress.failed > 0 ? `kittiwake batch results ${batch.id} --status error` : null
      ],
      ["left out", `${batch.input.duplicates} twice, ${batch.input.invalid ?? 0} not fetchable`],
      ["credits", `${batch.credits.net} of ${batch.credits.reserved} reserved`],
      ["tags", batch.tags.length === 0 ? null : batch.tags.map(forOutput).join(", ")],
      ["made", batch.timing.created_at],
      ["started", batch.timing.started_at],
      ["ended", batch.timing.completed_at],
      ["webhook", batch.webhook_delivery_id ?? null]
    ]),
    ...(invalid.length === 0
      ? []
      : [
          table(
            ["not fetchable", "why"],
            invalid.map(({ reason, url }) => [forOutput(url), reason]),
            ""
          )
        ])
  ].join("\n\n")
}

/** A batch as it was accepted, with the secret that no other answer tells. */
export const submittedText = (
  batch: Pick<ShownBatch, "id" | "input"> & { readonly webhook_secret?: string }
): string => {
  const { duplicates, invalid, reserved, reserved_is_ceiling } = batch.input
  const pages = `${reserved_is_ceiling ? "up to " : ""}${reserved} page${reserved === 1 ? "" : "s"}`
  const left = [duplicates > 0 ? `${duplicates} twice` : "", (invalid ?? 0) > 0 ? `${invalid} not fetchable` : ""]
  const besides = left.filter((text) => text !== "").join(", ")
  return [
    `Submitted ${batch.id}: ${pages}${besides === "" ? "" : ` (left out: ${besides})`}.`,
    ...(batch.webhook_secret === undefined
      ? []
      : [`Its events are signed with ${batch.webhook_secret}, shown only now.`])
  ].join("\n")
}

/** What is told of a batch that a submission found and did not make. */
export const thereAlready = ({ created_at, id }: { readonly id: string; readonly created_at: string }): string =>
  `This was submitted under the same --idempotency-key at ${created_at}: it is ${id}, and nothing was charged again.`

const width = 24

const bar = (part: number): string => {
  const full = Math.round(Math.min(1, Math.max(0, part)) * width)
  return `[${"#".repeat(full)}${".".repeat(width - full)}]`
}

const timeText = (seconds: number): string => {
  if (!Number.isFinite(seconds)) return "-"
  const whole = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60]
  return hours > 0 ? `${hours} h ${minutes} min` : minutes > 0 ? `${minutes} min ${rest} s` : `${rest} s`
}

/** After so long without a page it is said that none came: the time that is left would be a guess. */
const idleSeconds = 10

/** Since when a batch is looked at, with how many pages then, and for how long none has come. */
export interface Looked {
  readonly done: number
  readonly millis: number
  readonly idleMillis: number
}

/**
 * How far a batch has come: a bar, the pages, their rate since it was first looked at, and the time that is left, or for how long no page has
 * come.
 */
export const progressText = (batch: ShownBatch, since: Looked): string => {
  const { failed, pending, succeeded } = batch.progress
  const done = succeeded + failed
  const rate = ((done - since.done) * 1_000) / Math.max(since.millis, 1)
  const idle = Math.floor(since.idleMillis / 1_000)
  const left =
    idle >= idleSeconds && pending > 0
      ? `no page for ${timeText(idle)} (kittiwake doctor names sites that rest)`
      : `${rate > 0 ? timeText(pending / rate) : "-"} left`
  const errors = failed === 0 ? "" : `, ${failed} failed`
  return `${bar(done / Math.max(batch.input.reserved, 1))} ${doneOf(batch)}, ${rate.toFixed(1)}/s, ${left}${errors}`
}
