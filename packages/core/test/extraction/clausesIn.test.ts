import { assert, describe, it } from "@effect/vitest"
import { clausesIn } from "../../src/extraction/domain/clausesIn.ts"

const said = (text: string) => clausesIn(text).map(({ label, value }) => [label, value])

type Pairs = ReadonlyArray<readonly [label: string, value: string]>

const check = (cases: ReadonlyArray<readonly [text: string, ...pairs: Pairs]>) => {
  for (const [text, ...pairs] of cases) assert.deepStrictEqual(said(text), pairs as unknown, text)
}

describe("clauses of a line", () => {
  it("have times of day behind a label without a colon, with the word that says which side of it is meant", () => {
    check([
      ["Check-in from 15:00", ["Check-in", "from 15:00"]],
      ["Check-in is from 15:00. Check-out is until 11:00.", ["Check-in", "from 15:00"], ["Check-out", "until 11:00"]],
      ["Check-in 15:00, check-out 11:00.", ["Check-in", "15:00"], ["check-out", "11:00"]],
      ["Doors open at 19:30", ["Doors open", "19:30"]],
      ["Doors open 7:30 PM. Show starts 8:00 p.m.", ["Doors open", "7:30 PM"], ["Show starts", "8:00 p.m."]],
      ["Check-in from 3 pm", ["Check-in", "from 3 pm"]],
      ["Einlass ab 18.30 Uhr", ["Einlass", "ab 18.30 Uhr"]],
      ["Arrivée à partir de 15h et départ avant 11h00", ["Arrivée", "à partir de 15h"], ["départ", "avant 11h00"]],
      ["Time of departure 10:30 CET", ["Time of departure", "10:30 CET"]],
      ["Breakfast 7:00–10:00", ["Breakfast", "7:00–10:00"]],
      ["Open daily 9 am to 5 pm (last entry 4 pm)", ["Open", "daily 9 am to 5 pm (last entry 4 pm)"]],
      ["营业时间 9：00–17：00", ["营业时间", "9：00–17：00"]],
      ["受付時間 9:00〜17:00", ["受付時間", "9:00〜17:00"]]
    ])
  })

  it("keep hours with their days, and part the hours of days that are labels", () => {
    check([
      ["Opening hours Mon–Fri 9:00–17:00, Sat 10:00–14:00", ["Opening hours", "Mon–Fri 9:00–17:00, Sat 10:00–14:00"]],
      ["Öffnungszeiten: Mo–Fr 9 bis 18 Uhr, Sa: 9–13 Uhr", ["Öffnungszeiten", "Mo–Fr 9 bis 18 Uhr, Sa: 9–13 Uhr"]],
      ["Mon: 9:00–12:00, 13:00–17:00, Tue: 10:00–18:00", ["Mon", "9:00–12:00, 13:00–17:00"], ["Tue", "10:00–18:00"]],
      ["Mon–Fri 9:00–17:00", ["Mon–Fri", "9:00–17:00"]],
      ["Kickoff Sat 15:00", ["Kickoff", "Sat 15:00"]],
      ["Opening hours Mon–Fri 9:00–17:00, Sun closed", ["Opening hours", "Mon–Fri 9:00–17:00, Sun closed"]],
      ["Wed closed", ["Wed", "closed"]],
      ["Mon 9:00–17:00, Tue: closed", ["Mon", "9:00–17:00"], ["Tue", "closed"]]
    ])
  })

  it("have scores, ratios and addresses of all kinds as they are written", () => {
    check([
      ["Final score 3:1 after extra time", ["Final score", "3:1 after extra time"]],
      ["Half time 1:0, full time 3:1", ["Half time", "1:0"], ["full time", "3:1"]],
      ["Aspect ratio 16:9. Weight: 2 kg", ["Aspect ratio", "16:9"], ["Weight", "2 kg"]],
      ["Scale 1:25 000", ["Scale", "1:25 000"]],
      [
        "Website https://a.example/b?c=1. Phone: +49 30 123456",
        ["Website", "https://a.example/b?c=1"],
        ["Phone", "+49 30 123456"]
      ],
      [
        "Homepage http://a.example and e-mail info@a.example",
        ["Homepage", "http://a.example"],
        ["e-mail", "info@a.example"]
      ],
      ["E-mail: info@a.example, Press: press@a.example", ["E-mail", "info@a.example"], ["Press", "press@a.example"]],
      ["Path C:\\Program Files\\A", ["Path", "C:\\Program Files\\A"]],
      ["IPv6 address fe80::1", ["IPv6 address", "fe80::1"]],
      ["MAC a4:5e:60:c1:22:33", ["MAC", "a4:5e:60:c1:22:33"]],
      ["ID urn:isbn:9783161484100", ["ID", "urn:isbn:9783161484100"]],
      ["Width: 10 cm, Height: 20 cm", ["Width", "10 cm"], ["Height", "20 cm"]],
      ["Phone: 030 123456, Fax: (030) 123457", ["Phone", "030 123456"], ["Fax", "(030) 123457"]],
      ["Phone: (555) 123-4567; Fax: 555-123-4568", ["Phone", "(555) 123-4567"], ["Fax", "555-123-4568"]],
      ["Kickoff: Sat 15:00, Venue: Lake Arena, Bern", ["Kickoff", "Sat 15:00"], ["Venue", "Lake Arena, Bern"]]
    ])
  })

  it("have the day of a time with it", () => {
    for (const moment of [
      ...["12:30, 4 May 2026", "12:30 BST, 4 May 2026", "12:30 PM, May 4, 2026", "12:30 on Mon, 4th May 2026"],
      ...["12:30 Uhr, 4. Mai 2026", "12:30, 04.05.2026", "12:30, 2026-05-04", "12:30, 4 de mayo de 2026"]
    ])
      check([
        [`Updated ${moment}`, ["Updated", moment]],
        [`Last updated at ${moment}. Version: 2`, ["Last updated", moment], ["Version", "2"]]
      ])
    for (const text of ["Updated 12:30, 4 May 2026 by Jane", "Breakfast 7:30, 4 rooms", "Doors 19:30, 14 May 2026:3"])
      assert.isEmpty(said(text), text)
  })

  it("are none where the label holds when hours begin, as half of a span is another time", () => {
    const halves = [
      ...["Opening hours noon to 8pm", "Open daily noon to 8pm", "Open from noon until 9:30pm", "Open dawn to 8pm"],
      ...["Quiet hours ten to 7am", "Happy hour midnight to 2am", "Breakfast 7am to 10am, lunch noon to 2pm"],
      ...["Opening hours Mon–Fri noon to 8pm", "Open between noon and 8pm", "Open from dusk daily until 2am"],
      ...["Geöffnet Mittag bis 18 Uhr", "Geöffnet von früh bis 18 Uhr", "Ouvert midi à 20h", "OPEN NOON TO 8PM"]
    ]
    for (const text of halves) assert.isEmpty(said(text), text)
    check([
      ["Gate A 10:30", ["Gate A", "10:30"]],
      ["Sunrise 6:12, sunset 20:45", ["Sunrise", "6:12"], ["sunset", "20:45"]],
      ["Solar noon 12:34", ["Solar noon", "12:34"]],
      ["Midnight mass 23:30", ["Midnight mass", "23:30"]],
      ["Messe de minuit à 23h30", ["Messe de minuit", "23h30"]],
      ["Departure from Berlin 10:30", ["Departure from Berlin", "10:30"]],
      ["Heure de départ avant 11h00", ["Heure de départ", "avant 11h00"]],
      ["Kitchen open until 9pm", ["Kitchen open", "until 9pm"]],
      ["Breakfast from 7 to 10am", ["Breakfast", "from 7 to 10am"]]
    ])
  })

  it("end without the point of their sentence", () => {
    check([
      ["Serves: 4. Difficulty: easy.", ["Serves", "4"], ["Difficulty", "easy"]],
      ["Serves: 4. Cook: Ann Lee Jr.", ["Serves", "4"], ["Cook", "Ann Lee Jr."]]
    ])
  })

  it("are none where a part of the line is anything else, or nothing says surely what a value is of", () => {
    const none = [
      ...["Opening hours 9:00–17:00, closed on Mondays", "Departure 10:30, arrival 12:45 at gate B", "9:00–17:00"],
      ...["Breakfast 7:00 is served in the hall", "From 9:00 to 17:00", "Bible verse John 3:16", "Version 3.30"],
      ...["Check-in was 15:00", "Check-in not before 15:00", "If check-in 15:00", "Last updated 2026-11-30 10:15"],
      ...["Check-in at the sister hotel is from 14:00", "Check-in for groups from 14:00", "IC 1 departs 14:05"],
      ...["Bremen 3:1 Kiel", "Temperature 15", "Price $5", "Rooms 12, floors 3", "Departs 25:10 or 9:75", "Check-in"],
      ...["Our hosting company info@host.example", "Sale ends in 02:15:33", "Check-in İ 15:00", "İzmir: 15:00", ""],
      ...[
        "The shop closed",
        "Tue closed early",
        "Kickoff: 15:00, Venue: Arena, Gate: B or C",
        "Venue: Arena, Kickoff: 15:00"
      ]
    ]
    for (const text of none) assert.isEmpty(said(text), text)
  })

  it("are as many as a line may have, and found in time whatever it says", () => {
    const clauses = (count: number) => Array.from({ length: count }, () => "a 9:00").join(", ")
    assert.strictEqual(clausesIn(clauses(12)).length, 12)
    assert.isEmpty(clausesIn(clauses(13)))
    const hostile = [
      "9:00 ",
      "a 9:00, ",
      "a 9:00 and ",
      "Mo, Di, ",
      "Mo-Fr ",
      "a:",
      "fe80:",
      "a ",
      "1 ",
      "a from 9:00 (",
      "a@"
    ]
    for (const part of hostile) clausesIn(`a ${part.repeat(400)}`.slice(0, 400))
    assert.isEmpty(clausesIn("a 9:00, ".repeat(10_000)))
  })
})
