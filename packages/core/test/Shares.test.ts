import { assert, describe, it } from "@effect/vitest"
import { fullIn, hostOf, roomFor, sharesAfter, sharesOf, takeInShares } from "@kittiwake/core/Shares"
import { Schema } from "effect"

const nothing = { organizations: new Map<string, number>(), hosts: new Map<string, number>() }

/** What each organization holds when so many with endless work claim in turn from so many places. */
const settled = (places: number, organizations: ReadonlyArray<string>) => {
  const held = new Map<string, number>()
  for (let round = 0; round < 100; round++) {
    for (const one of organizations) {
      const free = places - [...held.values()].reduce((sum, count) => sum + count, 0)
      const room = roomFor(sharesOf({ organizations: held, hosts: new Map() }, free).organizations, one)
      held.set(one, (held.get(one) ?? 0) + Math.max(0, Math.min(room, Math.ceil(free / 2))))
    }
  }
  return held
}

describe("shares", () => {
  it("give an organization alone two thirds of the places, and a host half of them", () => {
    const shares = sharesOf(nothing, 300)
    assert.strictEqual(roomFor(shares.organizations, "a"), 200)
    assert.strictEqual(roomFor(shares.hosts, "a.example"), 150)
    const later = sharesOf({ organizations: new Map([["a", 200]]), hosts: new Map([["a.example", 150]]) }, 100)
    assert.deepStrictEqual([fullIn(later.organizations), fullIn(later.hosts)], [["a"], ["a.example"]])
  })

  it.each([1, 2, 3, 4, 5, 6])("leave a place for who has none beside %i who would take all", (count) => {
    const crowd = Array.from({ length: count }, (_, n) => `org_${n}`)
    const held = settled(300, crowd)
    const free = 300 - [...held.values()].reduce((sum, one) => sum + one, 0)
    assert.isAbove(free, 0)
    assert.isAbove(roomFor(sharesOf({ organizations: held, hosts: new Map() }, free).organizations, "newcomer"), 0)
  })

  const counts = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 300 }))
  it.prop("give what comes free to nobody who has more than a share of it", [counts, counts], ([held, free]) => {
    const { hosts, organizations } = sharesOf(
      { organizations: new Map([["a", held]]), hosts: new Map([["a", held]]) },
      free
    )
    const taken = Math.max(0, roomFor(organizations, "a"))
    if (held > 0) assert.isAtMost(held > 2 * free ? taken : held + taken - 2 * (free - taken), 0)
    if (held > free) assert.isAtMost(roomFor(hosts, "a"), 0)
  })

  it("take what is longest due of those who have room", () => {
    const due = ["a", "a", "b", "a", "c"].map((key, n) => ({ n, organizationId: key, host: `${key}.example` }))
    const shares = {
      organizations: { each: 5, of: new Map([["a", 2]]) },
      hosts: { each: 5, of: new Map([["b.example", 0]]) }
    }
    assert.deepStrictEqual(
      takeInShares(due, 10, shares).map(({ n }) => n),
      [0, 1, 4]
    )
    assert.strictEqual(takeInShares(due, 10, undefined).length, 5)
    assert.strictEqual(takeInShares(due, 2, undefined).length, 2)
    assert.deepStrictEqual(fullIn(sharesAfter(shares, takeInShares(due, 10, shares)).organizations), ["a"])
  })

  it("give a host its share, whoever has work for it", () => {
    const due = ["a", "b", "c"].map((organizationId) => ({ organizationId, host: "a.example" }))
    const shares = {
      organizations: { each: 5, of: new Map<string, number>() },
      hosts: { each: 2, of: new Map<string, number>() }
    }
    assert.strictEqual(takeInShares(due, 10, shares).length, 2)
  })

  it("give the last place to who has none", () => {
    const nobody = { organizations: new Map<string, number>(), hosts: new Map<string, number>() }
    assert.strictEqual(roomFor(sharesOf(nobody, 1).hosts, "a.example"), 1)
    assert.strictEqual(roomFor(sharesOf(nobody, 0).hosts, "a.example"), 0)
  })

  it.each([
    ["https://Example.com/a?b#c", "example.com"],
    ["http://user:pass@example.com:8080", "example.com"],
    ["https://any@thing@example.com/@x", "example.com"],
    ["https://example.com?x=1", "example.com"],
    ["http://[::1]:80/", "[::1]"],
    ["http://[2001:DB8:0::1]/", "[2001:db8::1]"],
    ["http://0x7f.1/", "127.0.0.1"],
    ["https://bücher.example/", "xn--bcher-kva.example"],
    ["https://example.com./", "example.com"],
    ["not an address", ""]
  ])("know the host of %s", (url, host) => {
    assert.strictEqual(hostOf(url), host)
  })

  it.prop(
    "know one host however it is spelled",
    [
      Schema.Literals(["shop.example", "xn--bcher-kva.example", "127.0.0.1", "[2001:db8::1]"]),
      Schema.Struct({
        scheme: Schema.Literals(["http", "https", "HTTPS"]),
        user: Schema.NullOr(Schema.Literals(["user", "user:secret", "one%40two", "a@b", "any:@:@thing"])),
        port: Schema.NullOr(Schema.Literals([1, 80, 443, 8_080, 65_535])),
        path: Schema.Literals(["", "/", "/@x", "?y=https://other.example/", "#@other.example", "/[x]:80"]),
        isUpper: Schema.Boolean,
        isAbsolute: Schema.Boolean
      })
    ],
    ([host, { isAbsolute, isUpper, path, port, scheme, user }]) => {
      const name = /^[[\d]/.test(host) || !isAbsolute ? host : `${host}.`
      const spelled = isUpper ? name.toUpperCase() : name
      const url = `${scheme}://${user === null ? "" : `${user}@`}${spelled}${port === null ? "" : `:${port}`}${path}`
      assert.strictEqual(hostOf(url), host)
      assert.strictEqual(hostOf(url), new URL(url).hostname.replace(/\.$/, ""))
    }
  )

  it("keep no more of a host than a name may have", () => {
    assert.lengthOf(hostOf(`https://${"a".repeat(900)}.example/`), 255)
    assert.strictEqual(hostOf(`https://${"a".repeat(3_000)}.example/`), "")
  })
})
