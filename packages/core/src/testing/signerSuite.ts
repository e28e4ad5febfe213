import { assert, layer } from "@effect/vitest"
import { Effect, type Layer, Schema } from "effect"
import { Hex } from "effect/encoding"
import { Signer } from "../security/Signer.ts"

const bytes = (text: string) => new TextEncoder().encode(text)

// The digests are the examples of FIPS 180-4; the codes are test cases 1, 2 and 6 of RFC 4231.
const digests = [
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  [
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
  ]
] as const
const codes = [
  [new Uint8Array(20).fill(0x0b), "Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"],
  [bytes("Jefe"), "what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"],
  [
    new Uint8Array(131).fill(0xaa),
    "Test Using Larger Than Block-Size Key - Hash Key First",
    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
  ]
] as const

/** What `Signer` promises, run against any adapter. */
export const suite = (name: string, signers: Layer.Layer<Signer, unknown>) =>
  layer(signers)(`Signer (${name})`, (it) => {
    it.effect("gives the published digests", () =>
      Effect.gen(function* () {
        const signer = yield* Signer
        for (const [text, digest] of digests) {
          assert.strictEqual(yield* signer.digest(text), digest)
          assert.strictEqual(yield* signer.digest(bytes(text)), digest)
        }
      })
    )

    it.effect("gives the published codes, for keys longer than a block too", () =>
      Effect.gen(function* () {
        const signer = yield* Signer
        for (const [key, message, code] of codes) {
          assert.strictEqual(Hex.encode(yield* signer.mac(key, message)), code)
        }
      })
    )

    it.effect("reads text as UTF-8", () =>
      Effect.gen(function* () {
        const signer = yield* Signer
        assert.strictEqual(
          yield* signer.digest("12 € ☂ 𝄞"),
          "2d4eefcf98cdb6226c4756fc0c823e5f8a209f3e6964b026c31ae363214b7cd7"
        )
      })
    )

    it.effect.prop(
      "gives equal output for equal input to all callers at once",
      [Schema.String, Schema.String],
      ([key, text]) =>
        Effect.gen(function* () {
          const signer = yield* Signer
          const outputs = yield* Effect.forEach(
            Array.from({ length: 50 }, () => text),
            (one) => Effect.all([signer.digest(one), Effect.map(signer.mac(bytes(key), one), Hex.encode)]),
            { concurrency: "unbounded" }
          )
          assert.strictEqual(new Set(outputs.map(String)).size, 1)
        }),
      { arbitrary: { runs: 20 } }
    )
  })
