import { assert, it } from "@effect/vitest"
import { Utf8Text } from "../../src/pages/domain/Utf8Text.ts"

it("is the text of its parts, wherever they are cut", () => {
  const text = "\ufeffé漢🐦\nx"
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at <= bytes.length; at += 1) {
    const cut = new Utf8Text([bytes.subarray(0, at), bytes.subarray(at)])
    assert.deepStrictEqual([cut.toString(), cut.byteLength], [text, bytes.length])
  }
  assert.strictEqual(new Utf8Text([]).toString(), "")
})
