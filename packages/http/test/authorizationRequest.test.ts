/** Where a person is sent with the answer to a program's request. Observed: the address. */
import { assert, describe, it } from "@effect/vitest"
import { answerAddress } from "../src/oauth/AuthorizationRequest.ts"

describe("the address with the answer", () => {
  const base = "https://kittiwake.example/kw"
  const answer = { code: "kwc_1" }

  it("keeps the query that the program registered, and the state letter by letter", () => {
    const at = (redirectUri: string, state: string | null) =>
      new URL(answerAddress({ redirectUri, state }, base, answer))
    const plain = at("https://a.example/cb", null)
    assert.deepStrictEqual(
      [...plain.searchParams],
      [
        ["code", "kwc_1"],
        ["iss", base]
      ]
    )
    const own = at("https://a.example/cb?app=1", "a b&c=é+/%20")
    assert.strictEqual(own.searchParams.get("app"), "1")
    assert.strictEqual(own.searchParams.get("code"), "kwc_1")
    assert.strictEqual(own.searchParams.get("state"), "a b&c=é+/%20")
    assert.strictEqual(own.pathname, "/cb")
  })
})
