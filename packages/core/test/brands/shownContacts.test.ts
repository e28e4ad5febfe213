import { assert, describe, it } from "@effect/vitest"
import { shownEmployees, shownPhones } from "../../src/brands/domain/shownContacts.ts"

const phones = (...lines: ReadonlyArray<string>) => shownPhones(lines).map(({ phone }) => phone)

describe("telephone numbers in a text", () => {
  it("are told where they are called so, or written as nothing else is", () => {
    assert.deepStrictEqual(phones("Telefon: 0711 555 01 90"), ["0711 555 01 90"])
    assert.deepStrictEqual(phones("Tel: +44 (0)1484 555 010"), ["+441484555010"])
    assert.deepStrictEqual(phones("contact@acme.example — 02 98 55 01 60"), ["02 98 55 01 60"])
    assert.deepStrictEqual(phones("Call us: (919) 555-0121"), ["(919) 555-0121"])
    assert.deepStrictEqual(phones("1-888-555-0144 © 2026 Acme, LLC"), ["1-888-555-0144"])
    assert.deepStrictEqual(phones("電話番号", "052-555-0147"), ["052-555-0147"])
    assert.deepStrictEqual(phones("tel. 12 555 01 44"), ["12 555 01 44"])
  })

  it("are none of fax machines, registers, dates and prices", () => {
    for (const line of [
      "Fax: +44 (0)1484 555 011",
      "SIRET 800 000 000 00018",
      "NIP: 676-000-00-00",
      "KRS 0000000000",
      "01.02.2026",
      "2019 - 2026",
      "1.250.000,00 €",
      "ISBN 978-3-16-148410-0",
      "Order 0123456789",
      "CEP 01310-100",
      "Tracking 1Z 999 AA1 01 2345 6784",
      "HRB 765432"
    ]) {
      assert.deepStrictEqual(phones(line), [], line)
    }
    assert.deepStrictEqual(phones("Fax", "+44 1484 555 011"), [])
  })

  it("are looked for in time that grows with the text alone", () => {
    for (const text of ["1 ".repeat(500_000), "+1".repeat(500_000), "(".repeat(1_000_000), "tel ".repeat(250_000)]) {
      const began = performance.now()
      shownPhones([text])
      shownPhones(text.match(/.{1,1000}/gs) ?? [])
      assert.isBelow(performance.now() - began, 1_000, text.slice(0, 8))
    }
  })
})

const employees = (...lines: ReadonlyArray<string>) => shownEmployees(lines)?.exact ?? null

describe("employees in a text", () => {
  it("are told where a company says how many it has", () => {
    assert.strictEqual(employees("We are 340 employees in Denver and Kraków who think HR can be kind."), 340)
    assert.strictEqual(employees("Unsere 1.250 Mitarbeiter freuen sich."), 1_250)
    assert.strictEqual(employees("従業員数", "412名"), 412)
    assert.strictEqual(employees("Number of employees: 1,200"), 1_200)
    assert.strictEqual(employees("A team of 25 people"), 25)
  })

  it("are not those of others, nor numbers that nobody counted or that differ", () => {
    for (const line of [
      "We are proud to be part of Halden Group, a family of 31 companies with 48,000 employees.",
      "Greenleaf runs payroll for companies of 20 to 500 people.",
      "The airline employs 2,700 people in Ireland, our group more.",
      "Over 250 employees",
      "500 people came",
      "Trusted by 2,000 customers and 300 employees"
    ]) {
      assert.isNull(employees(line), line)
    }
    assert.isNull(employees("We are 20 people.", "We are 340 employees."))
  })
})
