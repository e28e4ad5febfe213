import { assert, describe, it } from "@effect/vitest"
import { cutText } from "../src/answers/cutText.ts"

const texts = ["markdown"]

const written = String.raw`a \"quoted\" {thing}, [and] \\ a back\\\\slash\nnew \u00e9 \ud83d\ude00 é 😀 end\\`

/** A record as it is written, with the text where an answer has it. */
const json = `{"success":true,"of":{"markdown":"no","list":[{"markdown":"no: \\"\\\\"}]},"markdown":"${written}","url":"https://x.example/"}`

const whole = JSON.parse(json) as { readonly markdown: string; readonly of: unknown }

describe("an answer that was cut off", () => {
  it("is the beginning of its text wherever that was cut, and nothing where it was cut elsewhere", () => {
    const begins = json.indexOf(written)
    const lengths = Array.from({ length: json.length }, (_, at) => {
      const cut = cutText(json.slice(0, at), texts)
      if (at < begins || at > begins + written.length) {
        assert.isNull(cut, json.slice(0, at))
        return 0
      }
      assert.deepStrictEqual(
        { ...cut?.record, markdown: "" },
        { success: true, of: whole.of, markdown: "" },
        json.slice(0, at)
      )
      const text = cut?.record.markdown as string
      assert.isTrue(whole.markdown.startsWith(text) && text.isWellFormed(), text)
      assert.strictEqual(cut?.length, text.length)
      return text.length
    })
    assert.strictEqual(Math.max(...lengths), whole.markdown.length)
  })

  it("is nothing where the text is another field's, or in a list", () => {
    assert.isNull(cutText(json.slice(0, -30), ["html"]))
    for (const begun of [
      `{"markdown":[{"a":"abc`,
      `{"results":[{"markdown":"abc`,
      `["markdown","abc`,
      `"markdown`,
      `{"markdown`,
      "",
      "<html>"
    ]) {
      assert.isNull(cutText(begun, texts), begun)
    }
  })

  it("is found in a bounded time, whatever its text is made of", () => {
    const began = performance.now()
    for (const piece of ["\\\\", '\\"', "a", "\\u0000", "[{"]) {
      const cut = cutText(`{"markdown":"${piece.repeat(2_000_000)}`, texts)
      assert.strictEqual(cut?.field, "markdown")
    }
    assert.isBelow(performance.now() - began, 5_000)
  })
})
