/** `kittiwake batch`: many pages at once, through the running server. */
import { BatchStatus } from "@kittiwake/core/batches/domain/Batch"
import { Clock, Console, Duration, Effect, Option, Schedule, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { failed } from "../CommandFailed.ts"
import { json, print } from "../output.ts"
import { ask, type ServerClient, withoutCall } from "../serverClient.ts"
import { batchResults } from "./batchResults.ts"
import { submitFlags, submittedPayload } from "./batchSubmit.ts"
import {
  batchesText,
  batchText,
  hasEnded,
  progressText,
  type ShownBatch,
  submittedText,
  thereAlready
} from "./batchView.ts"
import { cursor, limit, placeOf, present, printPage } from "./lists.ts"
import { progressLine } from "./terminal.ts"
import { noticeUntaken } from "./untaken.ts"
import { pathOf, words, yes } from "./webFlags.ts"

const batchId = Argument.String("batch-id").pipe(Argument.withDescription("Id of a batch, such as batch_1f0c…"))

class NotEnded extends Schema.TaggedError<NotEnded>()("NotEnded", {}) {}

const looksEvery = Duration.seconds(1)

/** A batch goes on without whoever waited for it: he has it as it was seen last, and is told what he can do. */
const left = Effect.fnUntraced(function* (asJson: boolean, batch_id: string, batch: object | null) {
  if (asJson && batch !== null) yield* print(true, batch, () => "")
  yield* Console.error(
    `${batch_id} goes on: "kittiwake batch wait ${batch_id}" waits again, and "kittiwake batch cancel ${batch_id}" ends it.`
  )
})

/** Waits until a batch has ended, with its progress on the side; gives it as it ended. */
const awaited = Effect.fnUntraced(function* (
  client: ServerClient,
  asJson: boolean,
  batch_id: string,
  submitted: { readonly webhook_secret?: string } | null = null
) {
  // With the secret that no other answer tells.
  const secret = present({ webhook_secret: submitted?.webhook_secret })
  let seen: object | null = submitted
  const line = yield* progressLine
  const notice = yield* noticeUntaken(`batch ${batch_id}`)
  const startedAt = yield* Clock.currentTimeMillis
  let first: number | null = null
  let last = { done: 0, atMillis: startedAt }
  const look = Effect.gen(function* () {
    const batch = withoutCall(yield* client.batches.get({ params: { batch_id } }))
    seen = { ...batch, ...secret }
    const done = batch.progress.succeeded + batch.progress.failed
    first ??= done
    const now = yield* Clock.currentTimeMillis
    // Pages of a batch that nobody has begun are said to wait by the notice.
    if (done !== last.done || batch.status === "queued") last = { done, atMillis: now }
    yield* line.clear
    yield* notice(batch)
    yield* line.show(progressText(batch, { done: first, millis: now - startedAt, idleMillis: now - last.atMillis }))
    return hasEnded(batch) ? batch : yield* new NotEnded()
  })
  return yield* look.pipe(
    Effect.retry({ schedule: Schedule.spaced(looksEvery), while: (error) => error instanceof NotEnded }),
    Effect.ensuring(line.clear),
    Effect.onInterrupt(() => left(asJson, batch_id, seen))
  )
})

/** Who waited for all pages and does not have them must be told, whoever or whatever ended the batch. */
const printEnded = Effect.fnUntraced(function* (asJson: boolean, batch: ShownBatch) {
  yield* print(asJson, batch, () => batchText(batch))
  if (batch.status === "completed") return
  return yield* failed(
    batch.failure === null ? "The batch was cancelled." : `The batch failed: ${batch.failure.message}`
  )
})

const wait = yes(
  "wait",
  "Wait until the batch has ended, and show how far it has come; exit code 0 when it completed, else 1"
)

const submit = Command.make(
  "submit",
  { ...submitFlags, wait, json },
  Effect.fnUntraced(function* (flags) {
    const { headers, payload } = yield* submittedPayload(flags)
    const { batch, ended } = yield* ask(
      Effect.fnUntraced(function* (client) {
        const reply = yield* client.batches.submit({ headers, payload })
        const batch = withoutCall(reply)
        // A submission that was there already costs nothing.
        const isThere = Option.isSome(flags.key) && reply.key_metadata?.credits_consumed === 0
        if (isThere) yield* Console.error(thereAlready(batch))
        // Before the wait: whoever breaks it off has the id, and the secret that no other answer tells.
        else if (flags.wait) yield* Console.error(submittedText(batch))
        return { batch, ended: flags.wait ? yield* awaited(client, flags.json, batch.id, batch) : null }
      })
    )
    if (ended !== null) {
      const secret = present({ webhook_secret: batch.webhook_secret })
      return yield* printEnded(flags.json, { ...ended, ...secret })
    }
    yield* print(flags.json, batch, () =>
      [
        submittedText(batch),
        `Look at it with "kittiwake batch show ${batch.id}", or wait with "kittiwake batch wait ${batch.id}".`
      ].join("\n")
    )
  })
).pipe(
  Command.withDescription(
    "Read many pages in the background: a list from a file or standard input, or a site. Prints the batch, or with --wait waits for its end."
  ),
  Command.withShortDescription("Submit a list of pages, or a site"),
  Command.withExamples([
    { command: "kittiwake batch submit pages.txt --wait", description: "An address a line" },
    {
      command: "kittiwake batch submit products.csv --csv-column url --id-column sku",
      description: "A column of a table, each with an id of your own"
    },
    { command: "kittiwake batch submit --sitemap example.com --max-pages 5000", description: "What a site lists" }
  ])
)

const list = Command.make(
  "list",
  {
    status: Flag.Literals("status", BatchStatus.literals).pipe(
      Flag.withDescription("Only batches that stand so"),
      Flag.optional
    ),
    query: Flag.String("query").pipe(
      Flag.withDescription("Words of the id, the crawled site or the labels, all of which must occur"),
      Flag.optional
    ),
    tag: words("tag", "Only batches with one of these labels"),
    limit,
    cursor,
    json
  },
  Effect.fnUntraced(function* (flags) {
    const query = {
      ...placeOf(flags),
      ...present({
        status: Option.getOrUndefined(flags.status),
        q: Option.getOrUndefined(flags.query),
        tags: flags.tag.length === 0 ? undefined : flags.tag
      })
    }
    const page = yield* ask((client) => client.batches.list({ query }))
    yield* printPage(flags.json, page, batchesText)
  })
).pipe(Command.withDescription("List batches, newest first"))

const show = Command.make(
  "show",
  { batchId, json },
  Effect.fnUntraced(function* (flags) {
    const params = { batch_id: flags.batchId }
    const batch = withoutCall(yield* ask((client) => client.batches.get({ params })))
    yield* print(flags.json, batch, () => batchText(batch))
  })
).pipe(Command.withDescription("Show one batch; as JSON with fresh links to the files of its results"))

const waitFor = Command.make(
  "wait",
  { batchId, json },
  Effect.fnUntraced(function* (flags) {
    yield* printEnded(flags.json, yield* ask((client) => awaited(client, flags.json, flags.batchId)))
  })
).pipe(
  Command.withDescription(
    "Wait until a batch has ended, and show how far it has come; exit code 0 when it completed, else 1"
  )
)

const results = Command.make(
  "results",
  {
    batchId,
    output: Flag.String("output").pipe(
      Flag.withDescription("Directory that gets a file for each page that was read"),
      Flag.optional
    ),
    status: Flag.Literals("status", ["ok", "error"]).pipe(
      Flag.withDescription("Shows the pages that were read (ok), or those that failed (error); all unless given"),
      Flag.optional
    ),
    json
  },
  Effect.fnUntraced(function* (flags) {
    yield* batchResults({
      batchId: flags.batchId,
      directory: pathOf(flags.output),
      status: Option.getOrNull(flags.status),
      asJson: flags.json
    })
  })
).pipe(
  Command.withDescription(
    "Print what came of the pages of a batch that has ended: a line each, the records as a line of JSON each with --json, or files with --output"
  )
)

/** Pages that have not ended: which of them are under way, the server does not tell. */
const leftText = ({ progress: { pending } }: Pick<ShownBatch, "progress">): string =>
  pending === 1 ? "1 page that is left" : `${pending} pages that are left`

const cancel = Command.make(
  "cancel",
  { batchId, json },
  Effect.fnUntraced(function* (flags) {
    const params = { batch_id: flags.batchId }
    const batch = withoutCall(yield* ask((client) => client.batches.cancel({ params })))
    yield* print(
      flags.json,
      batch,
      () => `Cancelling ${batch.id}: of ${leftText(batch)}, those that are under way end, and no other is begun.`
    )
  })
).pipe(Command.withDescription("Let no page of a batch begin any more; what was not read is refunded"))

const remove = Command.make(
  "remove",
  { batchId, json },
  Effect.fnUntraced(function* (flags) {
    const params = { batch_id: flags.batchId }
    const removed = withoutCall(yield* ask((client) => client.batches.remove({ params })))
    yield* print(flags.json, removed, () => `Removed ${removed.id} with its results.`)
  })
).pipe(Command.withDescription("Remove a batch that has ended, with its results"))

/** All that can be done with batches. */
export const batch = Command.make("batch").pipe(
  Command.withDescription("Read up to 100,000 pages in the background, through the running server."),
  Command.withShortDescription("Read many pages in the background"),
  Command.withSubcommands([submit, list, show, waitFor, results, cancel, remove])
)
