/** The address under which others reach an installation: what is added to it must lead there, and it is given away. */
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Option, Result } from "effect"
import { readSettings } from "../src/config.ts"
import { readPublicAddress } from "../src/publicAddress.ts"

const settingOf = (text: string) =>
  readSettings(false).pipe(
    Effect.provideService(
      ConfigProvider.ConfigProvider,
      ConfigProvider.fromEnvRecord({ KITTIWAKE_PUBLIC_URL: text, KITTIWAKE_BLOBS: "/tmp/blobs" })
    )
  )

describe("the public address", () => {
  it("is taken without slashes at its end, as browsers write it", () => {
    for (const [text, read] of [
      ["https://api.example.com", "https://api.example.com"],
      ["https://api.example.com/", "https://api.example.com"],
      ["HTTPS://API.example.com:443//", "https://api.example.com"],
      ["http://127.0.0.1:8787", "http://127.0.0.1:8787"],
      ["http://[::1]:8787/", "http://[::1]:8787"],
      ["https://example.com/kittiwake/", "https://example.com/kittiwake"],
      ["https://example.com/a@b/c%3Fd", "https://example.com/a@b/c%3Fd"]
    ] as const) {
      assert.deepStrictEqual(readPublicAddress(text), Result.succeed(read))
    }
  })

  for (const [text, why] of [
    ["https://api.example.com/?a=b", "has a query or a fragment"],
    ["https://api.example.com/?", "has a query or a fragment"],
    ["https://api.example.com#top", "has a query or a fragment"],
    ["https://api.example.com/#", "has a query or a fragment"],
    ["https://user:secretword@api.example.com", "has a user or a password in it"],
    ["https://secretword@api.example.com/x?y", "has a user or a password in it"],
    ["https://:secretword@api.example.com", "has a user or a password in it"],
    ["api.example.com", "is no address"],
    ["ftp://api.example.com", "is no address"],
    ["https://", "is no address"]
  ] as const) {
    it.effect(`is refused where it ${why}: ${text}`, () =>
      Effect.gen(function* () {
        const { message } = yield* Effect.flip(settingOf(text))
        assert.include(message, `KITTIWAKE_PUBLIC_URL ${why}`)
        assert.include(message, "such as https://api.example.com.")
        assert.notInclude(message, "secretword")
      })
    )
  }

  it.effect("is what the settings have", () =>
    Effect.gen(function* () {
      const { publicUrl } = yield* settingOf("https://api.example.com/watch/")
      assert.strictEqual(Option.getOrNull(publicUrl), "https://api.example.com/watch")
    })
  )
})
