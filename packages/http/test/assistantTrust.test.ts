import { assert, describe, it, vi } from "@effect/vitest"
import { distrusts } from "../src/assistants/trust.ts"
import { publicAddress } from "../src/web/PublicAddress.ts"

const here = { listensOn: "127.0.0.1", named: null }
const everywhere = { listensOn: "0.0.0.0", named: null }
const named = { listensOn: "0.0.0.0", named: "https://gulls.example" }
const mounted = { listensOn: null, named: null }

const trusts = (
  own: typeof here | typeof named | typeof mounted,
  host: string,
  origin?: string,
  allowed: ReadonlyArray<string> = []
) => distrusts({ host, origin }, own, allowed) === null

describe("who may speak to /mcp", () => {
  it("reaches a server of this machine by a name of this machine", () => {
    for (const host of ["localhost:8787", "127.0.0.1:8787", "127.9.9.9", "[::1]:8787", "LOCALHOST"])
      assert.isTrue(trusts(here, host), host)
    for (const host of ["evil.example:8787", "localhost.evil.example", "127.0.0.1.evil.example", ""]) {
      assert.isFalse(trusts(here, host), host)
    }
  })

  it("is refused under what looks like an address and is none", () => {
    for (const host of ["localhost:99999", "127.999.0.1", "evil.example:99999"]) {
      for (const own of [here, everywhere, mounted]) assert.isFalse(trusts(own, host), host)
      const request = { headers: { host } } as never
      assert.strictEqual(publicAddress(here, request), "", host)
    }
  })

  it("is refused under what is longer than any name, which no parser sees", () => {
    const long = Array.from({ length: 3_000 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7_919) % 20_000))).join("")
    const canParse = vi.spyOn(URL, "canParse")
    const parse = vi.spyOn(URL, "parse")
    for (const host of [long, encodeURIComponent(long), "a".repeat(280_000)]) {
      for (const own of [here, everywhere, named, mounted]) {
        assert.isFalse(trusts(own, host), host.slice(0, 20))
        assert.isFalse(trusts(own, "localhost", `https://${host}`), host.slice(0, 20))
      }
    }
    const seen = [...canParse.mock.calls, ...parse.mock.calls].map(([address]) => String(address).length)
    canParse.mockRestore()
    parse.mockRestore()
    assert.isAtMost(Math.max(...seen), 300)
  })

  it("reaches a server that has a name by that name, and one that listens for others by any", () => {
    assert.isTrue(trusts(named, "gulls.example"))
    assert.isFalse(trusts(named, "evil.example"))
    assert.isTrue(trusts(everywhere, "gulls.lan:8787"))
    assert.isTrue(trusts(mounted, "app.example"))
  })

  it("is no page of another site, also not under the name that it reached", () => {
    assert.isTrue(trusts(named, "gulls.example", "https://gulls.example"))
    assert.isTrue(trusts(everywhere, "gulls.lan", "http://localhost:6274"))
    assert.isTrue(trusts(everywhere, "gulls.lan", "https://app.example", ["https://app.example"]))
    assert.isFalse(trusts(everywhere, "evil.example", "http://evil.example"))
    assert.isFalse(trusts(named, "gulls.example", "http://gulls.example"))
    assert.isFalse(trusts(mounted, "app.example", "null"))
    assert.isFalse(trusts(mounted, "app.example", "no address"))
  })
})
