/** `kittiwake batch results`: what came of the pages of a batch. */
import { jsonLine } from "@kittiwake/core/internal/jsonLine"
import { Console, Effect } from "effect"
import * as CommandFailed from "../CommandFailed.ts"
import { ask, withoutCall } from "../serverClient.ts"
import { writeOutputBelow } from "./outputFile.ts"
import { distinctNames, pageFileName } from "./pageFileName.ts"
import { forOutput, harmless, progressLine } from "./terminal.ts"

interface Wanted {
  readonly batchId: string
  /** What to show of its pages; null shows all. */
  readonly status: "ok" | "error" | null
  /** Where files go; null prints. */
  readonly directory: string | null
  readonly asJson: boolean
}

/** Most records asked for at once. */
const pageSize = 100

interface Read {
  readonly url: string
  readonly itemId?: string
  readonly markdown?: string
  readonly html?: string
}

/** A page as a document; text in JSON's quotes is text in YAML's. */
const documentOf = (page: Read): string =>
  [
    "---",
    `url: ${JSON.stringify(page.url)}`,
    ...(page.itemId === undefined ? [] : [`itemId: ${JSON.stringify(page.itemId)}`]),
    "---",
    "",
    page.markdown ?? "",
    ""
  ].join("\n")

/** The files of a page, Markdown first: the HTML is as it was read, since nothing may stand before it. */
const filesOf = (page: Read, name: string) => [
  ...(page.markdown === undefined ? [] : [{ name, content: documentOf(page) }]),
  ...(page.html === undefined ? [] : [{ name: name.replace(/\.md$/, ".html"), content: page.html }])
]

/** Follows the results to their end. */
export const batchResults = Effect.fnUntraced(function* ({ asJson, batchId, directory, status }: Wanted) {
  const distinct = distinctNames()
  const line = yield* progressLine
  const params = { batch_id: batchId }
  let start: string | null = null
  let cursor: string | null = null
  let [read, failed] = [0, 0]
  do {
    const query: { readonly limit: number; readonly cursor?: string; readonly status?: "ok" | "error" } = {
      limit: pageSize,
      ...(cursor === null ? {} : { cursor }),
      ...(status === null ? {} : { status })
    }
    const page = withoutCall(yield* ask((client) => client.batches.results({ params, query })))
    yield* line.clear
    for (const record of page.data) {
      if (record.status === "error") failed += 1
      else read += 1
      if (record.status === "error") {
        const told = `failed  ${harmless(record.url)}: ${record.error_code}: ${harmless(record.message)}`
        yield* asJson ? Console.log(jsonLine(record)) : Console.error(told)
        continue
      }
      start ??= record.final_url
      if (directory !== null) {
        const names: Array<string> = []
        for (const { content, name } of filesOf(record, pageFileName(record.final_url, start))) {
          names.push(distinct(name))
          yield* writeOutputBelow(directory, names.at(-1)!, content)
        }
        const [file, htmlFile] = names
        const { html: _, markdown: __, ...rest } = record
        const told = { ...rest, file, ...(htmlFile === undefined ? {} : { htmlFile }) }
        yield* Console.log(asJson ? jsonLine(told) : `${file}  ${harmless(record.url)}`)
      } else if (asJson) yield* Console.log(jsonLine(record))
      else yield* Console.log(forOutput(`${record.url}  ${record.metadata.title ?? ""}`).trimEnd())
    }
    yield* line.show(`${read + failed} results`)
    cursor = page.next_cursor
  } while (cursor !== null)
  yield* line.clear
  const where = directory === null ? "" : ` Files are in ${directory}.`
  if (!asJson) yield* Console.error(`${read} read, ${failed} failed.${where}`)
  if (status === "error") return
  // Pages that were read and are told as failed, or not at all: what came of them is not where it is kept.
  const { progress } = withoutCall(yield* ask((client) => client.batches.get({ params })))
  const lost = progress.succeeded - read
  if (lost <= 0) return
  const what = lost === 1 ? "The result of 1 page" : `The results of ${lost} pages`
  return yield* CommandFailed.failed(`${what} cannot be read now: kittiwake doctor says what is wrong.`)
})
