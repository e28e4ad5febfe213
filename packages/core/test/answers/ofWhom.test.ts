/** Whom a task asks about, and what of a page speaks of them. */
import { assert, describe, it } from "@effect/vitest"
import { sitesIn } from "../../src/answers/domain/readTask.ts"
import type { FactSheet } from "../../src/extraction/domain/FactSheet.ts"
import { hasStranger, isOfAnother, ofSites, sheetOf, subjectOf } from "../../src/extraction/domain/ofWhom.ts"

const whomOf = (task: string, fields = "") =>
  subjectOf(
    task,
    fields,
    sitesIn(task, (host) => host.endsWith(".example"))
  )

const sheet = (title: string, text: string, url = "https://papers.example/a"): FactSheet => ({
  ...{ url, title, language: "en", text, lists: [], groups: [], isCut: false },
  facts: [{ name: "Employees", value: "900", source: "pair", context: "", quote: "Employees: 900" }]
})

/** What of a page is left for a task. */
const left = (task: string, ...said: Parameters<typeof sheet>) => {
  const found = sheetOf(whomOf(task, "employees ceo founded headquarters"), sheet(...said), false)
  return found === null ? null : { facts: found.facts.length, text: found.text }
}

describe("what a page says of whom is asked about", () => {
  it("is all of it where its title or address has the name", () => {
    for (const task of [
      "How many employees does Kiln have?",
      "how many employees does kiln have",
      "CEO of Kiln Ltd."
    ]) {
      assert.deepStrictEqual(left(task, "About Kiln", "We sell."), { facts: 1, text: "We sell." }, task)
      assert.deepStrictEqual(left(task, "About us", "We sell.", "https://www.kiln.example/"), {
        facts: 1,
        text: "We sell."
      })
    }
  })

  it("is elsewhere the lines that write it, and without it nothing", () => {
    const text = "Glaze has 900 employees.\nKiln has 42 employees."
    const line = { facts: 0, text: "Kiln has 42 employees." }
    for (const task of [
      "How many employees does Kiln have, who is its CEO and when was it founded?",
      "What is the number of employees of the company Kiln?",
      "how many employees does kiln have?",
      "Who is CEO of kiln.example?",
      "Wie viele Mitarbeiter hat die Firma Kiln?",
      "Kiln: employees and CEO",
      "Where in Vienna are the headquarters of Kiln?"
    ]) {
      assert.deepStrictEqual(left(task, "Who leads", text), line, task)
      assert.isNull(left(task, "About Glaze in Vienna", "Glaze, CEO Bob Stone, has 900 Mitarbeiter."), task)
    }
  })

  it("is no word in lower case where the task writes a name", () => {
    assert.isNull(left("When was the company Glaze founded?", "On pottery", "A glaze was first used in 1360."))
  })

  it("is a row of a table that has it", () => {
    const item = (name: string) => ({
      ...{ lists: [], groups: [] },
      facts: [{ name: "Name", value: name, source: "table" as const, context: "", quote: name }]
    })
    const rows = { name: "", source: "table" as const, context: "", items: [item("Glaze"), item("Kiln")] }
    const found = sheetOf(whomOf("Who is the CEO of Kiln?"), { ...sheet("Companies", ""), groups: [rows] }, false)
    assert.deepStrictEqual(found?.groups, [{ ...rows, items: [item("Kiln")] }])
  })

  it("is all that any page says where nobody is named, and all of the site that is", () => {
    assert.strictEqual(left("x", "About Glaze", "Glaze.")?.facts, 1)
    const own = sheet("About us", "We sell.")
    assert.strictEqual(sheetOf(whomOf("Who is the CEO of dead.example?"), own, true), own)
  })

  it("is nothing of another's plan of the same name", () => {
    const text = "Pro costs £12.\nThe Pro plan of Kiln costs £25."
    for (const task of [
      "What does the Pro plan of Kiln cost?",
      "How much is the Pro plan of kiln.example?",
      "Was kostet der Pro-Tarif von Kiln?",
      "Kiln: price of the Pro subscription"
    ]) {
      assert.deepStrictEqual(left(task, "Prices", text)?.text, "The Pro plan of Kiln costs £25.", task)
      assert.isNull(left(task, "Prices of Glaze", "Pro costs £12."), task)
    }
    assert.strictEqual(left("What does the Pro plan cost?", "Prices", text)?.text, text)
  })

  it("is nothing of what others say of a thing that only the pages of a named site write", () => {
    const task = "What does Aurora cost at kiln.example, and what does Glaze cost?"
    const own = sheet("Prices", "Aurora costs £25.", "https://kiln.example/prices")
    const whom = ofSites(whomOf(task), [own])
    assert.isNull(sheetOf(whom, sheet("Cars", "Aurora costs £9,000."), false))
    assert.isNotNull(sheetOf(whom, sheet("Pots", "Glaze costs £9."), false))
    assert.isNotNull(sheetOf(whom, sheet("About Kiln", "We sell."), false))
    const called = sheet("Aurora", "Aurora costs £25.", "https://kiln.example/")
    assert.isNotNull(sheetOf(ofSites(whomOf(task), [called]), sheet("Cars", "Aurora costs £9,000."), false))
    assert.strictEqual(ofSites(whomOf("What does Aurora cost?"), [own]).names.length, 1)
  })

  it("is found in other scripts", () => {
    assert.isNull(left("トヨタ自動車の従業員数は？", "日産自動車", "日産自動車は大きい。"))
    assert.isNotNull(left("トヨタ自動車の従業員数は？", "会社", "トヨタ自動車は大きい。"))
  })
})

describe("a sentence", () => {
  const kiln = whomOf("How many employees does Kiln have, who founded it, is it open source?", "employees founder ceo")

  it("may be of somebody else on a page of theirs", () => {
    for (const text of [
      "Our rival Glaze is open source.",
      "Kiln's rival Glaze has 900 employees.",
      "Glaze has 900 employees.",
      "Glaze Labs was founded in 1999.",
      "Glaze, a competitor of Kiln, has 900 employees.",
      "Bob Stone founded Glaze in 1999.",
      "The CEO of Glaze is Bob Stone."
    ]) {
      assert.isTrue(isOfAnother(kiln, text, false), text)
    }
    for (const text of [
      "Kiln has 42 employees.",
      "We have 42 employees.",
      "Ann Reed founded Kiln in 2011.",
      "Ann Reed founded the company in 2011.",
      "Customers rate it 4.7.",
      "Employees get free pots.",
      "Its founder Ann Reed has 42 employees."
    ]) {
      assert.isFalse(isOfAnother(kiln, text, false), text)
    }
    assert.isFalse(isOfAnother(kiln, "Ann Reed has led the firm since 2011.", true))
  })

  it("says yes or no of nobody else whom it names", () => {
    for (const text of [
      "Our rival Glaze is open source.",
      "Glaze is open source.",
      "Like all of Glaze it is open source."
    ]) {
      assert.isTrue(hasStranger(kiln, text, "en"), text)
    }
    for (const text of ["Kiln is open source.", "It is open source.", "In Vienna we are open source."]) {
      assert.isFalse(hasStranger(kiln, text, "en"), text)
    }
    assert.isFalse(hasStranger(kiln, "Unser Programm ist open source.", "de"))
    assert.isTrue(hasStranger(kiln, "Unser Konkurrent Glaze ist open source.", "de"))
  })
})
