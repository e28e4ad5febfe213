import { assert, describe, it } from "@effect/vitest"
import { shownEmployees, shownPhones } from "../../src/brands/domain/shownContacts.ts"

const phones = (...lines: ReadonlyArray<string>) => shownPhones(lines).map(({ phone }) => phone)

describe("a telephone number in a line of any length", () => {
  it("is whole or none", () => {
    for (let length = 1_470; length < 1_500; length += 1) {
      const [phone = "+442079460123"] = phones(`${"x ".repeat(750).slice(0, length)} Tel: +44 20 7946 0123 and more`)
      assert.strictEqual(phone, "+442079460123", String(length))
    }
  })
})

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
      "HRB 765432",
      "SKU: 0711-5550190",
      "0711 555 0",
      "Tel: 21 43 65",
      "ACN: 004 085 616",
      "Ref: 0123 456 7891",
      "Part 800-555-1234",
      "Bestellnr. 0711 555 01 90",
      "National Suicide Prevention Lifeline: 1-800-273-8255"
    ]) {
      assert.deepStrictEqual(phones(line), [], line)
    }
    assert.deepStrictEqual(phones("Fax", "+44 1484 555 011"), [])
  })

  it("are none that templates and examples have", () => {
    for (const line of [
      "Phone: 123-456-7890",
      "Call us: 000-000-0000",
      "Tel. 0123 456789",
      "Call us: (555) 123-4567",
      "e.g. +44 20 7946 0018",
      "Enter your phone: 212-555-0188"
    ]) {
      assert.deepStrictEqual(phones(line), [], line)
    }
    for (const line of ["Kundenservice: 0711 555 01 90", "To order: (919) 555-0121", "24h Notruf: 0800 555 0190"]) {
      assert.lengthOf(phones(line), 1, line)
    }
  })

  it("tell what stands above them, back to the number before", () => {
    const found = shownPhones([
      "Office of the Commissioner",
      "Water Lane",
      "Tel. 0303 555 0113",
      "Acme",
      "Tel. 0303 555 0114"
    ])
    assert.deepStrictEqual(
      found.map(({ above }) => above),
      ["Office of the Commissioner Water Lane", "Acme"]
    )
  })

  it("are looked for in time that grows with the text alone", () => {
    for (const text of ["1 ".repeat(500_000), "+1".repeat(500_000), "(".repeat(1_000_000), "tel ".repeat(250_000)]) {
      const began = process.cpuUsage()
      shownPhones([text])
      shownPhones(text.match(/.{1,1000}/gs) ?? [])
      const { system, user } = process.cpuUsage(began)
      assert.isBelow((system + user) / 1_000, 1_000, text.slice(0, 8))
    }
  })
})

const employees = (...lines: ReadonlyArray<string>) =>
  shownEmployees(lines, (text) => text.includes("Acme"))?.exact ?? null

describe("employees in a text", () => {
  it("are told where a company says how many it has", () => {
    assert.strictEqual(employees("We are 340 employees in Denver and Kraków who think HR can be kind."), 340)
    assert.strictEqual(employees("Unsere 1.250 Mitarbeiter freuen sich."), 1_250)
    assert.strictEqual(employees("従業員数", "412名"), 412)
    assert.strictEqual(employees("Number of employees: 1,200"), 1_200)
    for (const line of [
      "A team of 25 people",
      "We are a small, happy team of 25 people.",
      "Acme is a team of 25 people."
    ])
      assert.strictEqual(employees(line), 25, line)
    assert.strictEqual(employees("Acme Rockets of Denver employs 340 people."), 340)
    assert.strictEqual(employees("Founded in 1998, the company employs 340 people."), 340)
    assert.strictEqual(employees("We have 250 staff across 3 offices."), 250)
    assert.strictEqual(employees("Employees", "50", "Founded: 1998"), 50)
  })

  it("are not those of others, nor numbers that nobody counted or that differ", () => {
    for (const line of [
      "We are proud to be part of Halden Group, a family of 31 companies with 48,000 employees.",
      "Greenleaf runs payroll for companies of 20 to 500 people.",
      "The airline employs 2,700 people in Ireland, our group more.",
      "Over 250 employees",
      "500 people came",
      "Trusted by 2,000 customers and 300 employees",
      "Zeta employs 340 people.",
      "We are part of Halden, which employs 48,000 people.",
      "Acme’s customer Zeta employs 340 people.",
      "Jo led a team of 25 people before.",
      "You will manage a team of 12 people in our Berlin office.",
      "Manage a team of 12 people",
      "“We are 120 employees and use Acme every day,” says Jo of Zeta.",
      "We have 500 people on our waiting list",
      "We have 20 staff accounts",
      "When we have 100 employees we will move.",
      "Unsere 50 Mitarbeiter-Lizenzen"
    ]) {
      assert.isNull(employees(line), line)
    }
    assert.isNull(employees("We are 20 people.", "We are 340 employees."))
    assert.isNull(employees("Employees", "50", "Price: $20"))
    assert.isNull(employees("Plan: Pro", "Employees: 50"))
    assert.isNull(employees("Number of employees", "1", "2-10", "11-50"))
  })
})
