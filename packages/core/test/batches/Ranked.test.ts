import { assert, describe, it } from "@effect/vitest"
import { Ranked } from "../../src/batches/Ranked.ts"

interface One {
  readonly name: number
  rank: number
}

const counted = () => {
  const asked = { times: 0 }
  const ranked = new Ranked<One>((a, b) => {
    asked.times += 1
    return a.rank - b.rank || a.name - b.name
  })
  return { asked, ranked }
}

/** Numbers that look like chance, and are the same each time. */
const scattered = (n: number): number => (n * 7_919) % 104_729

describe("what is ranked", () => {
  it("comes in its order, also where items move and leave", () => {
    const { ranked } = counted()
    const items = Array.from({ length: 500 }, (_, name): One => ({ name, rank: scattered(name) % 50 }))
    for (const one of items) ranked.place(one)
    for (const one of items) {
      one.rank = scattered(one.name + 1_000) % 60
      ranked.place(one)
    }
    for (const one of items.filter(({ name }) => name % 3 === 0)) ranked.remove(one)
    const order: Array<One> = []
    for (let one = ranked.first; one !== undefined; one = ranked.first) {
      order.push(one)
      ranked.remove(one)
      ranked.remove(one)
    }
    const left = items.filter(({ name }) => name % 3 !== 0)
    assert.deepStrictEqual(
      order.map(({ name }) => name),
      left.sort((a, b) => a.rank - b.rank || a.name - b.name).map(({ name }) => name)
    )
  })

  it("is found by a few comparisons among many", () => {
    const { asked, ranked } = counted()
    const many = 100_000
    for (let name = 0; name < many; name++) ranked.place({ name, rank: scattered(name) })
    asked.times = 0
    for (let n = 0; n < 1_000; n++) {
      const first = ranked.first!
      first.rank += scattered(n)
      ranked.place(first)
    }
    assert.isBelow(asked.times, 1_000 * 2 * Math.ceil(Math.log2(many)) + 1_000)
  })
})
