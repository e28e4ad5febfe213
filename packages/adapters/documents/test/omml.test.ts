import { assert, describe, it } from "@effect/vitest"
import { mathOf } from "../src/office/omml.ts"
import { elementsOf, parseXml } from "../src/reading/XmlTree.ts"

const mathml = (omml: string) => mathOf(elementsOf(parseXml(`<m:oMath>${omml}</m:oMath>`))[0]!, false)

const run = (text: string, properties = "") => `<m:r>${properties}<m:t>${text}</m:t></m:r>`
const words = "<m:rPr><m:nor/></m:rPr>"

const a = "<mrow><mi>a</mi></mrow>"
const above = `<math><mover>${a}<mo>‾</mo></mover></math>`
const below = `<math><munder>${a}<mo>_</mo></munder></math>`

describe("equations of Office", () => {
  // ISO/IEC 29500-1, 22.1.2.84, and what Office does; ECMA-376 of 2006 said otherwise.
  it.each([
    ["", below],
    ["<m:barPr/>", below],
    ["<m:barPr><m:pos/></m:barPr>", below],
    ['<m:barPr><m:pos m:val="bot"/></m:barPr>', below],
    ['<m:barPr><m:pos m:val="top"/></m:barPr>', above]
  ])("have a bar below unless they say above: %s", (properties, expected) => {
    assert.strictEqual(mathml(`<m:bar>${properties}<m:e>${run("a")}</m:e></m:bar>`), expected)
  })

  it("are aligned at the ampersands of their own rows", () => {
    const rows = `<m:e>${run("a&amp;=1")}</m:e><m:e>${run("&amp;=")}${run("2")}</m:e>`
    assert.strictEqual(
      mathml(`<m:eqArr>${rows}</m:eqArr>`),
      '<math><mtable columnalign="right left"><mtr><mtd><mi>a</mi></mtd><mtd><mo>=</mo><mn>1</mn></mtd></mtr>' +
        "<mtr><mtd></mtd><mtd><mo>=</mo><mn>2</mn></mtd></mtr></mtable></math>"
    )
  })

  it("keep the ampersands of words, and of parts inside a row", () => {
    const root = `<m:rad><m:deg/><m:e>${run("b&amp;c")}</m:e></m:rad>`
    assert.strictEqual(
      mathml(`<m:eqArr><m:e>${run("R&amp;D", words)}${root}</m:e></m:eqArr>`),
      "<math><mtable><mtr><mtd><mtext>R&amp;D</mtext><msqrt><mi>b</mi><mo>&amp;</mo><mi>c</mi></msqrt></mtd></mtr></mtable></math>"
    )
  })
})
