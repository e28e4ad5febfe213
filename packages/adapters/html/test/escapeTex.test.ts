import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { markdownOf } from "./reading.ts"

/** Characters that TeX takes for its own, in a formula and in words of one. */
const characters: ReadonlyArray<readonly [character: string, math: string, words: string]> = [
  ["%", "\\%", "\\%"],
  ["#", "\\#", "\\#"],
  ["$", "\\$", "\\$"],
  ["&amp;", "\\&", "\\&"],
  ["_", "\\_", "\\_"],
  ["{", "\\{", "\\{"],
  ["}", "\\}", "\\}"],
  ["~", "\\sim ", "\\textasciitilde{}"],
  ["^", "\\text{\\textasciicircum}", "\\textasciicircum{}"],
  ["\\", "\\backslash ", "\\textbackslash{}"]
]

describe("characters of TeX in MathML", () => {
  for (const [character, math, words] of characters) {
    it.effect(`stand for themselves: ${character}`, () =>
      Effect.gen(function* () {
        const formulas: ReadonlyArray<readonly [mathml: string, tex: string]> = [
          [`<mi>${character}</mi><mi>b</mi>`, `${math}b`],
          [`<mi>a${character}b</mi>`, `\\mathrm{a${math}b}`],
          [`<mn>5${character}</mn><mi>b</mi>`, `5${math}b`],
          [`<mi>a</mi><mo>${character}</mo><mi>b</mi>`, `a${math}b`],
          [`<mi>a</mi><mo>${character}${character}</mo><mi>b</mi>`, `a${math}${math}b`],
          [`<mtext>a${character}b</mtext>`, `\\text{a${words}b}`],
          [`<ms>a${character}b</ms>`, `\\text{a${words}b}`],
          [`<mfenced open="${character}" close=")"><mi>b</mi></mfenced>`, `${math}b)`],
          [
            `<mtable><mtr><mtd>5${character}</mtd></mtr></mtable>`,
            `\\begin{matrix} 5${math} \\end{matrix}`.replace("  ", " ")
          ]
        ]
        for (const [mathml, tex] of formulas) {
          assert.strictEqual(yield* markdownOf(`<p>So <math>${mathml}</math> is.</p>`), `So $${tex}$ is.`, mathml)
        }
      })
    )
  }
})
