import { assert, describe, it } from "@effect/vitest"
import { harmless } from "../src/commands/terminal.ts"

describe("text of a page on a terminal", () => {
  it("keeps its lines and tabs, and loses what a terminal obeys", () => {
    assert.strictEqual(
      harmless("a\tb\r\nc\u001b]0;title\u0007d\u001b[2Je\rf\u009b31mg\u0000h\u007fé界"),
      "a\tb\nc]0;titled[2Jef31mghé界"
    )
  })
})
