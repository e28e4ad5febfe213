/** Which time a task asks about, and which years tell what thing it speaks of. */
import { assert, describe, it } from "@effect/vitest"
import { askedTimes } from "../../src/extraction/domain/askedTime.ts"

const timeOf = (task: string, field: string, isState = true) =>
  askedTimes(task)({ words: field.split(" "), isAlone: true, isState })

const isIn = (year: number | null, field: string, tasks: ReadonlyArray<string>) => {
  for (const task of tasks)
    assert.deepStrictEqual(timeOf(task, field), year === null ? null : { kind: "in", year }, task)
}

describe("the time that a task asks about", () => {
  it("stands in one of 60 parts that speak of a time, however many others there are", () => {
    const parts = (count: number) => `${"a cup in 2001; ".repeat(count)}${";".repeat(2_000)} director in 2015`
    const field = { words: ["director"], isAlone: false, isState: true }
    assert.deepStrictEqual(askedTimes(parts(59))(field), { kind: "in", year: 2015 })
    assert.isNull(askedTimes(parts(60))(field))
  })

  it("is a year, or a part of one", () => {
    const times = [
      ...["in 2015", "during 2015", "in the year 2015", "as of 2015", "by 2015", "in 2015/16", "in FY2015"],
      ...["at the start of 2015", "at the beginning of 2015", "by the end of 2015", "at the end of the year 2015"],
      ...["in the middle of 2015", "in the summer of 2015", "in summer 2015", "in March of 2015", "in March 2015"],
      ...["in the first quarter of 2015", "in Q3 2015", "in the second half of 2015", "in early 2015", "in mid-2015"],
      ...["in the season of 2015", "in the 2015 season", "for the 2015/16 season", "at the census of 2015"],
      ...["in the 2015 census", "in the fiscal year 2015", "as of 31 December 2015", "on 1 March 2015", "end of 2015"],
      ...["on March 1, 2015", "in March, 2015", "at the end of March 2015", "in the last weeks of 2015"],
      ...["during the flood of 2015", "at the time of the flood of 2015"],
      ...["am Anfang von 2015", "Anfang 2015", "Ende März 2015", "im Sommer 2015", "im ersten Quartal 2015"],
      ...["in der Saison 2015/16", "am 1. März 2015", "zum 31.12.2015", "zu Beginn des Jahres 2015", "im Jahre 2015"],
      ...["au début de 2015", "à la fin de l'année 2015", "en mars 2015", "au printemps 2015", "fin 2015"],
      ...[
        "a principios de 2015",
        "en marzo de 2015",
        "en el verano de 2015",
        "a finales del año 2015",
        "a mediados de 2015"
      ],
      ...["all'inizio del 2015", "alla fine del 2015", "nell'estate del 2015", "nel marzo del 2015", "a fine 2015"]
    ]
    isIn(
      2015,
      "director",
      times.map((time) => `Who was the director of the museum ${time}?`)
    )
  })

  it("is no season that is perhaps the one of now", () => {
    isIn(null, "price", ["Price for the 2025/26 season", "Price in 2025/2026", "Preis in der Saison 2025/26"])
    isIn(2024, "price", ["Price for the 2024/25 season", "Price in 2024/2025"])
    isIn(2025, "price", ["Price in 2025-03", "Price in 2025"])
  })

  it("is a German year behind its verb", () => {
    isIn(2015, "direktor", ["Wer war 2015 Direktor?", "Wer war 2015 der Direktor des Museums?"])
    isIn(2015, "autos", ["Wie viele Autos wurden 2015 hergestellt?", "Wie viele Autos hatte Kiln 2015?"])
    isIn(null, "preis", ["Wie hoch war der Preis von Office 2019?", "Was kostete Office 2019?"])
  })

  it("is what is before it", () => {
    for (const time of [
      ...[
        "before 2015",
        "until the end of 2015",
        "before the summer of 2015",
        "up to March 2015",
        "before the 2015 season"
      ],
      ...[
        "before the flood of 2015",
        "vor Ende 2015",
        "bis zum Sommer 2015",
        "avant la fin de 2015",
        "antes del verano de 2015"
      ]
    ])
      assert.deepStrictEqual(
        timeOf(`Who was the director of the museum ${time}?`, "director"),
        { kind: "before", year: 2015 },
        time
      )
  })

  it("is none where the year tells which thing is meant", () => {
    isIn(null, "price", [
      ...["Price of the bowl made in 1950", "Price of the bowl of 1950", "Price of the bowl of the year 1950"],
      ...["Price of the house built before 1950", "Price of the house built in the summer of 1950"],
      ...["Price of the house that was built in 1950", "Price of the house which has been built by the end of 1950"],
      ...[
        "Price of the March 2015 issue",
        "Price of the magazine, in the March 2015 issue",
        "Price for the 2015 model"
      ],
      ...["Price of the late 2015 model", "Price of the film Summer of 1993", "Preis des 1950 gebauten Hauses"],
      ...[
        "Price for all 2000 guests",
        "What is the price today?",
        "Price at 2015 Main Street",
        "Price of the fine 1950 wine"
      ],
      ...[
        "Price of the Battle of 1815 poster",
        "Price for 2000 guests",
        "Price in 1500 pieces",
        "Is the price for 2000 €?"
      ]
    ])
    isIn(null, "actor", ["Who is the actor in the film of 1950?", "Who is the actor in the 1950 film?"])
    isIn(null, "director", ["Who is the director of Summer of 1993?", "Who has been director since 2015?"])
    isIn(null, "director", [
      ...[
        "Director of the 1950 film",
        "Who has been director since the start of 2015?",
        "Director from the summer of 2015"
      ],
      ...["Direktor seit Anfang 2015", "Directeur depuis la fin de 2015", "Director of the 1950 season film"]
    ])
    isIn(2015, "price", ["Price in 2015 of the bowl made in 1950", "Price of the bowl of 1950 at the end of 2015"])
    isIn(2015, "director", ["Who was the director of the museum founded in 1950 in March 2015?"])
  })

  it("is that of what was made, where that is what is asked", () => {
    isIn(2015, "cars produced", ["How many cars were produced in 2015?", "Cars produced in 2015"])
    isIn(2015, "books", [
      ...["How many books were published in 2015?", "How many books were first published in March 2015?"],
      ...["How many books has Kiln published in 2015?", "What is the number of books that were read in 2015?"],
      "Combien de livres ont été publiés en 2015 ?"
    ])
    isIn(null, "pages", [
      ...["How many pages has the book published in 1950?", "How many pages has the book that was published in 1950?"],
      "How many pages are in the book published in 1950?"
    ])
  })

  it("is no day of what happens on one", () => {
    for (const day of [
      ...["on 12 March 2019", "on March 12, 2019", "am 12. März 2019", "le 12 mars 2019", "in March 2019"],
      ...["in the summer 2019", "im Sommer 2019"]
    ])
      assert.isNull(timeOf(`What was the venue of the meeting ${day}?`, "venue", false), day)
    for (const time of [
      "in 2019",
      "in March of 2019",
      "on the last day of 2019",
      "by March 2019",
      "in the season 2019"
    ])
      assert.isNotNull(timeOf(`What was its motto ${time}?`, "motto", false), time)
  })

  it("is found in a time that grows with the task", () => {
    const before = performance.now()
    for (const text of ["in the summer of ", "how many was ", "during the a ", "end of ", "in 1 ", "made in 1950 "])
      timeOf(text.repeat(400), "price")
    assert.isBelow(performance.now() - before, 1_000)
  })
})
