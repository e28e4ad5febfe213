import { assert, describe, it } from "@effect/vitest"
import { oldNode } from "../src/oldNode.ts"

describe("a Node", () => {
  it.each(["22.19.0", "22.20.1", "24.0.0", "26.1.0"])("of version %s runs Kittiwake", (version) => {
    assert.isNull(oldNode(version))
  })

  it.each(["18.20.0", "20.20.2", "22.18.9"])("of version %s is told that it is too old", (version) => {
    assert.strictEqual(oldNode(version), `Kittiwake needs Node 22.19 or later, best Node 24; this is Node ${version}.`)
  })
})
