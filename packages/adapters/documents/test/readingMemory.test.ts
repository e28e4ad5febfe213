/** What files add to the memory of the process that reads them. Observed: the process is not ended for more than it may add. */
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { assert, it, vi } from "@effect/vitest"
import { makeChildPool } from "@kittiwake/children/internal/ChildPool"
import { Duration, Effect } from "effect"
import * as limits from "../src/reading/limits.ts"
import type { AnswerHead, RequestHead } from "../src/reading/messages.ts"
import { readFile } from "../src/reading/readFile.ts"

vi.setConfig({ testTimeout: 180_000 })

const requestOf = (type: RequestHead["type"]): RequestHead => ({
  type,
  firstPage: null,
  lastPage: null,
  ocr: false,
  ocrLanguage: { language: "eng", folder: null },
  processorMillis: 60_000
})

const pool = makeChildPool({
  program: new URL("../src/reading/readingThread.ts", import.meta.url),
  turns: { atOnce: 1, atOncePerOwner: 1, waiting: 1, waitingPerOwner: 1 },
  losses: { millis: 60_000, forgivenInMillis: 60_000 },
  maxIdle: Duration.minutes(1),
  heapMegabytes: limits.heapMegabytes,
  residentMegabytes: limits.residentMegabytes,
  answerBytes: limits.answerBytes
})

it.live("a feed of half a million items adds less than five times what it is", () =>
  Effect.gen(function* () {
    const { run } = yield* pool
    const read = (type: RequestHead["type"], text: string, addedMegabytes: number) =>
      run({
        owner: "one",
        head: requestOf(type),
        bytes: new TextEncoder().encode(text),
        processor: Duration.minutes(1),
        processorAtMost: Duration.minutes(1),
        addedMegabytes,
        timeout: Duration.minutes(2),
        isLost: () => false
      })
    // What reads feeds is loaded by the first.
    yield* read("xml", "<rss><channel><item><title>One</title></item></channel></rss>", 512)
    const feed = `<rss><channel>${"<item><link>http://x/</link></item>".repeat(500_000)}`
    const { head } = yield* read("xml", feed, 85)
    assert.isTrue((head as AnswerHead).ok)
  }).pipe(Effect.scoped)
)

it("gives the bytes of a text back as soon as it has the text, where they are its own", async () => {
  const file = (bytes: Uint8Array) => ({ ...requestOf("csv"), bytes })
  const own = new TextEncoder().encode("a,b\n1,2\n")
  const whole = new Uint8Array(own)
  assert.include((await readFile(file(whole), () => {})).html, "<td>1</td>")
  assert.strictEqual(whole.byteLength, 0)
  const shared = new Uint8Array([...own, ...own]).subarray(0, own.length)
  assert.include((await readFile(file(shared), () => {})).html, "<td>1</td>")
  assert.deepStrictEqual(shared, own)
})

it("reads a table of 186,000 cells with a heap of some seven times what it is as HTML", async () => {
  const program = `
    import { readDelimited } from ${JSON.stringify(new URL("../src/text/readData.ts", import.meta.url).href)}
    console.log(readDelimited("a,b,c\\n".repeat(62_000), "csv").html.length)
  `
  const heap = ["--max-old-space-size=20", "--max-semi-space-size=1"]
  const { stdout } = await promisify(execFile)(process.execPath, [...heap, "--input-type=module", "-e", program])
  assert.strictEqual(stdout, "2480051\n")
})
