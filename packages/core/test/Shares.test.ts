import { assert, describe, it } from "@effect/vitest"
import {
  type Counted,
  fullIn,
  hostOf,
  laneOf,
  roomAt,
  roomFor,
  sharesAfter,
  sharesOf,
  takeInShares,
  type UnderWay
} from "@kittiwake/core/Shares"
import { Schema } from "effect"

const nothing: UnderWay = { organizations: new Map(), hosts: new Map(), lanes: new Map() }

/** What is under way when each organization has so many at each host. */
const underWayOf = (held: Readonly<Record<string, Readonly<Record<string, number>>>>): UnderWay => {
  const counts = {
    organizations: new Map<string, number>(),
    hosts: new Map<string, number>(),
    lanes: new Map<string, number>()
  }
  const add = (to: Map<string, number>, key: string, count: number) => to.set(key, (to.get(key) ?? 0) + count)
  for (const [organizationId, hosts] of Object.entries(held)) {
    for (const [host, count] of Object.entries(hosts)) {
      add(counts.organizations, organizationId, count)
      add(counts.hosts, host, count)
      add(counts.lanes, laneOf({ organizationId, host }), count)
    }
  }
  return counts
}

/** So many organizations, each with endless work at a host of its own that takes ten steps, claim from so many places; what is free after each step. */
const crowdedSteps = function* (places: number, count: number) {
  const crowd = Array.from({ length: count }, (_, n) => ({ organizationId: `org_${n}`, host: `${n}.example` }))
  let underWay: Array<{ readonly one: Counted; readonly until: number }> = []
  for (let step = 0; step < 60; step++) {
    underWay = underWay.filter(({ until }) => until > step)
    const held: Record<string, Record<string, number>> = {}
    for (const { one } of underWay)
      held[one.organizationId] = { [one.host]: (held[one.organizationId]?.[one.host] ?? 0) + 1 }
    const free = places - underWay.length
    const due = crowd.flatMap((one) => Array.from({ length: 20 }, () => ({ ...one })))
    const claim = { due, limit: Math.ceil(free / 2), shares: sharesOf(underWayOf(held), free) }
    yield { step, free, claim }
    for (const one of takeInShares(due, claim.limit, claim.shares)) underWay.push({ one, until: step + 10 })
  }
}

const nobody = { each: 1, of: new Map<string, number>() }

describe("shares", () => {
  it("give an organization alone most of the places, and half of them at one host", () => {
    const shares = sharesOf(nothing, 300)
    assert.strictEqual(roomFor(shares.organizations, "a"), 175)
    assert.strictEqual(roomAt(shares, { organizationId: "a", host: "a.example" }), 131)
    const later = sharesOf(underWayOf({ a: { "a.example": 131, "b.example": 44 } }), 125)
    assert.deepStrictEqual([fullIn(later.organizations), fullIn(later.hosts)], [["a"], ["a a.example"]])
  })

  it("leave an organization its share at a host that another fills, and a place where many fill it", () => {
    const beside = sharesOf(underWayOf({ a: { "hooks.example": 262 } }), 338)
    assert.strictEqual(roomAt(beside, { organizationId: "a", host: "hooks.example" }), 0)
    assert.isAtLeast(roomAt(beside, { organizationId: "b", host: "hooks.example" }), 50)
    const crowd = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`org_${n}`, { "hooks.example": 9 }]))
    const crowded = sharesOf(underWayOf(crowd), 240)
    assert.deepStrictEqual(fullIn({ ...crowded.hosts, lanes: nobody }), ["hooks.example"])
    assert.strictEqual(roomAt(crowded, { organizationId: "b", host: "hooks.example" }), 1)
    assert.strictEqual(roomAt(crowded, { organizationId: "org_1", host: "hooks.example" }), 0)
    const after = sharesAfter(crowded, [{ organizationId: "b", host: "hooks.example" }])
    assert.isAtMost(roomAt(after, { organizationId: "b", host: "hooks.example" }), 0)
  })

  it.each([1, 2, 5, 25, 60])("let who holds nothing begin at the next claim beside %i who would take all", (count) => {
    for (const { claim, free, step } of crowdedSteps(300, count)) {
      assert.isAbove(free, 0)
      const behind = [{ organizationId: "b", host: "b.example" }]
      const taken = takeInShares([...claim.due, ...behind], claim.limit, claim.shares)
      assert.include(taken, behind[0]!, `step ${step}`)
    }
  })

  it.each([10, 40])("leave one place in twenty after each claim of %i who would take all", (count) => {
    for (const { claim, free } of crowdedSteps(600, count)) {
      assert.isAtLeast(free - takeInShares(claim.due, claim.limit, claim.shares).length, 30)
    }
  })

  const counts = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 300 }))
  it.prop("give what comes free to nobody who has more than a share of it", [counts, counts], ([held, free]) => {
    const { hosts, organizations } = sharesOf(underWayOf({ a: { h: held } }), free)
    const taken = Math.max(0, roomFor(organizations, "a"))
    if (held > 0) assert.isAtMost(held > 2 * free ? taken : held + taken - 2 * (free - taken), 0)
    if (held > free) assert.isAtMost(roomFor(hosts.lanes!, "a h"), 0)
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

  it("take first of who has fewest under way, however long others are due, and of one at the host where it has fewest", () => {
    const due = ["a x", "a x", "a x", "c x", "a y", "b x", "c x", "b x"].map((key, n) => {
      const [organizationId, host] = key.split(" ") as [string, string]
      return { n, organizationId, host }
    })
    const shares = sharesOf(underWayOf({ a: { x: 2 }, c: { x: 1 } }), 100)
    const takenOf = (limit: number) => takeInShares(due, limit, shares).map(({ n }) => n)
    assert.deepStrictEqual(takenOf(1), [5])
    assert.deepStrictEqual(takenOf(3), [3, 5, 7])
    assert.deepStrictEqual(takenOf(5), [3, 4, 5, 6, 7])
    assert.deepStrictEqual(takenOf(6), [0, 3, 4, 5, 6, 7])
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
    assert.strictEqual(roomAt(sharesOf(nothing, 1), { organizationId: "a", host: "a.example" }), 1)
    assert.strictEqual(roomAt(sharesOf(nothing, 0), { organizationId: "a", host: "a.example" }), 0)
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
