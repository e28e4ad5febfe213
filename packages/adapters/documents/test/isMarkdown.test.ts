import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { isMarkdown } from "../src/text/isMarkdown.ts"
import { readPlain } from "../src/text/readPlain.ts"

const asked = (bytes: Uint8Array) => Effect.runPromise(isMarkdown(Buffer.from(bytes)))

const characters = fc.constantFrom(
  ..."ab é€😀\n\t\r\u000b\u0000\u001f\u007f\u0080\ufeff\ufffd\ufffe\uffff",
  "\r\n",
  "\u{1ffff}"
)

it("finds that a text is its own Markdown exactly where reading it changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(characters, { minLength: 1, maxLength: 6 }), async (parts) => {
      const text = parts.join("")
      assert.strictEqual(
        await asked(Buffer.from(text)),
        readPlain(text, "text", true).markdown === text,
        JSON.stringify(text)
      )
    }),
    { numRuns: 2_000 }
  )
})

it("looks at all of a long text, also at what the end of a piece cuts", async () => {
  const piece = 256 * 1024
  assert.isTrue(await asked(Buffer.from("é".repeat(piece))))
  for (const at of [0, piece - 2, piece - 1, piece, 3 * piece - 4]) {
    const text = Buffer.alloc(3 * piece, "x")
    text.set(Buffer.from("\uffff"), at > 2 * piece ? text.length - 3 : at)
    assert.isFalse(await asked(text), `${at}`)
    const controlled = Buffer.alloc(3 * piece, "x")
    controlled[at] = 0x0d
    assert.isFalse(await asked(controlled), `${at}`)
  }
})

it("leaves what is empty, or no UTF-8, to the reader", async () => {
  assert.isFalse(await asked(Buffer.alloc(0)))
  assert.isFalse(await asked(Buffer.from([0x61, 0xe9])))
})
