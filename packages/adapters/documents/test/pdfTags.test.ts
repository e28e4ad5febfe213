/** PDF files whose tags say what their text is. Observed: the HTML that is made of them. */
import { assert, vi, layer as withLayer } from "@effect/vitest"
import { Effect } from "effect"
import { line, pdfFile, rawPdf } from "../../../core/src/testing/documentFiles.ts"
import { layer } from "../src/DocumentReader.ts"
import { read } from "./reading.ts"

// Processes that read share the processor with every other test.
vi.setConfig({ testTimeout: 180_000 })

/** An element of the structure: its role, and text at a place or elements inside. */
interface Tagged extends ReadonlyArray<unknown> {
  readonly 0: string
}

type Text = readonly [text: string, x: number, y: number]

const isText = (one: Tagged | Text): one is Text => typeof one[1] === "number"

const taggedPdf = (...elements: ReadonlyArray<Tagged>): Uint8Array => {
  const objects: Array<string> = ["", ""]
  const owners: Array<string> = []
  let content = ""
  const add = (element: Tagged, parent: number): number => {
    const [role, ...inside] = element as unknown as readonly [string, ...ReadonlyArray<Tagged | Text>]
    const own = 100 + objects.push("") - 1
    const kids = inside.map((one) => {
      if (!isText(one)) return `${add(one, own)} 0 R`
      const [text, x, y] = one
      content += `/${role} << /MCID ${owners.length} >> BDC\n${line(text, x, y)}EMC\n`
      return String(owners.push(`${own} 0 R`) - 1)
    })
    objects[own - 100] = `<< /Type /StructElem /S /${role} /P ${parent} 0 R /Pg 8 0 R /K [${kids.join(" ")}] >>`
    return own
  }
  const root = add(["Document", ...elements], 100)
  objects[0] = `<< /Type /StructTreeRoot /K [${root} 0 R] /ParentTree 101 0 R >>`
  objects[1] = `<< /Nums [0 [${owners.join(" ")}]] >>`
  const catalog = "/MarkInfo << /Marked true >> /StructTreeRoot 100 0 R"
  return pdfFile({ pages: [{ content }], objects, catalog })
}

withLayer(layer(), { excludeTestServices: true })("tags of PDF files", (it) => {
  it.effect("puts the cells of a row that has fewer under the columns they stand in", () =>
    Effect.gen(function* () {
      const cell = (text: string, x: number, y: number): Tagged => ["TD", [text, x, y]]
      const file = taggedPdf([
        "Table",
        ["TR", ["TH", ["Stop", 72, 700]], ["TH", ["Weekday", 150, 700]], ["TH", ["Sunday", 300, 700]]],
        ["TR", cell("Harbour", 72, 680), cell("5:30", 150, 680), cell("5:42", 220, 680), cell("7:00", 300, 680)],
        ["TR", cell("6:00", 150, 660), cell("6:12", 220, 660), cell("8:00", 300, 660)],
        ["TR", cell("Last service", 72, 640), cell("23:00", 300, 640)]
      ])
      const { html } = yield* read("pdf", file)
      const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, cells]) =>
        [...cells!.matchAll(/<t[hd]>(.*?)<\/t[hd]>/g)].map(([, text]) => text)
      )
      assert.deepStrictEqual(rows, [
        ["Stop", "Weekday", "", "Sunday"],
        ["Harbour", "5:30", "5:42", "7:00"],
        ["", "6:00", "6:12", "8:00"],
        ["Last service", "", "", "23:00"]
      ])
    })
  )

  it.effect("keeps the numbers of lists, those of the lists inside of them, and their bullets", () =>
    Effect.gen(function* () {
      const item = (label: string, text: string, y: number, ...inside: ReadonlyArray<Tagged>): Tagged => [
        "LI",
        ["Lbl", [label, 60, y]],
        ["LBody", [text, 90, y], ...inside]
      ]
      const inner: Tagged = ["L", item("a)", "with ticket", 680), item("b)", "without", 660)]
      const file = taggedPdf(
        ["L", item("3.", "Board at the front", 700, inner), item("4.", "Alight", 640)],
        ["L", item("-", "Dogs free", 600), item("o", "Bikes too", 580)]
      )
      const { html } = yield* read("pdf", file)
      assert.match(
        html,
        /<ol start="3">\s*<li>Board at the front<p>a\) with ticket<\/p>\s*<p>b\) without<\/p>\s*<\/li>\s*<li>Alight/
      )
      assert.match(html, /<ul>\s*<li>Dogs free<\/li>\s*<li>Bikes too/)
    })
  )

  it.effect("believes tags that have no name for some blocks, and none that name hardly any", () =>
    Effect.gen(function* () {
      const some = yield* read(
        "pdf",
        taggedPdf(
          ["P", ["A paragraph of the page that its tags name as one.", 72, 700]],
          ["NonStruct", ["A block without a name, which goes", 72, 680], ["on in a second part.", 72, 666]],
          ["H2", ["Tagged heading", 72, 640]]
        )
      )
      assert.match(some.html, /name as one\.<\/p>\s*<p>A block without a name, which goes on in a second part\.<\/p>/)
      assert.include(some.html, "<h2>Tagged heading</h2>")
      const hardly = yield* read(
        "pdf",
        taggedPdf(
          ["Span", ["Much text of which nobody knows what it is, and more", 72, 700]],
          ["H2", ["Not one", 72, 686]]
        )
      )
      assert.notInclude(hardly.html, "<h2>")
    })
  )

  it.effect("keeps the tags of a form with boxes, and what was ticked in the cell that its tags name", () =>
    Effect.gen(function* () {
      const texts = [
        ["H1", "Membership", 72, 700],
        ["P", "I agree", 90, 670],
        ["TD", "Plan", 72, 640],
        ["TD", "Basic", 200, 640]
      ] as const
      const content = texts
        .map(([role, text, x, y], at) => `/${role} << /MCID ${at} >> BDC\n${line(text, x, y)}EMC\n`)
        .join("")
      const drawn = "/AP << /N << /Yes 4 0 R /Off 4 0 R >> >>"
      const box = (x: number, y: number, state: string) =>
        `<< /Type /Annot /Subtype /Widget /F 4 /FT /Btn /T (b${x}) ${x === 300 ? "/StructParent 1" : ""} /Rect [${x} ${y - 2} ${x + 12} ${y + 10}] /V /${state} /AS /${state} ${drawn} >>`
      const element = (role: string, parent: number, kids: string) =>
        `<< /Type /StructElem /S /${role} /P ${parent} 0 R /Pg 3 0 R /K [${kids}] >>`
      const file = rawPdf([
        "<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 8 0 R /AcroForm << /Fields [6 0 R 7 0 R] >> >>",
        "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /StructParents 0 /Annots [6 0 R 7 0 R] /Resources << /Font << /F1 5 0 R >> >> >>",
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        box(72, 670, "Off"),
        box(300, 640, "Yes"),
        "<< /Type /StructTreeRoot /K [9 0 R] /ParentTree 10 0 R >>",
        element("Document", 8, "11 0 R 12 0 R 13 0 R"),
        "<< /Nums [0 [11 0 R 12 0 R 15 0 R 16 0 R] 1 17 0 R] >>",
        element("H1", 9, "0"),
        element("P", 9, "1"),
        element("Table", 9, "14 0 R"),
        element("TR", 13, "15 0 R 16 0 R 17 0 R"),
        element("TD", 14, "2"),
        element("TD", 14, "3"),
        element("TD", 14, "<< /Type /OBJR /Obj 7 0 R /Pg 3 0 R >>")
      ])
      const { html } = yield* read("pdf", file)
      assert.include(html, "<h1>Membership</h1>")
      assert.include(html, "☐ I agree")
      assert.match(html, /<tr><t[hd]>Plan<\/t[hd]><t[hd]>Basic<\/t[hd]><t[hd]>☒<\/t[hd]><\/tr>/)
    })
  )
})
