/** Observed: which files of tests a day's run leaves to others. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { root } from "../scripts/workspace.ts"
import { filesInTurn, leftBy } from "./setup/filesInTurn.ts"
import { daysOfFiles, sideOf } from "./setup/turns.ts"

const all = filesInTurn.flat()

it("every file that takes turns is there, and is run once within as many days as there are lists", () => {
  assert.lengthOf(filesInTurn, daysOfFiles)
  assert.deepStrictEqual(
    all.filter((file) => !existsSync(join(root, file))),
    []
  )
  const days = Array.from({ length: daysOfFiles }, (_, day) => new Set(leftBy(20_788 + day)))
  for (const file of all)
    assert.lengthOf(
      days.filter((left) => !left.has(file)),
      1,
      file
    )
})

it("what takes turns by two has both within two runs of a file, and within two days elsewhere but for one in four", () => {
  const turns = Array.from({ length: 40 }, (_, day) => 20_788 + day)
  for (const turn of turns) assert.notStrictEqual(sideOf(turn), sideOf(turn + daysOfFiles))
  assert.lengthOf(
    turns.filter((turn) => sideOf(turn) === sideOf(turn + 1)),
    turns.length / daysOfFiles
  )
})

it("a file that is named is left to no other day, and those that are not named are", () => {
  for (const turn of [0, 1, 2, 3]) {
    const left = leftBy(turn, ["packages/dashboard/test/inbox", join(root, "test/kill/redis.test.ts")])
    assert.notInclude(left, "packages/dashboard/test/inbox.test.ts")
    assert.notInclude(left, "test/kill/redis.test.ts")
    assert.isAbove(left.length, all.length / 2)
  }
})

it("what money, tenants, fences and closed addresses rest on takes no turns", () => {
  const everyDay =
    /egress|ledger|credit|charged|access|tenant|fence|frozen|claim|lease|secrets|publicClient|simulation|tabs/i
  assert.deepStrictEqual(
    all.filter((file) => everyDay.test(file)),
    []
  )
})
