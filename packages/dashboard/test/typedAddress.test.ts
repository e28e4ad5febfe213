import { assert, describe, it } from "@effect/vitest"
import { withScheme } from "../../cli/src/commands/webFlags.ts"
import { sentAddress, typedAddress } from "../app/parts/typedAddress.ts"
import { entriesOf } from "../app/screens/work/addresses.ts"

describe("an address as people type it", () => {
  it.each([
    ["example.com/a", "https://example.com/a"],
    [" example.com:8443/a ", "https://example.com:8443/a"],
    ["http://example.com/", "http://example.com/"],
    ["127.0.0.1:8101/a", "http://127.0.0.1:8101/a"],
    ["localhost:8101/a", "http://localhost:8101/a"],
    ["LOCALHOST", "http://LOCALHOST"],
    ["[::1]:8101", "http://[::1]:8101"],
    ["localhost.example.com/a", "https://localhost.example.com/a"],
    ["https://127.0.0.1:8101/a", "https://127.0.0.1:8101/a"]
  ])("is read as by the command: %s", (typed, address) => {
    assert.strictEqual(typedAddress(typed), address)
    assert.strictEqual(withScheme(typed), address)
  })

  it("stays as it is where it is of another kind, or empty", () => {
    assert.deepStrictEqual(["mailto:a@example.com", " "].map(typedAddress), ["mailto:a@example.com", ""])
  })

  it("is sent with its scheme where it is one, and as it was typed where it is none", () => {
    for (const [typed, sent] of [
      [" example.com/a ", "https://example.com/a"],
      ["localhost", "http://localhost"],
      ["intranet:8080/a", "https://intranet:8080/a"],
      ["http://example.com", "http://example.com"],
      ["münchen.example", "https://münchen.example"],
      ...[
        "nonsense",
        "",
        "two words.com",
        "a.com\nb.com",
        "mailto:a@example.com",
        "javascript:alert(1)",
        "you@example.com"
      ].map((other) => [other, other])
    ] as const)
      assert.strictEqual(sentAddress(typed ?? ""), sent)
  })

  it("is, in a list, what the server reads in the same way", () => {
    assert.deepStrictEqual(
      entriesOf(["example.com/a", "127.0.0.1:8101/a", "localhost:8101"]).map(({ url }) => url),
      ["example.com/a", "http://127.0.0.1:8101/a", "http://localhost:8101"]
    )
  })
})
