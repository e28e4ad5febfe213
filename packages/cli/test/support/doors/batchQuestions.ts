/** What is asked of batches. */
import type { SubmitBatch } from "kittiwake"
import type { Opened } from "./opened.ts"
import type { Question } from "./Question.ts"

const ofBatch = ({ batchId }: Opened) => ({ batch_id: batchId })
const ofNone = () => ({ batch_id: "batch_none" })

const body = ({ shop }: Opened, given: object = {}) => ({
  tags: ["nightly"],
  webhook: { url: "https://receiver.example/hook", retry: { delays_seconds: [60] } },
  ...given,
  input: {
    mode: "scrape",
    data: {
      format: "markdown",
      options: { useMainContentOnly: true, includeHTML: true },
      urls: [{ url: shop, itemId: "a", meta: { n: 1 } }, { url: shop, itemId: "a" }, { url: "ftp://shop.example/" }]
    }
  }
})

const submit = {
  operation: "POST /v1/batch/submit",
  client: (client, _, asked) => client.batch.submit(asked),
  embedded: (kittiwake, _, asked) => kittiwake.batches.submit(asked)
} satisfies Partial<Question>

/** A batch that waits, of its own for each door. */
const waiting = async (opened: Opened) => ({
  batch_id: (await opened.kittiwake.batches.submit(body(opened) as SubmitBatch)).id
})

/** A batch that has ended, of its own for each door. */
const over = async (opened: Opened) => {
  const { batch_id } = await waiting(opened)
  await opened.kittiwake.batches.cancel(batch_id)
  await opened.kittiwake.runDue()
  return { batch_id }
}

/** Links are made anew with each answer, and a program has no address that they could begin with. */
const links = ["url", "expires_at"]

export const batchQuestions: ReadonlyArray<Question> = [
  {
    ...submit,
    name: "a list of pages",
    asked: (opened) => body(opened),
    // A program is told what it costs as the batch tells it.
    onTheWire: (batch: { readonly credits: { readonly reserved: number } }) => ({
      ...batch,
      creditsUsed: batch.credits.reserved
    }),
    differs: ["id", "created_at", "webhook_secret"]
  },
  {
    ...submit,
    name: "a list of nothing",
    asked: () => ({ input: { mode: "scrape", data: { format: "markdown", urls: [] } } }),
    refused: "INPUT_VALIDATION_ERROR"
  },
  {
    ...submit,
    name: "a list with an entry that is none",
    asked: () => ({
      input: { mode: "scrape", data: { format: "markdown", urls: [{ url: "a.example" }, { itemId: "b" }] } }
    }),
    refused: "INPUT_VALIDATION_ERROR"
  },
  {
    ...submit,
    name: "options that its format does not have",
    asked: ({ shop }) => ({
      input: { mode: "scrape", data: { format: "html", urls: [{ url: shop }], options: { includeLinks: true } } }
    }),
    refused: "INPUT_VALIDATION_ERROR"
  },
  {
    ...submit,
    name: "a crawl without a source",
    asked: () => ({ input: { mode: "crawl", data: { format: "markdown" } } }),
    refused: "INPUT_VALIDATION_ERROR"
  },
  {
    name: "batches by words, state and label",
    operation: "GET /v1/batch/list",
    asked: () => ({ q: "seen", search_type: "prefix", status: "completed", tags: ["seen"], limit: 5 }),
    client: (client, _, asked: { readonly tags: ReadonlyArray<string> }) =>
      client.batch.list({ ...asked, tags: asked.tags.join(",") }),
    embedded: (kittiwake, _, asked) => kittiwake.batches.list(asked),
    differs: links
  },
  {
    name: "batches in a state that none has",
    operation: "GET /v1/batch/list",
    asked: () => ({ status: "sleeping" }),
    client: (client, _, asked) => client.batch.list(asked),
    embedded: (kittiwake, _, asked) => kittiwake.batches.list(asked),
    refused: "INPUT_VALIDATION_ERROR"
  },
  {
    name: "one batch",
    operation: "GET /v1/batch/{batch_id}",
    about: ofBatch,
    client: (client, { batch_id = "" }) => client.batch.retrieve(batch_id),
    embedded: (kittiwake, { batch_id = "" }) => kittiwake.batches.get(batch_id),
    differs: links
  },
  {
    name: "a batch that is not there",
    operation: "GET /v1/batch/{batch_id}",
    about: ofNone,
    client: (client, { batch_id = "" }) => client.batch.retrieve(batch_id),
    embedded: (kittiwake, { batch_id = "" }) => kittiwake.batches.get(batch_id),
    refused: "NOT_FOUND"
  },
  {
    name: "what came of a batch",
    operation: "GET /v1/batch/{batch_id}/results",
    about: ofBatch,
    asked: () => ({ limit: 10 }),
    client: (client, { batch_id = "" }, asked) => client.batch.getResults(batch_id, asked),
    embedded: (kittiwake, { batch_id = "" }, asked) => kittiwake.batches.results(batch_id, asked)
  },
  {
    name: "what failed of a batch",
    operation: "GET /v1/batch/{batch_id}/results",
    about: ofBatch,
    asked: () => ({ limit: 10, status: "error", error_code: "NOT_FOUND" }),
    client: (client, { batch_id = "" }, asked) => client.batch.getResults(batch_id, asked),
    embedded: (kittiwake, { batch_id = "" }, asked) => kittiwake.batches.results(batch_id, asked)
  },
  {
    name: "what came of a batch that has not ended",
    operation: "GET /v1/batch/{batch_id}/results",
    about: waiting,
    client: (client, { batch_id = "" }) => client.batch.getResults(batch_id),
    embedded: (kittiwake, { batch_id = "" }) => kittiwake.batches.results(batch_id),
    refused: "BATCH_NOT_COMPLETED"
  },
  {
    name: "that a batch goes no further",
    operation: "POST /v1/batch/{batch_id}/cancel",
    about: waiting,
    client: (client, { batch_id = "" }) => client.batch.cancel(batch_id),
    embedded: (kittiwake, { batch_id = "" }) => kittiwake.batches.cancel(batch_id),
    differs: ["id", "created_at"]
  },
  {
    name: "that a batch which has ended goes no further",
    operation: "POST /v1/batch/{batch_id}/cancel",
    about: ofBatch,
    client: (client, { batch_id = "" }) => client.batch.cancel(batch_id),
    embedded: (kittiwake, { batch_id = "" }) => kittiwake.batches.cancel(batch_id),
    refused: "BATCH_NOT_CANCELLABLE"
  },
  {
    name: "that a batch goes",
    operation: "DELETE /v1/batch/{batch_id}",
    about: over,
    client: (client, { batch_id = "" }) => client.batch.delete(batch_id),
    embedded: (kittiwake, { batch_id = "" }) => kittiwake.batches.remove(batch_id),
    differs: ["id"]
  },
  {
    name: "that a batch goes that has not ended",
    operation: "DELETE /v1/batch/{batch_id}",
    about: waiting,
    client: (client, { batch_id = "" }) => client.batch.delete(batch_id),
    embedded: (kittiwake, { batch_id = "" }) => kittiwake.batches.remove(batch_id),
    refused: "BATCH_NOT_COMPLETED"
  }
]
