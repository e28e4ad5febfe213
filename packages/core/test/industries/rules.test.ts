/** The rules over small lists. Observed: codes in order, how sure they are. */
import { assert, describe, it } from "@effect/vitest"
import { type IndustryIndex, indexing } from "../../src/industries/domain/IndustryIndex.ts"
import { type Industry, type IndustryTable, withEntriesOf } from "../../src/industries/domain/IndustryTable.ts"
import { pickIndustries } from "../../src/industries/domain/pickIndustries.ts"
import { rankIndustries } from "../../src/industries/domain/rankIndustries.ts"
import { roleOf, rolesOf } from "../../src/industries/domain/roles.ts"
import type { SiteWords } from "../../src/industries/domain/SiteWords.ts"
import { stemsIn, wordsOf } from "../../src/industries/domain/words.ts"
import { saying } from "../../src/testing/industryClassifierSuite.ts"

const industry = (code: string, title: string, entries: ReadonlyArray<string> = [], more: Partial<Industry> = {}) => ({
  code,
  title,
  description: "",
  entries,
  ...more
})

const tableOf = (...industries: ReadonlyArray<Industry>): IndustryTable => ({
  industries,
  groups: new Map(industries.map(({ code }) => [code.slice(0, 2), `Group ${code.slice(0, 2)}`]))
})

const indexOf = (table: IndustryTable): IndustryIndex => {
  const work = indexing(table)
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

const shoes = tableOf(
  industry("316210", "Shoe and Boot Manufacturing", ["Shoes manufacturing", "Boots manufacturing"]),
  industry("424340", "Shoe and Boot Merchant Wholesalers", ["Shoes merchant wholesalers"]),
  industry("458210", "Shoe Retailers", ["Shoe stores", "Stores, boot"]),
  industry("811430", "Shoe and Boot Repair", ["Shoe repair shops"]),
  industry("926110", "Administration of Shoe Programs", ["Shoe programs, government"])
)

const best = (table: IndustryTable, words: Partial<SiteWords>) => {
  const index = indexOf(table)
  const [first] = rankIndustries(index, saying(words)).ranked
  return first === undefined ? null : index.industries[first.place]!.code
}

const fits = (table: IndustryTable, words: Partial<SiteWords>, atLeast = 1, atMost = 5) => {
  const index = indexOf(table)
  return pickIndustries(index, rankIndustries(index, saying(words)), { atLeast, atMost }).map(
    ({ confidence, group, industry: { code } }) => ({ code, confidence, group })
  )
}

describe("what part a business plays", () => {
  it("is that of the longest beginning of a code, and offices of government are seldom meant", () => {
    assert.deepStrictEqual(
      ["513210", "512110", "722511", "721110", "0742", "0752", "5812", "5661", "7372", "7311", "9999"].map(roleOf),
      ["software", "media", "food", "lodging", "health", "personal", "food", "retail", "software", "advising", "public"]
    )
    assert.notStrictEqual(best(shoes, { title: "Shoes" }), "926110")
  })

  it("costs no more for a word that is said a thousand times", () => {
    const once = rolesOf(saying({ text: "wholesale" })).get("wholesale") ?? 0
    const often = rolesOf(saying({ text: "wholesale ".repeat(1_000) })).get("wholesale") ?? 0
    assert.strictEqual(often, once)
    assert.isTrue(once > 0 && once < 1)
  })
})

describe("words", () => {
  it("are the same however they are typed, and say nothing where any site says them", () => {
    const telling = (text: string) => stemsIn(text).filter((stem) => stem !== "")
    assert.deepStrictEqual(wordsOf("Bäckerei Straße; L’Hôtel"), ["backerei", "strasse", "", "hotel", ""])
    assert.deepStrictEqual(telling("Contact us today! Dentists and dental offices."), ["dentist", "dental", "offic"])
    assert.deepStrictEqual(telling("dentist's DENTIST dentists’"), ["dentist", "dentist", "dentist"])
  })

  it("that stand beside each other count together, in either order", () => {
    const table = tableOf(
      industry("311920", "Beverages", ["Roasting coffee"]),
      industry("333241", "Machines", ["Coffee machines", "Roasting machines"])
    )
    assert.strictEqual(best(table, { text: "Coffee roasting" }), "311920")
  })

  it("of businesses stand for those of the list, in other languages too", () => {
    const table = tableOf(
      industry("541110", "Offices of Lawyers", ["Lawyers' offices"]),
      industry("621210", "Offices of Dentists", ["Dentists' offices"]),
      industry("722511", "Full-Service Restaurants", ["Restaurants, full service"])
    )
    for (const [title, code] of [
      ["Zahnarztpraxis Dr. Weber", "621210"],
      ["Cabinet dentaire - votre dentiste", "621210"],
      ["Clínica de odontología", "621210"],
      ["Rechtsanwälte in Bonn", "541110"],
      ["Despacho de abogados", "541110"],
      ["Studio di avvocati", "541110"],
      ["Trattoria da Gino", "722511"]
    ] as const) {
      assert.strictEqual(best(table, { title }), code, title)
    }
  })
})

describe("codes that are picked", () => {
  const trades = tableOf(
    industry("238160", "Roofing Contractors", ["Roofing contractors", "Roof repair", "Shingle installation"]),
    industry("541110", "Offices of Lawyers", ["Lawyers' offices", "Attorneys"]),
    industry("541120", "Offices of Notaries", ["Notaries' offices"]),
    industry("621210", "Offices of Dentists", ["Dentists' offices", "Dental surgeons"])
  )
  const plain = {
    title: "Roofers: roofing contractors and roof repair",
    description: "Roofing contractors for shingle installation and roof repair",
    headings: "Roofing. Roof repair. Shingle roofs.",
    text: "Roofing contractors with free estimates. Licensed and insured. Roof repair."
  }

  it("are medium at most, and only where a site says enough and nothing else comes near", () => {
    assert.deepStrictEqual(fits(trades, plain, 1, 1), [{ code: "238160", confidence: "medium", group: "Group 23" }])
    assert.deepStrictEqual(
      fits(trades, { text: "offices" }).map(({ confidence }) => confidence),
      ["low", "low", "low"]
    )
    const both = { title: `${plain.title}. Lawyers and attorneys`, description: "Lawyers' offices. Attorneys. Lawyers" }
    assert.strictEqual(fits(trades, both)[0]?.confidence, "low")
  })

  it("are medium where what is of another kind comes less near than seven tenths, and their kin where it comes near", () => {
    const index = indexOf(trades)
    const sure = (scores: Record<string, number>, evidence = 100) => {
      const place = (code: string) => index.industries.findIndex((one) => one.code === code)
      const ranked = Object.entries(scores)
        .map(([code, score]) => ({ place: place(code), score }))
        .toSorted((one, other) => other.score - one.score)
      return pickIndustries(index, { ranked, evidence }, { atLeast: 1, atMost: 5 }).map(({ confidence }) => confidence)
    }
    assert.deepStrictEqual(sure({ 238160: 100, 541110: 70 }), ["medium", "low"])
    assert.deepStrictEqual(sure({ 238160: 100, 541110: 71 }), ["low", "low"])
    assert.deepStrictEqual(sure({ 238160: 100 }, 44), ["low"])
    assert.deepStrictEqual(sure({ 238160: 100 }, 45), ["medium"])
    // Lawyers and notaries are kin: one does not stand in the other's way.
    assert.deepStrictEqual(sure({ 541110: 100, 541120: 85, 238160: 70 }), ["medium", "medium", "low"])
    assert.deepStrictEqual(sure({ 541110: 100, 541120: 84, 621210: 45, 238160: 44 }), ["medium", "low", "low"])
  })

  it("are filled up to what is wanted at least, and cut to what is wanted at most", () => {
    assert.strictEqual(fits(trades, { title: "Dentists' offices" }, 1, 5)[0]?.code, "621210")
    const filled = fits(trades, { title: "Dentists' offices" }, 3, 5)
    assert.strictEqual(filled.length, 3)
    assert.strictEqual(filled.at(-1)?.confidence, "low")
    assert.strictEqual(fits(trades, { text: "offices" }, 1, 2).length, 2)
  })

  it("are none where nothing is known of what is said", () => {
    assert.deepStrictEqual(fits(trades, { text: "zzzqq xyzzy" }, 3), [])
  })

  it("begin with what the site states of itself", () => {
    assert.strictEqual(fits(trades, { ...plain, statedCodes: ["541120"] })[0]?.code, "541120")
    assert.strictEqual(fits(trades, { ...plain, statedCodes: ["999999"] })[0]?.code, "238160")
  })
})

describe("the list of the SEC", () => {
  it("has what the manual says of its codes, groups what is said of the members that are no codes themselves", () => {
    const manual = tableOf(
      industry("2011", "Meat Packing", ["Bacon"]),
      industry("2041", "Flour", ["Flour mills"]),
      industry("2043", "Cereal", ["Oatmeal"]),
      industry("9999", "Others", ["Anything"])
    )
    const own = tableOf(
      industry("2011", "MEAT PACKING PLANTS", [], { office: "Office" }),
      industry("2040", "GRAIN MILL PRODUCTS", [], { office: "Office" })
    )
    assert.deepStrictEqual(
      withEntriesOf(own, manual).industries.map(({ code, entries, office }) => [code, entries, office]),
      [
        ["2011", ["Meat Packing", "Bacon"], "Office"],
        ["2040", ["Flour", "Flour mills", "Cereal", "Oatmeal"], "Office"]
      ]
    )
  })
})
