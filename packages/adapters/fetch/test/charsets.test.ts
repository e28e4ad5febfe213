import { assert, describe, it } from "@effect/vitest"
import { ContentClassifier } from "@kittiwake/core/pages/ContentClassifier"
import { Effect } from "effect"
import { encoded, legacyTexts } from "../../../core/src/testing/legacyText.ts"
import { layer } from "../src/ContentClassifier.ts"
import { guessCharset, utf16Order } from "../src/guessCharset.ts"

const read = (bytes: Uint8Array, contentType: string | null = null) =>
  Effect.flatMap(ContentClassifier, (classifier) => classifier.classify({ bytes, contentType, extension: "csv" })).pipe(
    Effect.map(({ type, utf8 }) => ({ type, text: utf8 === null ? null : Buffer.from(utf8).toString() })),
    Effect.provide(layer)
  )

const rows = (count: number) => Array.from({ length: count }, (_, at) => `${at},SKU-${at * 37},in stock\n`).join("")

describe("text without a label", () => {
  for (const [labels, text] of legacyTexts) {
    for (const label of labels) {
      it.effect(`is read in ${label}: ${text.slice(0, 12)}`, () =>
        Effect.gen(function* () {
          const bytes = encoded(text, label)
          assert.deepStrictEqual(yield* read(bytes), { type: "csv", text })
          if (label.startsWith("utf-16")) return
          // A few letters of it behind many that tell nothing, and in the middle of a long one.
          for (const around of [rows(40), rows(20_000)]) {
            const few = Buffer.concat([Buffer.from(around), bytes, Buffer.from(around)])
            assert.isTrue((yield* read(few)).text === around + text + around, `${around.length} characters around it`)
          }
          assert.isTrue((yield* read(Buffer.concat(Array(600).fill(bytes)))).text === text.repeat(600))
        })
      )
    }
  }

  it.effect("is read whole where a character lies over the end of what is looked at in one go", () =>
    Effect.gen(function* () {
      const text = `${"0".repeat(1_023)}表${"0".repeat(4_095)}価格\n`
      assert.strictEqual((yield* read(encoded(text, "shift_jis"))).text, text)
    })
  )

  it.effect("is read by its label where it has one, whatever it looks like", () =>
    Effect.gen(function* () {
      const bytes = encoded("Имя,Город\n", "windows-1251")
      assert.strictEqual((yield* read(bytes, "text/csv; charset=windows-1252")).text, "Èìÿ,Ãîðîä\n")
      const marked = Buffer.concat([Buffer.from([0xff, 0xfe]), encoded("Имя,Город\n", "utf-16le")])
      assert.strictEqual((yield* read(marked, "text/csv; charset=windows-1252")).text, "Имя,Город\n")
    })
  )

  it("is read in the Japanese of mail where it names that, and else in UTF-8 where it is that", () => {
    const mail = Buffer.from("\x1b$B%j%s%4\x1b(B,120\n", "latin1")
    assert.strictEqual(new TextDecoder(guessCharset(mail)).decode(mail), "リンゴ,120\n")
    assert.strictEqual(guessCharset(Buffer.from("é 😀")), "UTF-8")
    assert.strictEqual(guessCharset(Buffer.from("\x1b[31mred\x1b[0m")), "UTF-8")
    assert.strictEqual(guessCharset(Buffer.alloc(0)), "UTF-8")
  })

  it("is not made of bytes that are none", () => {
    assert.isNull(utf16Order(Buffer.from([1, 0, 2, 0, 3, 0, 4, 0])))
    assert.isNull(utf16Order(Buffer.from("plain text, as it is")))
    assert.isNull(utf16Order(Buffer.from("PK\x03\x04\x14\x00\x00\x00\x08\x00", "latin1")))
    const noise = Buffer.from(Uint8Array.from({ length: 4_000 }, (_, at) => (at * at * 31 + 7) % 251))
    assert.isNull(utf16Order(noise))
  })
})
