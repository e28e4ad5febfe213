import { assert, it } from "@effect/vitest"
import { hasDriver } from "../src/hasDriver.ts"

it("what speaks to browsers is looked for where packages are", () => {
  assert.isTrue(hasDriver())
  assert.isFalse(
    hasDriver((name) => {
      throw new Error(`Cannot find ${name}`)
    })
  )
})
