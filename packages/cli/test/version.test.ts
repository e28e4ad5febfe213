import { assert, describe, it } from "@effect/vitest"
import manifest from "kittiwake/package.json" with { type: "json" }
import { version } from "../src/version.ts"

describe("the version that the command prints", () => {
  it("is the one that is published", () => {
    assert.strictEqual(version, manifest.version)
  })
})
