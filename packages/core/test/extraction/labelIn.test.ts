import { assert, describe, it } from "@effect/vitest"
import { labelIn } from "../../src/extraction/domain/labelIn.ts"

const pairOf = (text: string) => {
  const pair = labelIn(text)
  return pair === undefined ? null : [pair.label, pair.value]
}

describe("the label of a line", () => {
  it("ends at its first colon, with a blank behind or without", () => {
    const cases: ReadonlyArray<readonly [text: string, label: string, value: string]> = [
      ["Price: $5", "Price", "$5"],
      ["Price:$5", "Price", "$5"],
      ["Name:Ann", "Name", "Ann"],
      ["价格：5", "价格", "5"],
      ["Rooms:5", "Rooms", "5"],
      ["Prix : 5 €", "Prix", "5 €"],
      ["Tel.: 030 123456", "Tel", "030 123456"],
      ["Check-in: 15:00", "Check-in", "15:00"],
      ["Zeit:15:00", "Zeit", "15:00"],
      ["time:12:05", "time", "12:05"],
      ["URL:https://a.example/b", "URL", "https://a.example/b"],
      ["url:https://a.example/b", "url", "https://a.example/b"],
      ["IPv6:fe80::1", "IPv6", "fe80::1"],
      ["Path: C:\\Temp", "Path", "C:\\Temp"],
      ["Score: 3:1", "Score", "3:1"],
      ["Status: :ok:", "Status", ":ok:"],
      ["Version 2: released in May", "Version 2", "released in May"],
      ["Revenue 2025: 12 M€", "Revenue 2025", "12 M€"],
      ["Revenue 2025 : 12 M€", "Revenue 2025", "12 M€"],
      ["Chambre 2 : 80 €", "Chambre 2", "80 €"],
      ["Lot 3 : 12 m²", "Lot 3", "12 m²"],
      ["Mitarbeiter:innen: 120", "Mitarbeiter:innen", "120"],
      ["Delivery time:about 5 days", "Delivery time", "about 5 days"],
      ["Inside:in the hall", "Inside:in the hall", ""]
    ]
    for (const [text, label, value] of cases)
      assert.deepStrictEqual(pairOf(text), value === "" ? null : [label, value], text)
  })

  it("ends at no colon within a value, and at none behind it", () => {
    const none = [
      ...["Check-in from 15:00", "Open 9:00–17:00: call us", "开门 9：00", "Uhr 12:05:09", "الموعد ١٥:٠٠"],
      ...["Final score 3:1", "Endstand 3 : 1", "Endstand 3 : 1 n.V.", "Aspect ratio 16:9", "Scale 1:25000"],
      ...["Bible verse John 3:16", "Section 4:2", "Pris 299:-"],
      ...["Website https://a.example/b", "Files ftp://a.example", "See //a.example: good", "https://a.example/b"],
      ...["Path C:\\Temp", "Drive D:/files", "Server localhost:8080"],
      ...["IPv6 address fe80::1", "Net 2001:db8::1", "MAC a4:5e:60:c1:22:33", "MAC AB:CD:EF:01:02:03"],
      ...["urn:isbn:9783161484100", "ID urn:isbn:9783161484100", "org:artifact:jar", "std::vector"],
      ...["Write mailto:a@b.example", "Call tel:+4930123456", "Style color:red;margin:0"],
      ...["Status :white_check_mark: done", "Thanks :)", "Oh no :-(", "Mitarbeiter:innen 120", "Jede:r kommt"]
    ]
    for (const text of none) assert.isNull(pairOf(text), text)
  })

  it("has no more than six words and 49 characters, begins with a letter and is no sentence", () => {
    const [long, longer] = [`L${"a".repeat(48)}`, `L${"a".repeat(49)}`]
    assert.deepStrictEqual(pairOf(`${long}: 5`), [long, "5"])
    assert.isNull(pairOf(`${longer}: 5`))
    assert.isNull(pairOf(`L${"a".repeat(79)}: 5`))
    assert.deepStrictEqual(pairOf("a b c d e f: 5"), ["a b c d e f", "5"])
    for (const text of ["a b c d e f g: 5", "5 rooms: yes", "Really? Price: 5", "Price:", "Price: ", ": 5", ""])
      assert.isNull(pairOf(text), text)
    assert.isNotNull(pairOf(`A: ${"b".repeat(397)}`))
    assert.isNull(pairOf(`A: ${"b".repeat(398)}`))
  })
})
