/** Batches as tests of the contract make them. */
import { gunzipSync } from "node:zlib"
import { assert } from "@effect/vitest"
import { Batches } from "@kittiwake/core/batches/Batches"
import type ContextDev from "context.dev"
import { type Refusal, refuses } from "../monitors/watch.ts"
import type { Server } from "../Server.ts"

export { invalid, notFound, type Refusal, refuses, timestamp } from "../monitors/watch.ts"

export const site = "https://shop.example"
export const receiver = "https://receiver.example/hook"

/** A page that says this. */
export const saying = (text: string): string => `<!doctype html><title>${text}</title><main><p>${text}</p></main>`

export const urlOf = (n: number) => `${site}/page-${n}`

/** Shows so many pages. */
export const showPages = async (server: Server, count: number): Promise<void> => {
  for (let n = 1; n <= count; n++) await server.show(urlOf(n), saying(`Page ${n}`))
}

type Submit = ContextDev.BatchSubmitParams

/** The body for a list of addresses. */
export const listOf = (urls: ReadonlyArray<string | object>, given: object = {}): Submit =>
  ({
    input: {
      mode: "scrape",
      data: { format: "markdown", urls: urls.map((url) => (typeof url === "string" ? { url } : url)) }
    },
    ...given
  }) as Submit

/** The body for a crawl. */
export const crawlOf = (source: object, given: object = {}): Submit =>
  ({ input: { mode: "crawl", data: { format: "markdown", source, ...given } } }) as Submit

/** Lets a batch be worked on to its end, and gives it. */
export const ended = async (server: Server, id: string) => {
  for (let looked = 0; looked < 60; looked++) {
    const batch = await server.client.batch.retrieve(id)
    if (["completed", "cancelled", "failed"].includes(batch.status)) return batch
    await server.advance("1 minute")
  }
  return assert.fail("it does not end")
}

/** Ends what nothing is left to do for, as a worker does from time to time. */
export const settleBatches = ({ run }: Server): Promise<number> => run(Batches.use((batches) => batches.settleDue))

/** Submits a list of pages that are there, and lets it end. */
export const read = async (server: Server, count: number, given: object = {}) => {
  await showPages(server, count)
  const urls = Array.from({ length: count }, (_, n) => urlOf(n + 1))
  const { id } = await server.client.batch.submit(listOf(urls, given))
  return ended(server, id)
}

/** The records in a file of results. */
export const recordsIn = (bytes: Uint8Array): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  gunzipSync(bytes)
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))

/** A submission that must be refused. */
export const refused = async (server: Server, body: unknown, refusal: Refusal): Promise<string> => {
  const { body: answer, status } = await server.call("POST", "/batch/submit", body)
  assert.deepStrictEqual([status, answer.error_code], [...refusal], JSON.stringify(body))
  return String(answer.message)
}

export const needs = async (
  server: Server,
  scope: "batches:read" | "batches:write",
  ask: (client: ContextDev) => PromiseLike<unknown>
): Promise<void> => {
  const missing = scope === "batches:read" ? "monitors:read" : "batches:read"
  const { client: without } = await server.callerWith([missing])
  const { client: having } = await server.callerWith([scope])
  await refuses(ask(without), [403, "INSUFFICIENT_PERMISSIONS"])
  await ask(having)
}

/** What is left of the credits. */
export const credits = async ({ call }: Server): Promise<number> => {
  const { body } = await call("GET", "/batch/list")
  return Number(Object(body.key_metadata).credits_remaining)
}
