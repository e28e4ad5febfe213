import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { Fact, FactSet, FactSheet } from "../../src/extraction/domain/FactSheet.ts"
import { takesMoreThan } from "../../src/extraction/domain/fillingWork.ts"
import { readDataSchema } from "../../src/extraction/domain/readDataSchema.ts"

const fact: Fact = { name: "Price", value: "5", source: "pair", context: "", quote: "Price: 5" }

const thing: FactSet = { facts: [fact, fact], lists: [], groups: [] }

const sheet = (more: Partial<FactSheet>): FactSheet => ({
  url: "https://a.example/",
  title: null,
  language: "en",
  text: "",
  isCut: false,
  facts: [],
  lists: [],
  groups: [],
  ...more
})

const shapeOf = (properties: object) => Result.getOrThrow(readDataSchema({ type: "object", properties }))
const text = { type: "string" }
const two = shapeOf({ a: text, b: text })

const groups = (count: number, items: ReadonlyArray<FactSet>) =>
  Array.from({ length: count }, () => ({ name: "", source: "table" as const, context: "", items }))

const asked = (shape: ReturnType<typeof shapeOf> | null, page: FactSheet, readsContacts = false) => ({
  shape,
  instructions: "",
  sheets: [page],
  readsContacts
})

describe("what filling takes", () => {
  it("grows with facts, with values of lists and with properties of all levels", () => {
    const facts = sheet({ facts: Array(10).fill(fact) })
    assert.isTrue(takesMoreThan(19, asked(two, facts)))
    assert.isFalse(takesMoreThan(20, asked(two, facts)))
    const deep = shapeOf({ a: { type: "array", items: { type: "object", properties: { b: text, c: text } } } })
    assert.isTrue(takesMoreThan(29, asked(deep, facts)))
    assert.isFalse(takesMoreThan(30, asked(deep, facts)))
    const values = sheet({ lists: [{ name: "", source: "list", context: "", values: Array(10).fill("x") }] })
    assert.isTrue(takesMoreThan(19, asked(two, values)))
  })

  it("grows with every thing of a group, also with those that say nothing and with those in others", () => {
    assert.isTrue(takesMoreThan(5_999, asked(two, sheet({ groups: groups(1, Array(1_000).fill(thing)) }))))
    assert.isFalse(takesMoreThan(6_000, asked(two, sheet({ groups: groups(1, Array(1_000).fill(thing)) }))))
    const empty: FactSet = { facts: [], lists: [], groups: [] }
    assert.isTrue(takesMoreThan(1_999, asked(two, sheet({ groups: groups(1, Array(1_000).fill(empty)) }))))
    const nested: FactSet = { ...empty, groups: groups(3, [thing]) }
    assert.isTrue(takesMoreThan(19, asked(two, sheet({ groups: groups(1, [nested]) }))))
    assert.isFalse(takesMoreThan(20, asked(two, sheet({ groups: groups(1, [nested]) }))))
  })

  it("grows with text where lines are read for contacts", () => {
    const long = sheet({ text: "x".repeat(6_400) })
    assert.isTrue(takesMoreThan(99, asked(two, long, true)))
    assert.isFalse(takesMoreThan(100, asked(two, long, true)))
    assert.isFalse(takesMoreThan(0, asked(two, long)))
  })

  it("grows with choices, which are read once", () => {
    const choices = Array.from({ length: 100 }, (_, index) => `c${index}`)
    const chosen = shapeOf({ rows: { type: "array", items: { type: "object", properties: { a: { enum: choices } } } } })
    assert.isTrue(takesMoreThan(1_599, asked(chosen, sheet({}))))
    assert.isFalse(takesMoreThan(1_600, asked(chosen, sheet({}))))
  })

  it("is not counted of a summary", () => {
    assert.isFalse(takesMoreThan(0, asked(null, sheet({ facts: [fact] }))))
  })
})
