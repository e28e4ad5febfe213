import { assert, describe, it } from "@effect/vitest"
import { type Candidate, turnsOf } from "../../src/batches/turns.ts"

const batch = (id: string, organizationId: string, underWay = 0): Candidate => ({
  id,
  organizationId,
  underWay,
  left: 100,
  crawls: false,
  onlyHost: null
})

/** Pages that each batch gets whose pages are all of one host, of which so many may begin. */
const shared = (
  candidates: ReadonlyArray<Candidate>,
  room: number,
  limit = 50,
  given: { readonly pausing?: ReadonlyMap<string, number>; readonly served?: ReadonlyMap<string, number> } = {}
) => {
  const got: Record<string, number> = Object.fromEntries(candidates.map(({ id }) => [id, 0]))
  const turns = turnsOf({
    candidates,
    limit,
    ...given,
    shares: {
      organizations: { each: 100, of: new Map() },
      hosts: { each: room, of: new Map() }
    }
  })
  for (let turn = turns.next(); turn.done !== true; ) {
    const { batchId, count, hosts } = turn.value
    const taken = Math.min(count, hosts.left("host"))
    got[batchId]! += taken
    turn = turns.next({ hosts: Array.from({ length: taken }, () => "host"), mayHaveMore: taken === count })
  }
  return got
}

describe("turns of batches that share a host", () => {
  it("are equal, whichever is older", () => {
    assert.deepStrictEqual(shared([batch("a", "A"), batch("b", "B")], 8), { a: 4, b: 4 })
    assert.deepStrictEqual(shared([batch("b", "B"), batch("a", "A")], 8), { b: 4, a: 4 })
  })

  it("begin with the organization that has the least under way, however many batches another has", () => {
    const many = Array.from({ length: 19 }, (_, n) => batch(`a${String(n).padStart(2, "0")}`, "A", 1))
    assert.strictEqual(shared([...many, batch("b", "B")], 1).b, 1)
    assert.isAtLeast(shared([...many, batch("b", "B")], 8).b!, 1)
  })

  it("count all that is under way of an organization, also of batches that have nothing left to begin", () => {
    const begun = { ...batch("a0", "A", 8), left: 0 }
    assert.deepStrictEqual(shared([begun, batch("a1", "A"), batch("b", "B", 3)], 100, 5), { a0: 0, a1: 0, b: 5 })
  })

  it("take all that there is when nobody else asks", () => {
    assert.deepStrictEqual(shared([batch("a", "A")], 8), { a: 8 })
    assert.deepStrictEqual(shared([batch("a", "A")], 100, 30), { a: 30 })
  })

  it("go round among those that have as much, from the one that was served longest ago", () => {
    const three = ["a", "b", "c"].map((id) => batch(id, id))
    const first = (...served: ReadonlyArray<string>) => {
      const got = shared(three, 1, 1, { served: new Map(served.map((id, n) => [id, n + 1])) })
      return Object.keys(got).find((id) => got[id]! > 0)
    }
    assert.deepStrictEqual(
      [first(), first("a"), first("a", "b"), first("c", "a", "b"), first("a", "c", "b", "a"), first("a", "zz")],
      ["a", "b", "c", "c", "c", "b"]
    )
  })

  it("are given to a batch that has hardly begun beyond what its organization may have", () => {
    const shares = {
      organizations: { each: 50, of: new Map([["A", 1]]) },
      beginnings: { each: 50, of: new Map([["A", 7]]) },
      hosts: { each: 50, of: new Map() }
    }
    const given = (...candidates: ReadonlyArray<Candidate>) => {
      const got: Record<string, number> = {}
      const turns = turnsOf({ candidates, limit: 50, shares })
      for (let turn = turns.next(); turn.done !== true; ) {
        const { batchId, count } = turn.value
        got[batchId] = (got[batchId] ?? 0) + count
        turn = turns.next({ hosts: Array.from({ length: count }, () => "host"), mayHaveMore: true })
      }
      return got
    }
    assert.deepStrictEqual(given(batch("large", "A", 40), batch("new", "A")), { new: 7 })
    assert.deepStrictEqual(given(batch("large", "A", 40), batch("begun", "A", 8)), { begun: 2 })
    assert.deepStrictEqual(given(batch("large", "A", 40)), { large: 1 })
  })

  it("leave an organization its share of a host that another fills, and one page where the host is full", () => {
    const roomsOf = (atHost: number) => {
      const lanes = { each: 6, of: new Map([["A host", 0]]) }
      const hosts = { each: 20, of: new Map([["host", atHost]]), lanes }
      const shares = { organizations: { each: 50, of: new Map() }, hosts }
      const turns = turnsOf({ candidates: [batch("a", "A", 9), batch("b", "B")], limit: 20, shares })
      const rooms: Record<string, number | undefined> = {}
      for (let turn = turns.next(); turn.done !== true; turn = turns.next({ hosts: [], mayHaveMore: false })) {
        rooms[turn.value.batchId] = turn.value.hosts.left("host")
        for (const { batchId, hosts } of turn.value.round().wanted) {
          assert.strictEqual(hosts.left("host"), batchId === "a" ? 0 : rooms["b"])
          assert.strictEqual(Math.max(0, hosts.named().get("host")!), hosts.left("host"))
        }
      }
      return rooms
    }
    assert.deepStrictEqual(roomsOf(9), { b: 6, a: 0 })
    assert.deepStrictEqual(roomsOf(0), { b: 1, a: 0 })
  })

  it("tell what the rest of their round will ask for", () => {
    const turns = turnsOf({ candidates: [batch("a", "A"), batch("b", "B")], limit: 6, shares: undefined })
    const first = turns.next().value!
    assert.deepStrictEqual(
      first.round().wanted.map(({ batchId, count }) => [batchId, count]),
      [
        ["a", 3],
        ["b", 3]
      ]
    )
    const second = turns.next({ hosts: ["x", "x", "x"], mayHaveMore: true }).value!
    assert.deepStrictEqual(
      second.round().wanted.map(({ batchId, count }) => [batchId, count]),
      [["b", 3]]
    )
  })

  it("are as many for crawls as their host wants robots, and no fewer for lists", () => {
    const crawl = { ...batch("a", "A"), crawls: true }
    const other = { ...batch("b", "B"), crawls: true }
    const pausing = (room: number) => ({ pausing: new Map([["host", room]]) })
    assert.deepStrictEqual(shared([crawl, batch("c", "C")], 8, 50, pausing(0)), { a: 0, c: 8 })
    const one = shared([crawl, other], 8, 50, pausing(1))
    assert.strictEqual(one.a! + one.b!, 1)
    assert.deepStrictEqual(shared([crawl], 0, 50, pausing(1)), { a: 0 })
  })

  it("are asked of no batch whose only host has no room, and of the others in the same order", () => {
    const resting = new Map([["rests", 0]])
    const many = Array.from({ length: 6_000 }, (_, n) => ({ ...batch(`r${n}`, `R${n}`), onlyHost: "rests" }))
    const askedOf = (candidates: ReadonlyArray<Candidate>, room = resting) => {
      const asked: Array<string> = []
      const turns = turnsOf({ candidates, limit: 50, shares: undefined, resting: room })
      for (let turn = turns.next(); turn.done !== true; ) {
        const { batchId, count, hosts } = turn.value
        asked.push(batchId)
        const taken = batchId === "none" ? 0 : Math.min(count, hosts.left(batchId.startsWith("r") ? "rests" : "well"))
        const host = batchId.startsWith("r") ? "rests" : "well"
        turn = turns.next({ hosts: Array.from({ length: taken }, () => host), mayHaveMore: taken === count })
      }
      return asked
    }
    const others = [batch("b", "B", 1), batch("none", "N"), batch("a", "A")]
    assert.deepStrictEqual(askedOf([...many, ...others]), askedOf(others))
    assert.deepStrictEqual(askedOf(many, new Map([["rests", 1]])), ["r0"])
  })

  it("reach every batch when most have nothing at a host with room", () => {
    const several = Array.from({ length: 6_000 }, (_, n) => batch(`r${n}`, `R${n % 300}`))
    const shares = { organizations: { each: 1, of: new Map() }, hosts: { each: 20, of: new Map() } }
    const last = batch("z", "Z", 3)
    const asked = new Set<string>()
    const turns = turnsOf({ candidates: [...several, last], limit: 50, shares })
    for (let turn = turns.next(); turn.done !== true; ) {
      asked.add(turn.value.batchId)
      const hosts = turn.value.batchId === "z" ? ["well"] : []
      turn = turns.next({ hosts, mayHaveMore: hosts.length === turn.value.count })
    }
    assert.strictEqual(asked.size, 6_001)
  })
})
