import { assert, describe, it } from "@effect/vitest"
import { readDelimited } from "../src/text/readData.ts"

/** The rows of a table, their cells between bars. */
const rowsOf = (text: string): ReadonlyArray<string> =>
  [...readDelimited(text, "csv").html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = ""]) =>
    row.replace(/^<t[hd]>|<\/t[hd]>$/g, "").replace(/<\/t[hd]><t[hd]>/g, " | ")
  )

const isRead = (text: string, ...rows: ReadonlyArray<string>) => assert.deepStrictEqual(rowsOf(text), rows, text)

describe("what stands between the cells of a table", () => {
  it("is a semicolon where commas are of numbers", () => {
    isRead("2026-01-01;1,5\n2026-01-02;2,5\n", "2026-01-01 | 1,5", "2026-01-02 | 2,5")
    isRead("1,50;2,50;3,50\r\n4,25;5,25;6,25\r\n", "1,50 | 2,50 | 3,50", "4,25 | 5,25 | 6,25")
    isRead("Datum;Wert\n01.01.;1,5\n02.01.;2,5", "Datum | Wert", "01.01. | 1,5", "02.01. | 2,5")
    isRead("a\t1,5\nb\t2,5", "a | 1,5", "b | 2,5")
    isRead("1,5|2\n3,5|4", "1,5 | 2", "3,5 | 4")
  })

  it("divides the rows alike, which texts in cells seldom do", () => {
    isRead("Artikel, Farbe;Preis\nTee, rot;1,50\nSalz;2,25", "Artikel, Farbe | Preis", "Tee, rot | 1,50", "Salz | 2,25")
    isRead("Tee, rot;1,50\nKaffee, schwarz;2,25", "Tee, rot | 1,50", "Kaffee, schwarz | 2,25")
    isRead("id\ttext\n1\tHello, world\n2\tYes, sir", "id | text", "1 | Hello, world", "2 | Yes, sir")
    isRead("1\tHello,you\n2\tYes,sir", "1 | Hello,you", "2 | Yes,sir")
  })

  it("stays so where rows have too few cells, or a title stands above them", () => {
    isRead("a;b;c\n1,5;2;3\n1,5;2\n2,5\n", "a | b | c", "1,5 | 2 | 3", "1,5 | 2 | ", "2,5 |  | ")
    isRead("1,5;2;3\n1,5;2\n2,5;1;1;1", "1,5 | 2 | 3 | ", "1,5 | 2 |  | ", "2,5 | 1 | 1 | 1")
    isRead("Umsatz, Euro\nMonat;Wert\nJan;1,5", "Umsatz, Euro | ", "Monat | Wert", "Jan | 1,5")
    isRead("Report\n\na;b\n1,5;2,5\n", "Report | ", "a | b", "1,5 | 2,5")
    isRead("a,b,c\n1,2\n3\n4,5,6", "a | b | c", "1 | 2 | ", "3 |  | ", "4 | 5 | 6")
  })

  it("is a comma where semicolons stand in cells", () => {
    isRead("id,near\n1,2;3\n2,1;3", "id | near", "1 | 2;3", "2 | 1;3")
    isRead("name, age, tags\nAnn, 3, a;b\nBob, 4, c;d", "name | age | tags", "Ann | 3 | a;b", "Bob | 4 | c;d")
    isRead("1,2,3;4\n5,6,7\n8,9,10", "1 | 2 | 3;4", "5 | 6 | 7", "8 | 9 | 10")
    isRead("1,A & B; C\n2,D & E; F", "1 | A &amp; B; C", "2 | D &amp; E; F")
    isRead('a,b\n"x;y",1\n"p;q",2', "a | b", "x;y | 1", "p;q | 2")
    isRead("1,2\n3,4", "1 | 2", "3 | 4")
  })

  it("is a tab beside a quotation mark that is one of inches", () => {
    isRead('part\tsize\npipe\t5"\n"Tee", bent\t"6\n', "part | size", 'pipe | 5"', '"Tee", bent | "6')
    isRead('a\t"b\tc"\nd\te', "a | b\tc", "d | e")
    assert.throws(() => rowsOf('a,b\n"Pipe,5\n'))
  })

  it("is nothing in a table of one column", () => {
    isRead("Preis\n1,50\n2,25 €", "Preis", "1,50", "2,25 €")
    isRead(
      "comment\nI like it, a lot, really\nYes\nfine, thanks",
      "comment",
      "I like it, a lot, really",
      "Yes",
      "fine, thanks"
    )
    isRead("Title\na, b\n1, 2\n3, 4", "Title | ", "a | b", "1 | 2", "3 | 4")
    isRead("x", "x")
  })

  it("is told by the first lines alone, however many follow", () => {
    const rows = readDelimited(`a;b\n${"1,5;2,5\n".repeat(50_000)}`, "csv").html
    assert.include(rows, "<tr><th>a</th><th>b</th></tr>")
    const started = process.cpuUsage()
    readDelimited(";,".repeat(200_000), "tsv")
    readDelimited(`${"1,2;".repeat(200)}\n`.repeat(100), "csv")
    assert.isBelow(process.cpuUsage(started).user, 2_000_000)
  })
})
