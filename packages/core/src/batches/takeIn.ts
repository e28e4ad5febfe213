/** What a submission brings, read and checked while it arrives. */
import { Effect, Option } from "effect"
import { InvalidInput } from "../InvalidInput.ts"
import { inboxTarget } from "../inbox/domain/InboxAddress.ts"
import { InboxPlace } from "../inbox/InboxPlace.ts"
import { PageReader } from "../pages/PageReader.ts"
import { noFragment } from "../web/domain/Egress.ts"
import { EgressRules } from "../web/EgressRules.ts"
import type { BatchIntake, CrawlControls, InvalidUrl } from "./domain/Batch.ts"
import type { BatchWebhook, NewBatch, NewCrawl, Submission } from "./NewBatch.ts"
import { readCrawl } from "./readCrawl.ts"
import { type Intake, readEntries, type TakenIn } from "./readEntries.ts"

/** What was taken in. */
export interface Taken {
  readonly intake: BatchIntake
  readonly invalidUrls: ReadonlyArray<InvalidUrl>
  readonly crawl: CrawlControls | null
}

/** Crawl pages written at once. */
const pieceSize = 2_000

const checkWebhook = Effect.fnUntraced(function* ({ url }: BatchWebhook) {
  if (url.includes("#")) return yield* new InvalidInput({ field: "webhook.url", message: noFragment })
  if (inboxTarget(url, yield* InboxPlace) !== null) return
  const refusal = yield* (yield* EgressRules).refusal(url)
  if (Option.isSome(refusal)) return yield* new InvalidInput({ field: "webhook.url", message: refusal.value.message })
})

const checkSelectors = Effect.fnUntraced(function* ({ options = {} }: Pick<NewBatch, "options">) {
  const reader = yield* PageReader
  for (const field of ["includeSelectors", "excludeSelectors"] as const) {
    yield* reader.checkSelectors(options[field] ?? []).pipe(
      Effect.mapError(({ message, selector }) => {
        const name = `input.data.options.${field}`
        return new InvalidInput({ field: name, message: `"${selector.slice(0, 200)}": ${message}` })
      })
    )
  }
})

const nothingSent = new InvalidInput({ field: "input.data.urls", message: "holds no entry" })

/** A list as it was taken in. */
const listTaken = Effect.fnUntraced(function* (read: TakenIn) {
  if (read.intake.reserved > 0) return { ...read, crawl: null } satisfies Taken as Taken
  const first = read.invalidUrls[0]
  if (first === undefined) return yield* nothingSent
  const message = `holds no address that can be fetched: ${first.reason}`
  return yield* new InvalidInput({ field: "input.data.urls", message })
})

/** A site, whose pages that are known are handed to `write`. */
const siteTaken = Effect.fnUntraced(function* <E, R>(wanted: NewCrawl, write: Intake<E, R>["write"]) {
  const { crawl, intake, items } = yield* readCrawl(wanted)
  for (let from = 0; from < items.length; from += pieceSize) yield* write(items.slice(from, from + pieceSize))
  return { intake, crawl, invalidUrls: [] } satisfies Taken as Taken
})

/** Reads what is sent, hands its pages on, and checks what is asked. */
export const takeIn = Effect.fnUntraced(function* <E, E2, R2>(submission: Submission<E>, intake: Intake<E2, R2>) {
  const read = yield* readEntries(submission.entries, intake)
  const { asked, batch } = yield* submission.told
  if (batch.webhook) yield* checkWebhook(batch.webhook)
  yield* checkSelectors(batch)
  const taken = yield* batch.crawl === null ? listTaken(read) : siteTaken(batch.crawl, intake.write)
  return { taken, batch, digest: intake.digest === null ? null : yield* intake.digest.end(asked) }
})
