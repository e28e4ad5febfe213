import { assert, describe, it } from "@effect/vitest"
import { inboxAddress, inboxTarget, ownInboxAddress } from "../../src/inbox/domain/InboxAddress.ts"

const token = "aB3".repeat(13).slice(0, 39) + "9"
const nowhere = { named: null, listensOn: null }
const named = { named: "https://api.example.com/kittiwake", listensOn: "10.0.0.5" }

describe("the address of an inbox", () => {
  it("is known on this machine, whatever the port, and under the address that the operator named", () => {
    for (const base of ["http://localhost", "http://127.0.0.1:8787", "http://127.3.2.1:1", "http://[::1]:8787"]) {
      assert.deepStrictEqual(inboxTarget(ownInboxAddress(base), nowhere), { token: null, isOurs: true }, base)
      // Another installation may be behind that port, with inboxes of its own.
      assert.deepStrictEqual(inboxTarget(inboxAddress(base, token), nowhere), { token, isOurs: false }, base)
    }
    const base = named.named
    assert.deepStrictEqual(inboxTarget(ownInboxAddress(base), named), { token: null, isOurs: true })
    assert.deepStrictEqual(inboxTarget(inboxAddress(base, token), named), { token, isOurs: true })
    assert.deepStrictEqual(inboxTarget(ownInboxAddress("http://10.0.0.5:8787"), named), { token: null, isOurs: true })
  })

  it("is nobody else's", () => {
    for (const url of [
      ownInboxAddress("https://api.example.com"),
      ownInboxAddress("https://api.example.com/kittiwake/other"),
      ownInboxAddress("http://api.example.com/kittiwake"),
      ownInboxAddress("https://evil.example/kittiwake"),
      ownInboxAddress("https://localhost.evil.example"),
      ownInboxAddress("http://127.0.0.1.evil.example"),
      ownInboxAddress("http://user@127.0.0.1"),
      ownInboxAddress("http://10.0.0.6"),
      ownInboxAddress("http://127.0.0.1/deeper"),
      `${ownInboxAddress("http://127.0.0.1")}/`,
      `${ownInboxAddress("http://127.0.0.1")}?to=other`,
      `${ownInboxAddress("http://127.0.0.1")}#part`,
      "http://127.0.0.1/inbox",
      "http://127.0.0.1/inbox/",
      "http://127.0.0.1/inbox/owner",
      inboxAddress("http://127.0.0.1", token.slice(1)),
      inboxAddress("http://127.0.0.1", `${token.slice(1)}-`),
      "/inbox/own",
      "not an address"
    ]) {
      assert.isNull(inboxTarget(url, named), url)
    }
  })

  it("is not where the server listens on every address there is", () => {
    assert.isNull(inboxTarget(ownInboxAddress("http://0.0.0.0:8787"), { named: null, listensOn: "0.0.0.0" }))
  })
})
