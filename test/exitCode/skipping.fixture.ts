import { assert, describe, it } from "@effect/vitest"
import { needing } from "../setup/needs.ts"

it("passes", () => {
  assert.isTrue(true)
})

describe("on a machine that lacks something", needing({ Postgres: true, browser: false }), () => {
  it("is skipped for a reason", () => assert.fail("it ran"))
})

it.skip("is skipped for none", () => assert.fail("it ran"))
