/** What decides which page one gets stands in the key under which it is kept. */
import { assert, describe, it } from "@effect/vitest"
import { Signer } from "@kittiwake/core/security/Signer"
import { Effect, Layer } from "effect"
import type { PageSource } from "../../src/pages/domain/ScrapeRequest.ts"
import { captureKeys } from "../../src/pages/keepCapture.ts"

const plain: PageSource = {
  url: "https://site.example/a",
  headers: {},
  country: null,
  waitMillis: null,
  settlesAnimations: false,
  actions: [],
  includeFrames: false,
  profile: null
}

const others: Readonly<Record<string, Partial<PageSource>>> = {
  address: { url: "https://site.example/b" },
  country: { country: "de" },
  wait: { waitMillis: 500 },
  animations: { settlesAnimations: true },
  actions: { actions: [{ do: "wait", timeMs: 500 }] },
  frames: { includeFrames: true }
}

const readable = Layer.mock(Signer, { digest: (text) => Effect.succeed(String(text)) })

describe("a page that is kept", () => {
  for (const [name, other] of Object.entries(others)) {
    it.effect(`is another one by its ${name}`, () =>
      Effect.gen(function* () {
        const one = yield* captureKeys(plain)
        const two = yield* captureKeys({ ...plain, ...other })
        assert.notStrictEqual(one.sent, two.sent)
        assert.notStrictEqual(one.rendered, two.rendered)
      }).pipe(Effect.provide(readable))
    )
  }

  it.effect("is the same one whatever its fragment, unless a browser showed it", () =>
    Effect.gen(function* () {
      const one = yield* captureKeys(plain)
      const two = yield* captureKeys({ ...plain, url: `${plain.url}#/b` })
      assert.strictEqual(one.sent, two.sent)
      assert.notStrictEqual(one.rendered, two.rendered)
    }).pipe(Effect.provide(readable))
  )
})
