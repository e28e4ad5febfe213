/** Submissions that the public client sends again by itself, without a key (contract/client-behaviour.md §4). */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { call, layer, newKey, newOrganization } from "../support/App.ts"

const body = (...urls: ReadonlyArray<string>) => ({ input: { mode: "scrape", data: { format: "markdown", urls } } })

describe("a batch that is submitted again", () => {
  it.effect("is the batch that was submitted, and is not charged again", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization()
      const { secret } = yield* newKey(organization)
      const other = yield* newKey(organization)
      const submit = (sent: object, retries?: string, by = secret) =>
        call("POST", "/v1/batch/submit", {
          ...{ key: by, body: sent },
          ...(retries === undefined ? {} : { headers: { "x-stainless-retry-count": retries } })
        })
      const pages = body("https://a.example/1", "https://a.example/2")
      const first = yield* submit(pages, "0")
      assert.strictEqual(first.status, 200)
      const again = yield* submit(pages, "1")
      assert.deepStrictEqual(
        [again.status, again.body.id, again.body.key_metadata],
        [200, first.body.id, { credits_consumed: 0, credits_remaining: 998 }]
      )
      // A client reads another key from its settings meanwhile: it is the same organization.
      assert.strictEqual((yield* submit(pages, "2", other.secret)).body.id, first.body.id)
      for (const [sent, retries] of [
        [pages, "0"],
        [pages, "x"],
        [pages, undefined],
        [body("https://a.example/1", "https://a.example/3"), "1"]
      ] as const) {
        assert.notStrictEqual((yield* submit(sent, retries)).body.id, first.body.id)
      }
      const stranger = yield* newKey(yield* newOrganization())
      assert.notStrictEqual((yield* submit(pages, "1", stranger.secret)).body.id, first.body.id)
    }).pipe(Effect.provide(layer))
  )
})
