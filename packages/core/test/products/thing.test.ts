import { assert, describe, it } from "@effect/vitest"
import { textOf } from "../../src/products/domain/Thing.ts"

describe("a text that a page writes for programs", () => {
  it("has no markup, which parts words where it ends lines and nowhere else", () => {
    const texts: ReadonlyArray<readonly [unknown, string | null]> = [
      ["Two<br>lines<p>and</p><p>more</p>", "Two lines and more"],
      ["H<sub>2</sub>O and un<b class=x>believ</b>able", "H2O and unbelievable"],
      [
        "Ana&#39;s &amp; Bo&#x2019;s caf&#233; &lt;3 &quot;now&quot;&nbsp;&apos;",
        "Ana's & Bo\u2019s caf\u00e9 <3 \"now\" '"
      ],
      ["&amp;lt; stays", "&lt; stays"],
      ["5 < 6 and 7 > 3, under <5 kg>", "5 < 6 and 7 > 3, under <5 kg>"],
      ["&#0;&#xD800;&bogus;", "&#0;&#xD800;&bogus;"],
      ["<!-- c --><img src=x>", null],
      [{ name: "<i>Kettle</i>" }, "Kettle"],
      [12, "12"]
    ]
    for (const [value, text] of texts) assert.strictEqual(textOf(value), text, String(value))
  })
})
