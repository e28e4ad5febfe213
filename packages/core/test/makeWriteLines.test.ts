import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { makeWriteLines, type Whose, type WriteTurn } from "../src/makeWriteLines.ts"

const max = 4
const lanes = 5

interface Crowd {
  /** How many works each owner has. */
  readonly works: ReadonlyArray<number>
  /** What the lengths of the writes follow from, one after the other. */
  readonly seed: number
  /** How long a write takes at most. */
  readonly longest: number
}

const crowds = fc.record({
  works: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 2, maxLength: 4 }),
  seed: fc.integer({ min: 1, max: 2 ** 31 - 2 }),
  longest: fc.integer({ min: 1, max: 9 })
})

/** Lengths in no pattern: with one, an owner might have all the long ones. */
const lengths = ({ longest, seed }: Crowd) => {
  let state = seed
  return () => {
    state = (state * 48_271) % (2 ** 31 - 1)
    return 1 + (state % longest)
  }
}

const ticks = 300
const runs = { numRuns: 30 }

/** Lets owners write whose works always have more to write than there is room for; tells for how long each wrote, and each of its works. */
const written = (crowd: Crowd) => {
  const { works } = crowd
  const nextLength = lengths(crowd)
  const lines = makeWriteLines<Whose>({ lanes, max, isShared: true })
  const all = works.flatMap((count, owner) =>
    Array.from({ length: count }, (_, work): Whose => ({ owner: `owner ${owner}`, work: `work ${work}` }))
  )
  const add = (whose: Whose, count: number) => {
    for (let n = 0; n < count; n++) lines.add(whose, whose)
  }
  for (const whose of all) add(whose, 2 * max)
  const underWay: Array<{ readonly endsAt: number; readonly turn: WriteTurn<Whose> }> = []
  const took = new Map<string, number>()
  const writes = new Map<string, number>()
  const count = (of: Map<string, number>, name: string, by: number) => of.set(name, (of.get(name) ?? 0) + by)
  let most = 0
  const begin = (now: number) => {
    for (let turn = lines.begin(); turn !== undefined; turn = lines.begin()) {
      const items = turn.take()
      const [first] = items
      assert.isTrue(items.length <= max && items.every((one) => one === first), "a write is of one work")
      const length = nextLength()
      underWay.push({ endsAt: now + length, turn })
      count(took, first!.owner, length)
      count(writes, `${first!.owner} ${first!.work}`, 1)
      add(first!, items.length)
    }
    most = Math.max(most, underWay.length)
  }
  for (let now = 0; now < ticks; now++) {
    const ended = underWay.filter(({ endsAt }) => endsAt <= now)
    for (const one of ended) {
      underWay.splice(underWay.indexOf(one), 1)
      one.turn.end()
      begin(now)
    }
    if (now === 0) begin(now)
  }
  return { took, writes, most }
}

describe("turns of writes", () => {
  it("give owners equal shares of the time, however many works each has", () => {
    fc.assert(
      fc.property(crowds, (crowd) => {
        const { most, took } = written(crowd)
        const times = crowd.works.map((_, owner) => took.get(`owner ${owner}`) ?? 0)
        assert.isAtMost(most, lanes)
        assert.isAtLeast(Math.min(...times), 0.7 * Math.max(...times), JSON.stringify(times))
      }),
      runs
    )
  })

  it("go round the works of each owner", () => {
    fc.assert(
      fc.property(crowds, (crowd) => {
        const { writes } = written({ ...crowd, longest: 1 })
        for (const [owner, count] of crowd.works.entries()) {
          const counts = Array.from({ length: count }, (_, work) => writes.get(`owner ${owner} work ${work}`) ?? 0)
          assert.isAtMost(Math.max(...counts) - Math.min(...counts), 1, JSON.stringify(counts))
        }
      }),
      runs
    )
  })

  it("come at once to an owner that has no write under way, and to a work of one whose other has many", () => {
    const lines = makeWriteLines<string>({ lanes, max, isShared: true })
    const begin = () => lines.begin()?.take()
    const add = (owner: string, work: string, count: number) => {
      for (let n = 0; n < count; n++) lines.add(work, { owner, work })
    }
    const whole = (work: string) => Array.from({ length: max }, () => work)
    add("A", "large", 40)
    assert.deepStrictEqual([begin(), begin(), begin(), begin()], [...[1, 2, 3].map(() => whole("large")), undefined])
    add("A", "small", 1)
    assert.deepStrictEqual([begin(), begin()], [["small"], undefined])
    add("A", "third", 1)
    add("B", "other", 1)
    assert.deepStrictEqual([begin(), begin()], [["other"], undefined])
  })

  it("take a lane that comes free to whoever has fewest", () => {
    const lines = makeWriteLines<string>({ lanes, max, isShared: true })
    for (let n = 0; n < 40; n++) lines.add("A", { owner: "A", work: String(n) })
    const writes = Array.from({ length: 4 }, () => lines.begin()!)
    for (const { take } of writes) take()
    for (let n = 0; n < 2 * max; n++) lines.add("B", { owner: "B", work: "" })
    const all = Array.from({ length: max }, () => "B")
    assert.deepStrictEqual(lines.begin()?.take(), all)
    writes[0]!.end()
    assert.isUndefined(lines.begin(), "the last lane is for whoever has none")
    writes[1]!.end()
    assert.deepStrictEqual(lines.begin()?.take(), all)
  })
})
