/** Lists of pages as people have them. */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Console, Effect } from "effect"
import { type EntrySource, readEntries } from "../src/commands/entryList.ts"

describe("the pages of a batch", () => {
  let directory: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "kittiwake-entries-"))
  })
  afterAll(() => rm(directory, { recursive: true }))

  const of = (content: string | Uint8Array, source: Partial<EntrySource> = {}) =>
    Effect.gen(function* () {
      const path = join(directory, "list")
      yield* Effect.promise(() => writeFile(path, content))
      return yield* readEntries({ path, column: null, idColumn: null, ...source })
    })

  it.effect("are the lines of a file, whatever ends them", () =>
    Effect.gen(function* () {
      const entries = yield* of(
        "\ufeffhttps://a.example/\r\n\n# later\n  b.example/x \nlocalhost:3000/e\nmailto:a@b.example\nhttps://c.example/#d"
      )
      assert.deepStrictEqual(entries, [
        { url: "https://a.example/" },
        { url: "https://b.example/x" },
        { url: "http://localhost:3000/e" },
        { url: "mailto:a@b.example" },
        { url: "https://c.example/#d" }
      ])
    })
  )

  it.effect("may be objects, a line each", () =>
    Effect.gen(function* () {
      const entries = yield* of('{"url":"https://a.example/","itemId":"1","meta":{"a":[1]}}\nhttps://b.example/\n')
      assert.deepStrictEqual(entries, [
        { url: "https://a.example/", itemId: "1", meta: { a: [1] } },
        { url: "https://b.example/" }
      ])
      assert.strictEqual(
        (yield* Effect.flip(of("https://a.example/\n{oops"))).message,
        "Line 2 is not JSON: an object stands on one line."
      )
    })
  )

  it.effect("are a column of a table, whatever stands between its cells", () =>
    Effect.gen(function* () {
      const wanted = [{ url: "https://a.example/?x=1,2", itemId: "7" }, { url: "https://b.example/;c" }]
      for (const delimiter of [",", ";", "\t", "|"]) {
        const rows = [
          ["sku", "the page", "note"],
          ["7", '"https://a.example/?x=1,2"', '"said ""hello"""'],
          ["", '"b.example/;c"', ""],
          ["9", "", ""]
        ]
        const text = rows.map((row) => row.join(delimiter)).join("\r\n")
        assert.deepStrictEqual(yield* of(text, { column: "the page", idColumn: "sku" }), wanted, delimiter)
      }
      const quoted = yield* of('"a;b;c;d",url\n1,https://a.example/', { column: "url" })
      assert.deepStrictEqual(quoted, [{ url: "https://a.example/" }])
    })
  )

  it.effect("are missed with the reason", () =>
    Effect.gen(function* () {
      const why = (made: ReturnType<typeof of>) =>
        Effect.map(Effect.flip(made), ({ exitCode, message }) => [exitCode, message])
      assert.deepStrictEqual(yield* why(of("sku,url\n1,https://a.example/", { column: "page" })), [
        2,
        'The table has no column "page"; it has sku, url.'
      ])
      const named = yield* why(of("a\u001b]0;owned\u0007,\u001b[31mb\nx,y", { column: "url" }))
      assert.deepStrictEqual(named, [2, 'The table has no column "url"; it has a]0;owned, [31mb.'])
      const table = (text: string) => Effect.map(why(of(text, { column: "a" })), ([, message]) => String(message))
      assert.match(yield* table('a,b\n"x'), /is not a table: a quotation mark is open until its end\.$/)
      assert.match(yield* table("a,b\n1,2\n3\n"), /: line 3 has not as many cells as its heading\.$/)
      assert.match(yield* table('a,b\n1,2\nx "y,2\n'), /: line 3 has a quotation mark that begins or ends no cell/)
      for (const workbook of ["PK\u0003\u0004\u0014\ufffd", "a\u0000,\u0000b\u0000\n"]) {
        for (const column of ["a", null]) {
          assert.deepStrictEqual(yield* why(of(workbook, { column })), [
            2,
            "The list is no text in UTF-8. Of a workbook, save its sheet as CSV in UTF-8."
          ])
        }
      }
      const line = (text: string) => Effect.map(why(of(text)), ([, message]) => String(message))
      assert.match(yield* line('https://a.example/\n{"address":"https://a.example/"}'), /^Line 2 names no address/)
      assert.match(yield* line('{"url":7}'), /^Line 1 names no address/)
      assert.match(yield* line('[\n  { "url": "https://a.example/" }\n]'), /^Line 1 begins a list in JSON/)
      const gone = yield* why(readEntries({ path: join(directory, "gone"), column: null, idColumn: null }))
      assert.deepStrictEqual(gone, [1, `Cannot read ${join(directory, "gone")}: there is no such file or folder.`])
      assert.include((yield* why(of("https://a.example/\n".repeat(100_001))))[1], "100000 pages at most")
      assert.include((yield* why(of("x".repeat(1_100_000))))[1], "longer than a megabyte")
    })
  )

  it.effect("are told of where a row of a table has no address, and a table without a column is known", () => {
    const told: Array<string> = []
    const console = Object.assign(Object.create(globalThis.console), { error: (text: string) => told.push(text) })
    return Effect.gen(function* () {
      const table = "sku,url\n7,https://a.example/\n8,\n,\n9,https://b.example/\n"
      const entries = yield* of(table, { column: "url", idColumn: "sku" })
      assert.deepStrictEqual(
        entries.map(({ itemId }) => itemId),
        ["7", "9"]
      )
      assert.deepStrictEqual(told, ["Left out, as the table has no address for them: 8, row 3."])
      const path = join(directory, "list.csv")
      yield* Effect.promise(() => writeFile(path, table))
      const { message } = yield* Effect.flip(readEntries({ path, column: null, idColumn: null }))
      assert.include(message, "name the column of its addresses with --csv-column")
      yield* Effect.promise(() => writeFile(path, "https://a.example/?a=1,2\nb.example\n"))
      assert.lengthOf(yield* readEntries({ path, column: null, idColumn: null }), 2)
    }).pipe(Effect.provideService(Console.Console, console))
  })
})
