import { assert, it } from "@effect/vitest"
import { shareOf } from "./rowsInTurn.ts"

const rows = ["a", "b", "c", "d", "e", "f", "g", "h"]
const share = { always: 1, inTurn: 2 }

it("every row of kills has its turn on either storage, and the first has every turn", () => {
  for (const isSecond of [false, true]) {
    const turns = [20_779, 20_780, 20_781, 20_782].map((turn) => shareOf(rows, share, { isSecond, turn }))
    for (const taken of turns) {
      assert.lengthOf(taken, 3)
      assert.strictEqual(taken[0], "a")
    }
    assert.sameMembers([...new Set(turns.flat())], rows)
  }
})

it("the two storages take other rows of kills in the same turn", () => {
  const [first, second] = [false, true].map((isSecond) => shareOf(rows, share, { isSecond, turn: 0 }))
  assert.deepStrictEqual(
    [first, second],
    [
      ["a", "b", "c"],
      ["a", "f", "g"]
    ]
  )
})
