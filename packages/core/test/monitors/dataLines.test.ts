import { assert, describe, it } from "@effect/vitest"
import type { DataObject } from "../../src/extraction/domain/DataShape.ts"
import { dataDifference } from "../../src/monitors/dataDifference.ts"
import { textChange } from "../../src/monitors/domain/Diff.ts"
import { dataLines, differingUrls, saidByLines, textOfLines, withKept } from "../../src/monitors/domain/dataLines.ts"
import { judgeChange } from "../../src/monitors/domain/judging/judgeChange.ts"
import { withWholeLines } from "../../src/monitors/domain/wholeLines.ts"

const usual = "https://a.example/"

const evidence = (path: string, url: string) => ({ path, url, quote: "", source: "pair" as const, weight: 1 })

const linesOf = (data: DataObject) => dataLines(data, [], usual).map(({ text }) => text)

const plans: DataObject = {
  currency: "EUR",
  plans: [
    { name: "Solo", price: 5, features: ["1 user"] },
    { name: "Team", price: 9, features: ["5 users", "Audit log"] }
  ],
  contact: { email: "a@b.example", phone: null }
}

describe("data as lines", () => {
  it("names what each value is of", () => {
    assert.deepStrictEqual(linesOf(plans), [
      "contact › email: a@b.example",
      "currency: EUR",
      "plans › Solo",
      "plans › Solo › features: 1 user",
      "plans › Solo › price: 5",
      "plans › Team",
      "plans › Team › features: 5 users",
      "plans › Team › features: Audit log",
      "plans › Team › price: 9"
    ])
  })

  it("is the same in whatever order rows come, and tells rows of one name apart", () => {
    const turned = { ...plans, plans: [...(plans.plans as ReadonlyArray<DataObject>)].reverse() }
    assert.deepStrictEqual(linesOf(turned), linesOf(plans))
    assert.deepStrictEqual(linesOf({ rows: [{ name: "A", n: 1 }, { name: "A", n: 2 }, { n: 3 }] }), [
      "rows › 3",
      "rows › 3 › n: 3",
      "rows › A",
      "rows › A (2)",
      "rows › A (2) › n: 2",
      "rows › A › n: 1"
    ])
  })

  it("says what a row is by the property that names it, where its list does not say so", () => {
    const said = (data: DataObject) => saidByLines(dataLines(data, [], usual)).split("\n")
    assert.deepStrictEqual(said({ offers: [{ plan: "Team", price: 9 }] }), [
      "offers › plan: Team",
      "offers › Team › price: 9"
    ])
    assert.deepStrictEqual(said({ plans: [{ plan: "Team" }, { name: "Solo" }] }), ["plans › Solo", "plans › Team"])
    assert.deepStrictEqual(said({ site: { offers: [{ plan: "A" }, { plan: "A" }] } }), [
      "site › offers › plan: A",
      "site › offers › plan: A (2)"
    ])
  })

  it("judges no line as changed that was kept before it said what its row is", () => {
    const [row, price] = dataLines({ offers: [{ plan: "Team", price: 9 }] }, [], usual)
    const { after, before } = dataDifference(usual, [{ text: row!.text, url: usual }], [row!, price!])
    assert.strictEqual(before, "offers › plan: Team")
    assert.strictEqual(after, "offers › plan: Team\noffers › Team › price: 9")
    const other = dataDifference(usual, [{ ...price!, said: "price: $9" }], [{ ...price!, said: "price: €9" }])
    assert.notStrictEqual(other.before, other.after)
  })

  it("keeps a value on its line, and no more lines than there may be", () => {
    assert.deepStrictEqual(linesOf({ a: "x\n y: z" }), ["a: x y: z"])
    assert.strictEqual(linesOf({ a: Array.from({ length: 19_000 }, (_, index) => index) }).length, 10_000)
  })

  it("shows the longest value of a page whole, so that it can be judged", () => {
    const terms = "word ".repeat(400).trim()
    assert.deepStrictEqual(linesOf({ terms }), [`terms: ${terms}`])
  })

  it("tells values apart that differ in their last character alone, however long they are", () => {
    for (const length of [1_500, 5_000]) {
      const [one, other] = ["a", "b"].map((last) => linesOf({ terms: "word ".repeat(length / 5) + last })[0]!)
      assert.notStrictEqual(one, other)
      assert.isAtMost(one!.length, 2_500)
    }
    const named = linesOf({ rows: [{ name: "n".repeat(3_000), price: 5 }] })
    assert.notDeepEqual(linesOf({ rows: [{ name: "n".repeat(3_000), price: 6 }] }), named)
  })

  it("takes a line that was cut once for how it goes on now, and no other", () => {
    const state = (lines: ReadonlyArray<string>) => ({
      type: "extract" as const,
      data: null,
      urlsAnalyzed: [],
      lines: lines.map((text) => ({ text, url: usual }))
    })
    const whole = linesOf({ terms: "word ".repeat(400), price: 5 })
    const kept = [whole[0]!, whole[1]!.slice(0, 1_000)]
    assert.strictEqual(textOfLines(withWholeLines(state(kept), state(whole)).lines!), whole.join("\n"))
    const other = [whole[0]!, `${whole[1]!.slice(0, 999)}!`]
    assert.strictEqual(textOfLines(withWholeLines(state(other), state(whole)).lines!), other.join("\n"))
  })

  it("knows the pages that say what differs", () => {
    const [before, after] = [5, 6].map((price) =>
      dataLines(
        { plans: [{ name: "Solo", price }], city: "Bonn" },
        [evidence("/plans/0/price", "https://a.example/p")],
        usual
      )
    )
    assert.deepStrictEqual(differingUrls(before!, after!), ["https://a.example/p"])
    assert.deepStrictEqual(differingUrls(before!, before!), [])
  })

  it("takes the page of a row's first value for what no evidence says of it", () => {
    const said = [evidence("/plans/1/price", "https://a.example/p"), evidence("/plans/1/seats", "https://a.example/q")]
    const lines = dataLines(
      { plans: [{ name: "Solo" }, { name: "Team", price: 9, seats: 5, city: "Bonn" }] },
      said,
      usual
    )
    assert.deepStrictEqual(
      lines.map(({ text, url }) => [text, url.slice(usual.length)]),
      [
        ["plans › Solo", ""],
        ["plans › Team", "p"],
        ["plans › Team › city: Bonn", "p"],
        ["plans › Team › price: 9", "p"],
        ["plans › Team › seats: 5", "q"]
      ]
    )
  })

  it("keeps what a page said that cannot be read, and lets nothing take its place meanwhile", () => {
    const before = dataLines({ price: 5, city: "Bonn" }, [evidence("/price", "https://a.example/p")], usual)
    const failed = new Set(["https://a.example/p"])
    const without = dataLines({ city: "Bonn" }, [], usual)
    assert.strictEqual(textOfLines(withKept(without, before, failed)), textOfLines(before))
    const other = dataLines({ price: 8, city: "Köln" }, [], usual)
    assert.strictEqual(textOfLines(withKept(other, before, failed)), "city: Köln\nprice: 5")
    assert.strictEqual(textOfLines(withKept(other, before, new Set())), "city: Köln\nprice: 8")
  })

  it("takes no row for another whose name begins like its own", () => {
    const films = (...rows: ReadonlyArray<readonly [name: string, price: number]>): DataObject => ({
      films: rows.map(([name, price]) => ({ name, price }))
    })
    const page = "https://a.example/p"
    const evidences = ["/films/1", "/films/1/name", "/films/1/price"].map((path) => evidence(path, page))
    const before = dataLines(films(["Dune: Part One", 5], ["Dune: Part Two", 9]), evidences, usual)
    const now = dataLines(films(["Dune: Part One", 6], ["Dune: Prophecy", 3]), [], usual)
    assert.deepStrictEqual(textOfLines(withKept(now, before, new Set([page]))).split("\n"), [
      "films › Dune: Part One",
      "films › Dune: Part One › price: 6",
      "films › Dune: Part Two",
      "films › Dune: Part Two › price: 9",
      "films › Dune: Prophecy",
      "films › Dune: Prophecy › price: 3"
    ])
    // What is said of the same row meanwhile waits for the page that said it before.
    const other = dataLines(films(["Dune: Part Two", 7]), [], usual)
    assert.include(textOfLines(withKept(other, before, new Set([page]))), "films › Dune: Part Two › price: 9")
    assert.notInclude(textOfLines(withKept(other, before, new Set([page]))), "price: 7")
  })

  it("keeps of lines only what is stored", () => {
    const lines = withKept(dataLines({ price: 5, films: [{ name: "Dune" }] }, [], usual), [], new Set())
    assert.deepStrictEqual(lines, [
      { text: "films › Dune", url: usual },
      { text: "price: 5", url: usual }
    ])
  })
})

describe("fields that change in one look", () => {
  const textOf = (data: DataObject) => linesOf(data).join("\n")
  const [was, is] = [
    { author: "Jane Roe", headline: "Winter sale" },
    { author: "Max Mustermann", headline: "Spring collection arrives" }
  ].map(textOf)
  const judged = (goal: string) => judgeChange({ goal, url: usual, targetType: "extract", before: was!, after: is! })

  it("are each told as one that changed", () => {
    const { evidence, isRelevant, title } = judged("Tell me when the author changes")
    assert.isTrue(isRelevant)
    assert.notMatch(title, /^(?:Added|Removed)/)
    assert.deepStrictEqual(evidence, [{ before: "author: Jane Roe", after: "author: Max Mustermann", url: usual }])
  })

  it("are neither gone nor new", () => {
    for (const goal of ["Tell me when the author is removed", "Tell me when a new headline is added"])
      assert.isFalse(judged(goal).isRelevant, goal)
  })

  it("are told apart from one that goes beside them", () => {
    const { counts } = textChange("alpha: x\ndelivery: one day", "delivery: two weeks")
    assert.deepStrictEqual(counts, { changed: 1, added: 0, removed: 1, moved: 0 })
  })

  it("are known by their names however many they are", () => {
    const some = (value: string) => textOf(Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`f${n}`, value])))
    assert.deepStrictEqual(textChange(some("x"), some("other words")).counts, {
      changed: 40,
      added: 0,
      removed: 0,
      moved: 0
    })
  })

  it("are not taken for those of one name that many have", () => {
    const gone = textOf({ sky: ["dark as night", "red wine over hills"] })
    const come = textOf({ sky: ["blue whale", "pale morning fog"] })
    assert.deepStrictEqual(textChange(gone, come).counts, { changed: 0, added: 1, removed: 1, moved: 0 })
  })
})

it("labels of a page say in which order its lines came, and which stands for which", () => {
  const { counts } = textChange("営業時間：朝から夕方まで\nVenue: Main hall", "営業時間：毎日\nVenue: Room 7 upstairs")
  assert.deepStrictEqual(counts, { changed: 2, added: 0, removed: 0, moved: 0 })
})
