/** Observed: what the look at how functions grow tells of functions that are planted. */
import { assert, describe, it } from "@effect/vitest"
import { shapesOf } from "./shapes.ts"
import { lookAt } from "./steepFunctions.ts"

const planted = ["finderOf", "metLabels", "pairsOf", "readForEver", "repeatedRows", "trimmedSlowly"]

describe("the look at how functions grow", () => {
  it("tells those that are steep, and no others", { timeout: 300_000 }, async () => {
    const shapes = shapesOf(["test/growth/planted.ts"])
    const nameOf = (at: number) => shapes.functions[at]!.name
    const look = (asked: ReadonlyArray<number>) => lookAt(shapes, asked, { lanes: 1, quietMillis: 5_000 })
    const steepOf = (looked: Awaited<ReturnType<typeof look>>) =>
      looked.flatMap(({ at, growth, hangs }) => (hangs !== null || (growth?.steep.length ?? 0) > 0 ? [nameOf(at)] : []))
    const all = [...shapes.functions.keys()]
    const looked = await look(all)
    const steep = steepOf(looked)
    // A machine that is busy elsewhere may hide one.
    const missed = all.filter((at) => planted.includes(nameOf(at)) && !steep.includes(nameOf(at)))
    const again = missed.length === 0 ? [] : steepOf(await look(missed))
    assert.deepStrictEqual([...steep, ...again].toSorted(), planted)
    const hung = looked.filter(({ hangs }) => hangs !== null)
    assert.deepStrictEqual(
      hung.map(({ at }) => shapes.functions[at]!.name),
      ["readForEver"]
    )
  })
})
