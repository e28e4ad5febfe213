import { assert, describe, it } from "@effect/vitest"
import { TextDecoder } from "@exodus/bytes/encoding.js"
import { ContentClassifier } from "@kittiwake/core/pages/ContentClassifier"
import { Effect } from "effect"
import { encoded, legacyTexts } from "../../../core/src/testing/legacyText.ts"
import { layer } from "../src/ContentClassifier.ts"
import { guessCharset, utf16Order } from "../src/guessCharset.ts"
import { isMostlyUtf8 } from "../src/isMostlyUtf8.ts"

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

  it.effect("is read whole where each of its bytes stands for as many as it can", () =>
    Effect.gen(function* () {
      const widest = [
        ["windows-1252", [0x80]],
        ["windows-874", [0xa1]],
        ["shift_jis", [0xb1]],
        ["gb18030", [0x81, 0x30, 0x81, 0xff]],
        ["big5", [0x88, 0x62]],
        ["utf-16le", [0x00, 0xd8]],
        ["iso-2022-jp", [0x1b, ...Array<number>(15).fill(0xff)]],
        ["utf-8", [0xff]]
      ] as const
      for (const [label, pattern] of widest) {
        const bytes = Buffer.alloc(600_001, Buffer.from(pattern))
        const { text } = yield* read(bytes, `text/csv; charset=${label}`)
        // Compared as a whole, an assertion would print megabytes.
        assert.isTrue(text === new TextDecoder(label).decode(bytes), label)
      }
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

  const spoilt = [
    ["Russian", "Имя,Город\nПривет,Москва\n"],
    ["Japanese", "名前,都市\n田中さん,東京都\n"],
    ["German", "Größe,Länge\nfünf,größer\nÄpfel,Käse\nBüro,schön\nÜbung,Öl\n"]
  ] as const
  for (const [language, text] of spoilt) {
    it.effect(`is read in UTF-8 with a byte that is spoilt, in ${language}`, () =>
      Effect.gen(function* () {
        const bytes = Buffer.from(text)
        // With the first letter of many bytes behind it, without its last byte.
        const letter = Buffer.from(/[^\p{ASCII}]/u.exec(text)![0])
        const cut = Buffer.concat([bytes, letter.subarray(0, -1)])
        assert.strictEqual((yield* read(cut)).text, `${text}\ufffd`)
        const middle = text.indexOf("\n") + 1
        for (const stray of [0x80, 0xe9, 0xff]) {
          const parts = [Buffer.from(text.slice(0, middle)), Buffer.from([stray]), Buffer.from(text.slice(middle))]
          const expected = `${text.slice(0, middle)}\ufffd${text.slice(middle)}`
          assert.strictEqual((yield* read(Buffer.concat(parts))).text, expected, stray.toString(16))
          // A long one whose end is not looked at, and one that is spoilt in its midst.
          const long = Buffer.concat([
            ...Array(600).fill(bytes),
            ...parts,
            ...Array(600).fill(bytes),
            letter.subarray(0, 1)
          ])
          const around = text.repeat(600)
          assert.isTrue((yield* read(long)).text === `${around}${expected}${around}\ufffd`, stray.toString(16))
        }
      })
    )
  }

  it("is UTF-8 only where what is that far outnumbers what is not", () => {
    const of = (...parts: ReadonlyArray<string | number>) =>
      isMostlyUtf8(Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.of(part)))))
    assert.isTrue(of("éééééééééé", 0xff, "a"))
    assert.isFalse(of("ééééééééé", 0xff, "a"))
    assert.isTrue(of("éé", 0xc3))
    assert.isTrue(of("éé", 0xf0, 0x9f, 0x98))
    assert.isFalse(of("é", 0xc3))
    assert.isFalse(of("caf", 0xe9))
    // What could be written shorter, a half of a pair and what is beyond Unicode are none, nor is a lead without the rest.
    for (const none of [
      [0xc0, 0x80],
      [0xe0, 0x80, 0x80],
      [0xed, 0xa0, 0x80],
      [0xf0, 0x80, 0x80, 0x80],
      [0xf4, 0x90, 0x80, 0x80]
    ]) {
      assert.isFalse(of("éééééééééé", ...none), String(none))
    }
    assert.isFalse(of("éé", 0xe3, "a"))
    // Two valid ones for one that is none, in the code page 866.
    assert.isFalse(isMostlyUtf8(encoded("Эсватини", "ibm866")))
  })

  it("is not made of bytes that are none", () => {
    assert.isNull(utf16Order(Buffer.from([1, 0, 2, 0, 3, 0, 4, 0])))
    assert.isNull(utf16Order(Buffer.from("plain text, as it is")))
    assert.isNull(utf16Order(Buffer.from("PK\x03\x04\x14\x00\x00\x00\x08\x00", "latin1")))
    const noise = Buffer.from(Uint8Array.from({ length: 4_000 }, (_, at) => (at * at * 31 + 7) % 251))
    assert.isNull(utf16Order(noise))
  })
})
