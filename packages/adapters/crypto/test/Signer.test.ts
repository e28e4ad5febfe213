import { assert, describe, it } from "@effect/vitest"
import { Signer } from "@kittiwake/core/security/Signer"
import { suite } from "@kittiwake/core/testing/signerSuite"
import { Effect } from "effect"
import { layer } from "../src/Signer.ts"

suite("node:crypto", layer)

/** Standard Webhooks vectors: secret, message and expected code. */
const vectors = [
  [
    "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}',
    "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
  ],
  [
    "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    "msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.",
    "v48jdbgvh29KJz2Qc+ghw8G6vG3nAKnujWBg8oM/62A="
  ],
  [
    "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"t":"é😀\u2028"}',
    "woDBWurqdkVHFqZeiKyV8aEhrDcyj3Zxt56CPyTIO8M="
  ],
  [
    "C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
    'msg_27UH4WbU6Z5A5EzD8u03UvzRbpk.1649367553.{"email":"test@example.com","username":"test_user"}',
    "tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw="
  ]
] as const

describe("Signer (node:crypto)", () => {
  it.effect.each(vectors)("signs as the Standard Webhooks vectors do", ([secret, message, expected]) =>
    Effect.gen(function* () {
      const code = yield* Signer.use((signer) => signer.mac(Buffer.from(secret, "base64"), message))
      assert.strictEqual(Buffer.from(code).toString("base64"), expected)
    }).pipe(Effect.provide(layer))
  )
})
