/** Lines of code. Observed: Markdown. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { markdownOf } from "./reading.ts"

describe("lines of code", () => {
  it.effect("stay empty where they are, each a box of its own", () =>
    Effect.gen(function* () {
      const lines = "<pre><div>one</div><div></div><div></div><div>two</div></pre>"
      assert.strictEqual((yield* markdownOf(lines))?.trim(), "```\none\n\n\ntwo\n```")
    })
  )

  it.effect("have plain spaces, so that they can be run", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* markdownOf("<pre>if&nbsp;a:\n&nbsp; b</pre>"))?.trim(), "```\nif a:\n  b\n```")
    })
  )
})
