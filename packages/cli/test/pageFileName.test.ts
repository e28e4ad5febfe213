import { isAbsolute, join, relative } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { distinctNames, pageFileName } from "../src/commands/pageFileName.ts"

const start = "https://www.example.com/"
const nameOf = (path: string) => pageFileName(new URL(path, start).href, start)

describe("the file that keeps a page", () => {
  it("is called like the page's path and query", () => {
    assert.deepStrictEqual(
      ["/", "/blog/", "/blog/a.html", "/list?page=2&sort=up", "/doc.pdf", "/caf%C3%A9/men%C3%BC", "/a//b"].map(nameOf),
      ["index.md", "blog.md", "blog/a.md", "list-page-2-sort-up.md", "doc.pdf.md", "café/menü.md", "a/b.md"]
    )
    assert.strictEqual(pageFileName("https://example.com/a", start), "a.md")
    assert.strictEqual(pageFileName("https://docs.example.com:8443/a", start), "docs.example.com-8443/a.md")
  })

  it("is never elsewhere, a device, hidden, or too long for a file system", () => {
    assert.deepStrictEqual(
      ["/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc", "/a%5c..%5cb", "/.ssh/keys", "/con", "/nul.txt", "/%00"].map(
        nameOf
      ),
      ["etc/passwd.md", "etc.md", "a-..-b.md", "ssh/keys.md", "_con.md", "_nul.txt.md", "index.md"]
    )
    fc.assert(
      fc.property(fc.webPath(), fc.string({ unit: "binary" }), (path, more) => {
        const url = `https://example.com${path}/${encodeURIComponent(more.toWellFormed())}`
        const name = pageFileName(url, start)
        const within = relative("/out", join("/out", name))
        assert.isFalse(within.startsWith("..") || isAbsolute(within) || within === "")
        for (const part of name.split("/")) {
          assert.isBelow(Buffer.byteLength(part), 250)
          assert.notMatch(part, /^\.|[\p{Cc}\\:*?"<>|]/u)
        }
        assert.isTrue(name.endsWith(".md"))
      }),
      { numRuns: 500 }
    )
  })

  it("is another one for each page, also where capitals do not count", () => {
    const distinct = distinctNames()
    assert.deepStrictEqual(["a.md", "A.md", "b.md", "a.md", "a-2.md"].map(distinct), [
      "a.md",
      "A-2.md",
      "b.md",
      "a-3.md",
      "a-2-2.md"
    ])
    assert.deepStrictEqual(["a.html", "A.html", "a.html"].map(distinct), ["a.html", "A-2.html", "a-3.html"])
    const many = Array.from({ length: 30_000 }, () => distinct("tea.html"))
    assert.strictEqual(many.at(-1), "tea-30000.html")
    assert.strictEqual(new Set(many).size, 30_000)
    assert.deepStrictEqual(["/notes.md", "/notes.md/more"].map(nameOf), ["notes.md.md", "notes_md/more.md"])
  })
})
