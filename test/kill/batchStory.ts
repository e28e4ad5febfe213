/** One batch of each kind: what is asked, what becomes of it, and what must have come of it at last. */
import { createHash } from "node:crypto"
import { Batches } from "@kittiwake/core/batches/Batches"
import type { BatchIntake } from "@kittiwake/core/batches/domain/Batch"
import type { NewBatch, Submission } from "@kittiwake/core/batches/NewBatch"
import { IdempotencyKey } from "@kittiwake/core/idempotency/domain/IdempotencyKey"
import type { Organization } from "@kittiwake/core/organizations/domain/Organization"
import { Clock, Duration, Effect, Stream } from "effect"
import { pruneBatches } from "../../packages/core/src/batches/endBatches.ts"
import { makeSettle } from "../../packages/core/src/batches/settleBatches.ts"
import { gateName } from "../endToEnd/Site.ts"
import type { Journal } from "./Beat.ts"
import type { Outside } from "./story.ts"
import { pageOf } from "./targets.ts"
import { until } from "./until.ts"

type Told = "batch.completed" | "batch.cancelled" | "batch.failed"

export interface BatchStory {
  /** Names of the pages that are sent, in their order, as they are sent. */
  readonly sent: ReadonlyArray<string>
  readonly crawl?: (siteUrl: string) => NewBatch["crawl"]
  readonly intake: BatchIntake
  /** Names of all pages that may have a result, in their order. */
  readonly pages: ReadonlyArray<string>
  /** What its end is called. */
  readonly told: Told
  /** How many pages succeed and fail; null where that is not known before. */
  readonly ends: { readonly succeeded: number; readonly failed: number } | null
  /** Whether each page says so much that results are written as files, and not with their rows. */
  readonly isLarge?: boolean
  /** What is done with it while it is worked on. */
  readonly meanwhile: "nothing" | "cancel" | "stall" | "expire"
}

const listed = (reserved: number, duplicates = 0, invalid = 0): BatchIntake => ({
  reserved,
  reservedIsCeiling: false,
  submitted: reserved + duplicates + invalid,
  duplicates,
  invalid
})

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}-${n}`)

const few = ["one", "two", "missing", "three", "four"]

/** How often the worker of one batch is killed; `KITTIWAKE_BATCH_KILLS=100` asks for a hundred deaths. */
export const workerKills = Number(process.env.KITTIWAKE_BATCH_KILLS ?? 5)

/** More pages than the workers that die can end. */
const many = numbered("page", 6 * workerKills + 10)

const begun = ["one", "two", ...numbered("held", 12)]

/** What a page is called that no batch takes. */
const refused = "ftp://pages.example/"

const completed = { told: "batch.completed", meanwhile: "nothing" } as const

export const batchStories = {
  list: {
    ...completed,
    sent: [...few, "two", refused],
    intake: listed(5, 1, 1),
    pages: few,
    ends: { succeeded: 4, failed: 1 }
  },
  large: {
    ...completed,
    isLarge: true,
    sent: few,
    intake: listed(5),
    pages: few,
    ends: { succeeded: 4, failed: 1 }
  },
  crawl: {
    ...completed,
    isLarge: true,
    sent: [],
    crawl: (siteUrl) => ({ source: { type: "start_url", url: pageOf(siteUrl, "start") }, maxPages: 6 }),
    intake: { reserved: 6, reservedIsCeiling: true, submitted: null, duplicates: 0, invalid: null },
    pages: ["start", "left", "right", "deep"],
    ends: { succeeded: 4, failed: 0 }
  },
  many: {
    ...completed,
    sent: many,
    intake: listed(many.length),
    pages: many,
    ends: { succeeded: many.length, failed: 0 }
  },
  cancelled: {
    sent: begun,
    intake: listed(14),
    pages: begun,
    told: "batch.cancelled",
    ends: null,
    meanwhile: "cancel"
  },
  stalled: {
    sent: begun,
    intake: listed(14),
    pages: begun,
    told: "batch.failed",
    ends: { succeeded: 2, failed: 0 },
    meanwhile: "stall"
  },
  expired: {
    ...completed,
    sent: few,
    intake: listed(5),
    pages: [],
    ends: { succeeded: 4, failed: 1 },
    meanwhile: "expire"
  }
} satisfies { readonly [kind: string]: BatchStory }

export type BatchKind = keyof typeof batchStories

/** Whether a text names a kind. */
export const isBatchKind = (text: string): text is BatchKind => text in batchStories

const put = (siteUrl: string, name: string, body: string) =>
  Effect.promise(() => fetch(pageOf(siteUrl, name), { method: "PUT", body }))

/** Words that take 50 KB, however they are packed. */
const much = (name: string) =>
  Array.from({ length: 1_600 }, (_, n) => createHash("sha256").update(`${name} ${n}`).digest("hex")).join(" ")

const linksTo = (...names: ReadonlyArray<string>) =>
  names.map((name) => `<a href="/pages/${name}">${name}</a>`).join(" ")

/** What a crawl finds on these pages. */
const links: { readonly [name: string]: string } = {
  start: linksTo("left", "right", "start"),
  left: linksTo("deep", "right"),
  right: linksTo("deep")
}

const putLarge = ({ pages }: BatchStory, siteUrl: string) =>
  Effect.forEach(pages, (name) => put(siteUrl, name, `${links[name] ?? ""} ${much(name)}`), { discard: true })

const submissionOf = ({ crawl, sent }: BatchStory, { receiverUrl, siteUrl }: Outside): Submission => {
  const asked = { crawl: crawl?.(siteUrl) ?? null }
  const batch: NewBatch = {
    ...asked,
    format: "markdown",
    // Every look is a visit of the site, which counts them.
    options: { maxAgeMillis: 0 },
    webhook: { url: `${receiverUrl}/batch`, retry: { delaysSeconds: [1, 1, 1, 1, 1] } }
  }
  const entries = sent.map((name) => ({ url: name === refused ? name : pageOf(siteUrl, name), meta: { name } }))
  return { entries: Stream.fromIterable(entries), told: Effect.succeed({ batch, asked }) }
}

/** Does it by a clock that is ahead of the others, or behind. */
const ahead =
  (by: Duration.Input) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Clock.Clock, (clock) => {
      const millis = Duration.toMillis(by)
      const now = () => clock.currentTimeMillisUnsafe() + millis
      const later: Clock.Clock = {
        currentTimeMillisUnsafe: now,
        currentTimeMillis: Effect.sync(now),
        currentTimeNanosUnsafe: () => BigInt(now()) * 1_000_000n,
        currentTimeNanos: Effect.sync(() => BigInt(now()) * 1_000_000n),
        monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
        monotonicTimeNanos: clock.monotonicTimeNanos,
        sleep: (duration) => clock.sleep(duration)
      }
      return Effect.provideService(effect, Clock.Clock, later)
    })

const final: ReadonlyArray<string> = ["completed", "cancelled", "failed"]

/** Submits the batch, which is the same one however often it is asked for, and does with it what its story says. */
export const tellBatch = Effect.fnUntraced(function* (
  organization: Organization,
  { batch: kind, journal, outside }: { readonly outside: Outside; readonly journal: Journal; readonly batch: BatchKind }
) {
  const batches = yield* Batches
  const story: BatchStory = batchStories[kind]
  if (story.isLarge === true) yield* putLarge(story, outside.siteUrl)
  const origin = { requestId: "req_story", route: "/batch/submit", caller: "key_story" }
  const { batch } = yield* batches.submit(
    { organization, origin },
    submissionOf(story, outside),
    IdempotencyKey.make("story")
  )
  journal.pass("batch.told", [batch.id])
  const look = batches.get(organization.id, batch.id)
  const isFinal = Effect.map(look, (seen) => final.includes(seen.batch.status))
  const isBegun = Effect.map(look, ({ progress }) => progress.succeeded >= 2)
  switch (story.meanwhile) {
    case "nothing":
      return
    case "cancel":
      yield* until("two pages", isBegun)
      yield* Effect.catchTag(batches.cancel(organization.id, batch.id), "BatchNotCancellable", () => Effect.void)
      yield* put(outside.siteUrl, gateName, "open")
      return
    case "stall": {
      yield* until("two pages", isBegun)
      if (yield* isFinal) return
      // Somebody saw it half an hour ago, and finds it where it was; what is under way comes too late.
      const settle = makeSettle()
      for (let minutes = 32; minutes > 0; minutes -= 2) yield* ahead(Duration.minutes(-minutes))(settle())
      yield* settle()
      yield* put(outside.siteUrl, gateName, "open")
      return
    }
    case "expire": {
      yield* until("the end", isFinal)
      // The facade has the clock of the database, where that has one, and would look by that.
      const some = ahead("181 days")(pruneBatches(2))
      yield* Effect.repeat(some, { while: (dropped) => dropped > 0 })
    }
  }
})
