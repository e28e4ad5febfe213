/** Looks at where a process keeps large bytes. Observed: at which of them it may take the place of all over. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeLook } from "../src/placeCheck.ts"

/** What rows name at each look, and whether that one fails. */
type Told = { readonly names: boolean | null; readonly fails?: true }

/** Of each look, whether it may take the place over, and what it is told of rows. */
const looksAt = Effect.fnUntraced(function* (told: ReadonlyArray<Told>) {
  const seen: Array<readonly [takesOver: boolean, names: boolean]> = []
  let at = 0
  const look = makeLook(
    Effect.sync(() => told[at]?.names ?? null),
    ({ namesBlobs, takesOver }) =>
      Effect.flatMap(namesBlobs, (names) => {
        seen.push([takesOver, names])
        return told[at]?.fails === true ? Effect.fail("away") : Effect.succeed("ours" as const)
      })
  )
  for (; at < told.length; at += 1) yield* Effect.exit(look)
  return seen
})

describe("a process takes the place over", () => {
  it.effect("at its start alone", () =>
    Effect.gen(function* () {
      const looks = [{ names: false }, { names: false }, { names: null }, { names: false }]
      assert.deepStrictEqual(yield* looksAt(looks), [
        [true, false],
        [false, false],
        [false, true],
        [false, false]
      ])
    })
  )

  it.effect("later where it could not tell before what rows name, which it takes for naming some", () =>
    Effect.gen(function* () {
      const looks = [{ names: null }, { names: null }, { names: false }, { names: false }]
      assert.deepStrictEqual(yield* looksAt(looks), [
        [true, true],
        [true, true],
        [true, false],
        [false, false]
      ])
    })
  )

  it.effect("later where its first look failed", () =>
    Effect.gen(function* () {
      const looks: ReadonlyArray<Told> = [{ names: false, fails: true }, { names: false }, { names: false }]
      assert.deepStrictEqual(
        (yield* looksAt(looks)).map(([takesOver]) => takesOver),
        [true, true, false]
      )
    })
  )
})
