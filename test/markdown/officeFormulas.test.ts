/** Observed: equations of office files and books, from the file to Markdown. */
import { assert, vi, layer as withLayer } from "@effect/vitest"
import { DocumentReader } from "@kittiwake/core/pages/DocumentReader"
import type { FileType } from "@kittiwake/core/pages/domain/FileType"
import { PageReader } from "@kittiwake/core/pages/PageReader"
import * as documents from "@kittiwake/documents/DocumentReader"
import * as html from "@kittiwake/html/PageReader"
import { Duration, Effect, Layer } from "effect"
import { docxFile, zipFile } from "../../packages/core/src/testing/documentFiles.ts"

vi.setConfig({ testTimeout: 180_000 })

const htmlOf = (type: FileType, bytes: Uint8Array) =>
  DocumentReader.use((reader) =>
    reader.read({ bytes, type, firstPage: null, lastPage: null, ocr: false, timeout: Duration.seconds(60) })
  ).pipe(Effect.map((read) => read.html))

const markdownOf = Effect.fnUntraced(function* (type: FileType, bytes: Uint8Array) {
  const { markdown } = yield* PageReader.use(
    Effect.fnUntraced(function* (reader) {
      return yield* reader.shape({
        html: yield* htmlOf(type, bytes),
        sourceUrl: "about:blank",
        finalUrl: "about:blank",
        includeSelectors: [],
        excludeSelectors: [],
        mainContentOnly: false,
        frames: null,
        markdown: { includeLinks: true, includeImages: false, shortenBase64Images: true },
        wantsHtml: false,
        wantsMetadata: false,
        wantsLinks: false,
        wantsImages: false,
        extract: null
      })
    })
  )
  return markdown
})

const run = (text: string, properties = "") => `<m:r>${properties}<m:t>${text}</m:t></m:r>`
const upright = (text: string) => run(text, '<m:rPr><m:sty m:val="p"/></m:rPr>')
const part = (name: string, content: string) => `<m:${name}>${content}</m:${name}>`
const e = (content: string) => part("e", content)
const valued = (name: string, value: string) => `<m:${name} m:val="${value}"/>`

/** Equations, and the TeX that they become. */
const equations: Readonly<Record<string, readonly [string, string]>> = {
  "letters and numbers": [run("a+2b=10.5"), "a+2b=10.5"],
  fractions: [part("f", part("num", run("a+1")) + part("den", run("b"))), "\\frac{a+1}{b}"],
  "fractions on one line": [
    part("f", part("fPr", valued("type", "lin")) + part("num", run("a")) + part("den", run("b"))),
    "a/b"
  ],
  "numbers over numbers": [
    part("d", e(part("f", part("fPr", valued("type", "noBar")) + part("num", run("n")) + part("den", run("k"))))),
    "\\binom{n}{k}"
  ],
  powers: [part("sSup", e(run("x")) + part("sup", run("2"))), "x^2"],
  indices: [part("sSub", e(run("x")) + part("sub", run("ij"))), "x_{ij}"],
  "powers with indices": [part("sSubSup", e(run("x")) + part("sub", run("i")) + part("sup", run("2"))), "x_i^2"],
  "indices before": [part("sPre", part("sub", run("6")) + part("sup", run("14")) + e(run("C"))), "{}_6^{14}C"],
  roots: [part("rad", part("radPr", valued("degHide", "1")) + part("deg", "") + e(run("x"))), "\\sqrt{x}"],
  "roots of a degree": [part("rad", part("deg", run("3")) + e(run("x+1"))), "\\sqrt[3]{x+1}"],
  sums: [
    part("nary", part("naryPr", valued("chr", "∑")) + part("sub", run("i=1")) + part("sup", run("n")) + e(run("i"))),
    "\\sum_{i=1}^ni"
  ],
  integrals: [part("nary", part("sub", run("0")) + part("sup", run("∞")) + e(run("f"))), "\\int_0^{\\infty}f"],
  "integrals without bounds": [
    part(
      "nary",
      part("naryPr", valued("subHide", "1") + valued("supHide", "on")) + part("sub", "") + part("sup", "") + e(run("f"))
    ),
    "\\int f"
  ],
  delimiters: [
    part(
      "d",
      part("dPr", valued("begChr", "[") + valued("sepChr", ";") + valued("endChr", ")")) + e(run("a")) + e(run("b"))
    ),
    "[a;b)"
  ],
  matrices: [
    part(
      "d",
      part("dPr", valued("begChr", "[") + valued("endChr", "]")) +
        e(part("m", part("mr", e(run("1")) + e(run("0"))) + part("mr", e(run("0")) + e(run("1")))))
    ),
    "\\begin{bmatrix} 1 & 0 \\\\ 0 & 1 \\end{bmatrix}"
  ],
  cases: [
    part("d", part("dPr", valued("begChr", "{") + valued("endChr", "")) + e(part("eqArr", e(run("a")) + e(run("b"))))),
    "\\begin{cases} a \\\\ b \\end{cases}"
  ],
  "aligned equations": [
    part("eqArr", e(run("a&amp;=b")) + e(run("c&amp;=d"))),
    "\\begin{aligned} a & =b \\\\ c & =d \\end{aligned}"
  ],
  functions: [part("func", part("fName", upright("sin")) + e(run("x"))), "\\sin x"],
  limits: [
    part("func", part("fName", part("limLow", e(upright("lim")) + part("lim", run("n→∞")))) + e(run("a"))),
    "\\lim_{n\\to \\infty}a"
  ],
  accents: [part("acc", part("accPr", valued("chr", "\u20d7")) + e(run("v"))), "\\vec{v}"],
  "accents by default": [part("acc", e(run("v"))), "\\hat{v}"],
  bars: [part("bar", part("barPr", valued("pos", "top")) + e(run("x"))), "\\overline{x}"],
  braces: [part("groupChr", e(run("x"))), "\\underbrace{x}"],
  boxes: [part("borderBox", e(run("x"))), "\\boxed{x}"],
  words: [run("if x", "<m:rPr><m:nor/></m:rPr>"), "\\text{if x}"],
  "letters of mathematics": [run("𝑥∈ℝ"), "x\\in \\mathbb{R}"],
  "revisions, as they are now": [`<w:ins>${run("a")}</w:ins><w:del>${run("b")}</w:del>`, "a"],
  "nothing hidden": [part("phant", part("phantPr", valued("show", "0")) + e(run("x"))) + run("y"), "y"]
}

withLayer(Layer.merge(documents.layer(), html.layer), { excludeTestServices: true })("equations of", (it) => {
  for (const [what, [omml, tex]] of Object.entries(equations)) {
    it.effect(`documents: ${what}`, () =>
      Effect.gen(function* () {
        const word = `<w:p><w:r><w:t>As </w:t></w:r><m:oMath>${omml}</m:oMath><w:r><w:t> says.</w:t></w:r></w:p>`
        assert.strictEqual(yield* markdownOf("docx", docxFile(word)), `As $${tex}$ says.`)
      })
    )
  }

  it.effect("documents on lines of their own, in their order, and with text that looks like markup", () =>
    Effect.gen(function* () {
      const [frac] = equations.fractions!
      const body =
        `<w:p><m:oMathPara><m:oMath>${frac}</m:oMath></m:oMathPara></w:p>` +
        `<w:p><w:r><w:t>and</w:t></w:r><m:oMath>${run("a&lt;b")}</m:oMath></w:p><w:p><m:oMath/></w:p>`
      assert.strictEqual(yield* markdownOf("docx", docxFile(body)), "$$\n\\frac{a+1}{b}\n$$\n\nand$a< b$")
    })
  )

  it.effect("documents once each, whatever their text says", () =>
    Effect.gen(function* () {
      const mark = "<w:r><w:t>&#xF8F0;0&#xF8F1;</w:t></w:r>"
      const body = `<w:p>${mark}<m:oMath>${run("x")}</m:oMath>${mark}</w:p>`
      assert.strictEqual(yield* markdownOf("docx", docxFile(body)), "$x$")
    })
  )

  it.effect("presentations", () =>
    Effect.gen(function* () {
      const [root] = equations.roots!
      const shape = (content: string) => `<p:sp><p:txBody><a:p>${content}</a:p></p:txBody></p:sp>`
      const slide =
        `<p:sld><p:cSld><p:spTree>${shape("<a:r><a:t>Before</a:t></a:r>")}<mc:AlternateContent><mc:Choice Requires="a14">` +
        shape(`<a:r><a:t>So </a:t></a:r><a14:m><m:oMath>${root}</m:oMath></a14:m>`) +
        `</mc:Choice><mc:Fallback>${shape("<a:r><a:t>A picture</a:t></a:r>")}</mc:Fallback></mc:AlternateContent></p:spTree></p:cSld></p:sld>`
      const file = zipFile({
        "ppt/presentation.xml": '<p:presentation><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
        "ppt/_rels/presentation.xml.rels":
          '<Relationships><Relationship Id="r1" Type="http://x/slide" Target="slides/slide1.xml"/></Relationships>',
        "ppt/slides/slide1.xml": slide
      })
      assert.strictEqual(yield* markdownOf("pptx", file), "## Slide 1\n\nBefore\n\nSo $\\sqrt{x}$")
    })
  )

  it.effect("OpenDocument texts", () =>
    Effect.gen(function* () {
      const math =
        '<?xml version="1.0"?><math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><semantics><mrow><msup><mi>E</mi><mn>2</mn></msup></mrow><annotation encoding="StarMath 5.0">E^2</annotation></semantics></math>'
      const frame = (name: string) => `<draw:frame><draw:object xlink:href="./${name}"/></draw:frame>`
      const file = zipFile({
        "content.xml": `<office:document-content><office:body><office:text><text:p>As ${frame("Object 1")} says.${frame("Object 2")}</text:p></office:text></office:body></office:document-content>`,
        "Object 1/content.xml": math,
        "Object 2/content.xml": "<office:document-content><chart:chart>1 2 3</chart:chart></office:document-content>"
      })
      assert.strictEqual(yield* markdownOf("odt", file), "As $E^2$ says.")
    })
  )

  it.effect("books, and nothing else that is hidden in them", () =>
    Effect.gen(function* () {
      const math = `<m:math><m:mfrac><m:mi>a</m:mi><m:mtext>b<img src="x"/></m:mtext></m:mfrac><m:annotation-xml encoding="text/html"><p>no</p></m:annotation-xml></m:math>`
      const file = zipFile({
        "META-INF/container.xml": '<container><rootfile full-path="a.opf"/></container>',
        "a.opf":
          '<package><manifest><item id="c" href="c.xhtml"/></manifest><spine><itemref idref="c"/></spine></package>',
        "c.xhtml": `<html><body><p>As ${math} says <b>so</b>.</p><mi>x</mi></body></html>`
      })
      assert.notMatch(yield* htmlOf("epub", file), /<(?:img|annotation|mi>x)/)
      assert.match((yield* markdownOf("epub", file)) ?? "", /^As \$\\frac\{a\}\{\\text\{b\}\}\$ says \*\*so\*\*\.\s+x$/)
    })
  )
})
