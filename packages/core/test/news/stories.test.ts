import { assert, describe, it } from "@effect/vitest"
import { bandsOf, isSameStory, likeliest, type StoryText } from "../../src/news/domain/stories.ts"

const isOne = (one: StoryText, other: StoryText): boolean => {
  const bands = new Set(bandsOf(one, 20_000, "en"))
  return bandsOf(other, 20_000, "en").some((band) => bands.has(band)) && isSameStory(one, other)
}

const report = (name: string, income: string, share: string, before: string): StoryText => ({
  title: `${name} Announces Third Quarter Results`,
  excerpt: `${name} reported net income of $${income} million, or $${share} per diluted share, for the third quarter compared with $${before} million for the same quarter of the prior year.`
})

describe("copies of a report", () => {
  const text =
    "Boeing will cut 10 percent of its workforce, about 17,000 jobs, and delay first deliveries of its 777X jet by a year, the chief executive told staff on Friday."

  it("are one story under other headlines", () => {
    const one = { title: "Boeing to cut 17,000 jobs as strike drags on", excerpt: text }
    assert.isTrue(isOne(one, { title: "Boeing to slash 17,000 jobs, delay 777X", excerpt: text }))
    assert.isTrue(isOne(one, { title: "Plane maker sheds a tenth of its staff", excerpt: text }))
  })

  it("are told from forms that were filled in for another company or another quarter", () => {
    const one = report("Northfield Bancorp", "6.5", "0.16", "8.2")
    assert.isTrue(isOne(one, { ...one, title: "Northfield Bancorp announces third quarter results" }))
    assert.isFalse(isOne(one, report("Westfield Bancorp", "4.1", "0.22", "3.9")))
    assert.isFalse(isOne(one, report("Northfield Bancorp", "9.7", "0.31", "7.4")))
    const call = (name: string) => ({ title: `${name} Corp Q3 2026 earnings call transcript`, excerpt: null })
    assert.isTrue(isOne(call("Acme"), call("Acme")))
    assert.isFalse(isOne(call("Acme"), call("Bolt")))
  })

  it("are none that say the contrary", () => {
    const told = (title: string, excerpt: string | null = null) => ({ title, excerpt })
    for (const [one, other] of [
      ["Petrelis shares fall 5% after results", "Petrelis shares rise 5% after results"],
      ["Petrelis profit rises 5% in third quarter", "Petrelis profit falls 5% in third quarter"],
      [
        "Grebe and Petrelis agree to merge their counters business",
        "Petrelis and Grebe agree to end merger of their counters business"
      ],
      ["Petrelis wins the award for counters", "Petrelis does not win the award for counters"],
      ["Petrelis will open its plant in Leeds", "Petrelis won't open its plant in Leeds"],
      ["Petrelis opens plant in northern Leeds", "Petrelis closes plant in northern Leeds"]
    ] as const) {
      assert.isFalse(isSameStory(told(one), told(other)), one)
      assert.isTrue(isSameStory(told(one), told(`${one} - The Post`)), one)
    }
    const text = (word: string) =>
      `Shares of the maker of counters for seabirds ${word} by a twentieth on Monday after it told investors in London what the third quarter had brought.`
    assert.isFalse(
      isSameStory(told("Petrelis on Monday", text("fell")), told("What the quarter brought", text("rose")))
    )
  })

  it("are none whose figures differ, and none whose beginnings are half alike", () => {
    const told = (title: string, excerpt: string | null = null) => ({ title, excerpt })
    assert.isFalse(
      isSameStory(told("Petrelis profit rises 5% in third quarter"), told("Petrelis profit rises 6% in third quarter"))
    )
    const half = (end: string) => `The maker of counters said on Monday that it would hire two hundred people in ${end}`
    assert.isFalse(
      isSameStory(
        told("Grebe plans", half("Aberdeen where seabirds breed along the coast each winter under cold skies")),
        told("Birds counted", half("Graz because its river has many ducks whose chicks nobody knows yet today"))
      )
    )
  })

  it("say one sum in two ways", () => {
    const text =
      "Harbor Robotics, which makes arms for warehouses, raised $40 million in a round led by Lakeview Ventures, the company said on Wednesday."
    assert.isTrue(
      isOne(
        { title: "Harbor Robotics raises $40 million Series B", excerpt: text },
        { title: "Warehouse robot maker Harbor Robotics lands $40M", excerpt: text }
      )
    )
  })
})

describe("articles that one is compared with", () => {
  it("are those that share most with it, the newest of each band, and few", () => {
    assert.deepStrictEqual(likeliest([["a", "b"], ["b", "c"], [], ["b", "c"]]), ["b", "c", "a"])
    assert.deepStrictEqual(likeliest([["new", "old"]]), ["new", "old"], "of equals the newer")
    const newest = Array.from({ length: 8 }, (_, n) => `n${n}`)
    assert.deepStrictEqual(likeliest([[...newest, "older"]]), newest)
    const many = Array.from({ length: 16 }, (_, band) => Array.from({ length: 8 }, (_, n) => `${band} ${n}`))
    assert.lengthOf(likeliest(many), 16)
    assert.include(likeliest([...many, ["15 7"]]), "15 7")
  })
})
