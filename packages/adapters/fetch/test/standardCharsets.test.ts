/** The charsets of the Encoding standard, each byte and pair of bytes of them. Observed: texts, whole and of long ones in pieces. */
import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { encoded } from "../../../core/src/testing/legacyText.ts"
import { standardCharsets } from "../../../core/src/testing/standardCharsets.ts"
import { decodeText, pageBytes, textBytes } from "../src/decodeText.ts"

const digestOf = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex")

const typeOf = (charset: string) => ({ essence: "text/html", charset })

/** Longer than three of the pieces that are decoded in one go, and than a page that is decoded at once. */
const longBytes = 1_200_000

describe("texts with a label", () => {
  for (const { bytes, digest, label } of standardCharsets) {
    it.effect(`are what the standard says in ${label}`, () =>
      Effect.gen(function* () {
        const all = Buffer.from(bytes())
        assert.strictEqual(digestOf(yield* decodeText(all, typeOf(label))), digest)
        assert.strictEqual(digestOf(yield* textBytes(all, typeOf(label))), digest)
      })
    )

    it.effect(`are the same in pieces, wherever those end, in ${label}`, () =>
      Effect.gen(function* () {
        const all = Buffer.from(bytes())
        const text = yield* decodeText(all, typeOf(label))
        // Bytes that are characters of their own are cut nowhere.
        const count = Math.ceil(longBytes / all.length)
        for (let shift = 0; shift < (all.length < 1_000 ? 1 : 5); shift += 1) {
          const long = Buffer.concat([Buffer.alloc(shift, "x"), ...Array<Buffer>(count).fill(all)])
          const expected = "x".repeat(shift) + text.repeat(count)
          // Compared as a whole, an assertion would print megabytes.
          assert.isTrue((yield* decodeText(long, typeOf(label))) === expected, `${shift}`)
          const { encoded: page, utf8 } = yield* pageBytes(long, typeOf(label))
          assert.isTrue(Buffer.from(utf8 ?? (yield* page!.toUtf8)).toString() === expected, `${shift}`)
        }
      })
    )
  }

  it.effect("have the syllables and signs that only Korean pages of Windows have, and characters of Hong Kong", () =>
    Effect.gen(function* () {
      const korean = Buffer.from([0x8c, 0x63, 0xb9, 0xe6, 0x20, 0xa2, 0xe6, 0x20, 0xa2, 0xe7])
      assert.strictEqual(yield* decodeText(korean, typeOf("euc-kr")), "똠방 € ®")
      const hongKong = Buffer.from([0x9d, 0xef, 0x88, 0x62, 0xfa, 0x40])
      assert.strictEqual(yield* decodeText(hongKong, typeOf("big5-hkscs")), "嘅Ê̄𠕇")
    })
  )

  it.effect("are bytes for private use where their server says that they are not to be read as text", () =>
    Effect.gen(function* () {
      const bytes = Buffer.from([0x61, 0x80, 0xff])
      assert.strictEqual(yield* decodeText(bytes, typeOf("x-user-defined")), "a\uf780\uf7ff")
    })
  )

  it.effect("are read as UTF-8 where the standard has no decoder for what they say they are", () =>
    Effect.gen(function* () {
      for (const label of ["iso-2022-kr", "hz-gb-2312", "iso-2022-cn"]) {
        assert.strictEqual(yield* decodeText(Buffer.from("a é\xff", "latin1"), typeOf(label)), "a \ufffd\ufffd")
        assert.strictEqual(yield* decodeText(Buffer.from("a é"), typeOf(label)), "a é")
      }
    })
  )

  it.effect("without one are still guessed at", () =>
    Effect.gen(function* () {
      const bytes = encoded("商品名,価格,在庫\nりんご,120円,あり\n", "shift_jis")
      const text = yield* decodeText(bytes, { essence: "text/html", charset: null })
      assert.strictEqual(text, "商品名,価格,在庫\nりんご,120円,あり\n")
    })
  )
})
