/**
 * Observed: how the processor time of exported rules grows with what they are called with. One that takes the square of it or more is
 * mended, or stands in `boundedFunctions.ts` with what bounds it.
 */
import { assert, describe, it } from "@effect/vitest"
import { takesAll, turn } from "../setup/turns.ts"
import { boundedFunctions } from "./boundedFunctions.ts"
import { rules, type Shapes, shapesOf } from "./shapes.ts"
import { type Looked, lookAt } from "./steepFunctions.ts"

/** All of them take half an hour of the processor: each run looks at some (`docs/decisions/0107-functions-are-held-against-values-that-grow.md`). */
const turns = 40

const keyOf = ({ functions }: Shapes, at: number): string => `${functions[at]!.file} ${functions[at]!.name}`

const tell = (shapes: Shapes, { at, failed, growth, hangs }: Looked): ReadonlyArray<string> => [
  ...(hangs === null ? [] : [`${keyOf(shapes, at)} does not end: ${hangs}`]),
  ...(failed === null || growth !== null ? [] : [`${keyOf(shapes, at)} could not be called: ${failed}`]),
  ...(growth?.steep ?? []).map(
    ({ length, millis, of, places, ratio }) =>
      `${keyOf(shapes, at)}: ${places.join(" ")} of ${of} takes ${millis} ms for ${length}, ${ratio} times what half of it does`
  )
]

describe("the rules of the product", () => {
  it("take a time that grows with what they are called with, or what they see is bounded", {
    timeout: 900_000
  }, async () => {
    const shapes = shapesOf(rules)
    assert.isAbove(shapes.functions.length, 1_500)
    const there = new Set(shapes.functions.map((_, at) => keyOf(shapes, at)))
    assert.deepStrictEqual(
      [...boundedFunctions.keys()].filter((key) => !there.has(key)),
      [],
      "is listed, and stands nowhere"
    )
    const asked = [...shapes.functions.keys()].filter(
      (at) => (takesAll || at % turns === turn % turns) && !boundedFunctions.has(keyOf(shapes, at))
    )
    const looked = await lookAt(shapes, asked, { lanes: 1, quietMillis: 60_000 })
    assert.strictEqual(looked.length, asked.length)
    assert.isAbove(looked.filter(({ growth }) => growth?.isCalled === true).length, asked.length / 2)
    assert.deepStrictEqual(
      looked.flatMap((one) => tell(shapes, one)),
      []
    )
  })
})
