/** Files whose Markdown is made of their own bytes. Observed: what a process that reads them would have given. */
import { assert, describe, it } from "@effect/vitest"
import type { FileType } from "@kittiwake/core/pages/domain/FileType"
import { Utf8Text } from "@kittiwake/core/pages/domain/Utf8Text"
import { Effect } from "effect"
import * as fc from "fast-check"
import { layer } from "../src/DocumentReader.ts"
import { ownMarkdown } from "../src/text/ownMarkdown.ts"
import { readJson, readJsonLines } from "../src/text/readData.ts"
import { readCode, readPlain } from "../src/text/readPlain.ts"
import { read } from "./reading.ts"

const own = (text: string, type: FileType) =>
  Effect.map(ownMarkdown(Buffer.from(text), type), (parts) => (parts === null ? null : new Utf8Text(parts).toString()))

const pieces = fc.constantFrom(
  ..."ab `\n\t\ré€😀\u00a0\u2028\u3000\ufeff\u0000\u007f\uffff",
  "```",
  "````\n",
  "\n\n",
  "  \n",
  "x\n"
)
const texts = fc.array(pieces, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(""))

describe("the Markdown of a file in parts of its bytes", () => {
  it("is what the reader makes of it, or is left to the reader", async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const made = await Effect.runPromise(
          Effect.all([own(text, "text"), own(text, "jsonl"), own(text, "shell"), own(text, "yaml")])
        )
        const read = [
          readPlain(text, "text", true),
          readJsonLines(text, true),
          readCode(text, "bash", true),
          readCode(text, "yaml", true)
        ].map(({ markdown }) => markdown)
        for (const [index, one] of made.entries()) {
          if (one !== null) assert.strictEqual(one, read[index]!, JSON.stringify(text))
        }
        assert.strictEqual(
          made[0] === null,
          readPlain(text, "text", true).markdown !== text || text.startsWith("\ufeff"),
          JSON.stringify(text)
        )
      }),
      { numRuns: 2_000 }
    )
  })

  it.effect("is that of long text, whatever stands at its ends and where it is looked at in pieces", () =>
    Effect.gen(function* () {
      const piece = 256 * 1024
      for (const text of [
        `${"\n".repeat(2 * piece)}x${" \u00a0\n".repeat(piece)}`,
        `${"a".repeat(piece - 3)}${"`".repeat(7)}b`,
        `${"é".repeat(piece)}\n${"\u3000".repeat(3_000)}`,
        " ".repeat(piece)
      ]) {
        assert.isTrue((yield* own(text, "css")) === readCode(text, "css", true).markdown)
      }
    })
  )

  it("is as it is written of JSON whose indentation would be longer than all of it many times over", () => {
    const deep = (values: number) => `${"[".repeat(64)}${"1,".repeat(values)}1${"]".repeat(64)}`
    assert.include(readJson(deep(100), true).markdown, `\n${" ".repeat(128)}1,\n`)
    assert.include(readJson(deep(130_000), true).markdown, deep(130_000))
  })

  it.effect("is that of JSON that is too long to be indented, unless it is a feed", () =>
    Effect.gen(function* () {
      const long = `\n[${"0,".repeat(1_000_000)}0]\n`
      assert.isTrue((yield* own(long, "json")) === readJson(long, true).markdown)
      const wide = JSON.stringify("漢".repeat(1_999_997))
      assert.isNull(yield* own(wide, "json"))
      assert.isTrue((yield* own(`${wide}  `, "json")) === readJson(`${wide}  `, true).markdown)
      assert.isNull(yield* own("[1]", "json"))
      assert.isNull(yield* own(`${long}"https://jsonfeed.org/version/1.1"`, "json"))
      for (const type of ["markdown", "csv", "xml", "svg", "srt", "html", "pdf"] as const) {
        assert.isNull(yield* own("a,b\n", type), type)
      }
    })
  )

  it.effect("comes as the very bytes of the file where it is long and asked for so", () =>
    Effect.gen(function* () {
      const bytes = Buffer.from("word ".repeat(20_000))
      const asked = { markdownSuffices: true, inBytes: true }
      const long = yield* read("text", bytes, asked)
      assert.isNull(long.markdown)
      assert.strictEqual(long.markdownBytes?.parts[0]?.buffer, bytes.buffer)
      const short = yield* read("text", "word", asked)
      assert.deepStrictEqual([short.markdown, short.markdownBytes], ["word", undefined])
      // What has to be read comes so as well.
      const changed = yield* read("javascript", "a\r\n".repeat(40_000), asked)
      assert.isNull(changed.markdown)
      assert.strictEqual(
        changed.markdownBytes?.toString(),
        readCode("a\r\n".repeat(40_000), "javascript", true).markdown
      )
      const string = yield* read("javascript", "a\n".repeat(40_000), { markdownSuffices: true })
      assert.strictEqual(string.markdown, readCode("a\n".repeat(40_000), "javascript", true).markdown)
    }).pipe(Effect.provide(layer()))
  )
})
