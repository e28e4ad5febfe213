/** Lists and tables of addresses, as somebody gives them to a new batch. */
import { assert, describe, it } from "@effect/vitest"
import { cellsOf, entriesOf, isTable, likelyColumn, rowsOf } from "../app/screens/work/addresses.ts"

const urlsOf = (text: string) => entriesOf(text.split("\n")).map(({ url }) => url)

describe("a list of addresses", () => {
  it("is one though addresses have commas and semicolons", () => {
    const list = "https://shop.example/p/1,2.html\nhttps://shop.example/p/3;v=1\r\nhttps://shop.example/p/4\n"
    assert.isFalse(isTable(list))
    assert.deepStrictEqual(urlsOf(list), [
      "https://shop.example/p/1,2.html",
      "https://shop.example/p/3;v=1",
      "https://shop.example/p/4"
    ])
    assert.isFalse(isTable("shop.example/p/1,2.html\nshop.example/p/3\nshop.example/p/4"))
  })

  it("keeps what is no address, so that it is told, and leaves out notes and what stands there twice", () => {
    assert.deepStrictEqual(urlsOf("# rivals\nfoo\nhello world\n\nlocalhost/x\nfoo"), [
      "foo",
      "hello world",
      "http://localhost/x"
    ])
  })
})

describe("a table", () => {
  it("may have quotes, the ends of lines in them, and rows twice", () => {
    const rows = rowsOf(
      'id;Link;"a ""name"""\r\n1;https://example.com/a;"x;\ny"\r\n2;https://example.com/b;z\n2;https://example.com/b;z'
    )
    assert.deepStrictEqual(rows[0], ["id", "Link", 'a "name"'])
    assert.deepStrictEqual(rows[1], ["1", "https://example.com/a", "x;\ny"])
    assert.strictEqual(likelyColumn(rows), 1)
    assert.deepStrictEqual(entriesOf(cellsOf(rows, 1)), [
      { url: "https://example.com/a" },
      { url: "https://example.com/b" }
    ])
  })

  it("is one where most lines have several cells, and its heading is no address", () => {
    for (const by of [",", ";", "\t"]) {
      const text = [`name${by}url`, `One${by}https://a.example/1`, `Two${by}https://b.example/2`].join("\n")
      assert.isTrue(isTable(text))
      const rows = rowsOf(text)
      const column = likelyColumn(rows)
      assert.strictEqual(column, 1)
      assert.deepStrictEqual(
        entriesOf(cellsOf(rows, column)).map(({ url }) => url),
        ["https://a.example/1", "https://b.example/2"]
      )
    }
  })

  it("may have addresses in its first column, a row of them first, and cells without one", () => {
    const text = "https://a.example/1,One\nhttps://b.example/2,Two\nnone,Three"
    assert.isTrue(isTable(text))
    assert.deepStrictEqual(
      entriesOf(cellsOf(rowsOf(text), 0)).map(({ url }) => url),
      ["https://a.example/1", "https://b.example/2", "none"]
    )
  })
})
