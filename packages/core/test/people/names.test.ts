/** Names of one person, and of others. */
import { assert, describe, it } from "@effect/vitest"
import { organizationRelation } from "../../src/people/domain/organizationRelation.ts"
import { nameInEmail, namePartsOf, nameRelation, splitName } from "../../src/people/domain/personName.ts"
import { placeRelation } from "../../src/people/domain/placeRelation.ts"
import { place, record } from "./made.ts"

const relation = (first: string, last: string, fullName: string) =>
  nameRelation(namePartsOf(first, last), record("page", "https://a.example/", { fullName }))

describe("a name", () => {
  it("is that of a person in any order, with titles, accents and middle names", () => {
    for (const same of [
      "Ann Reed",
      "REED, Ann",
      "Dr. Ann Reed, PhD",
      "Ann M. Reed",
      "Reed Ann",
      "Ánn Reed (she/her)",
      "Ann “Annie” Reed",
      "Ann Reed Jr."
    ]) {
      assert.strictEqual(relation("Ann", "Reed", same), "same", same)
    }
    assert.strictEqual(relation("Søren", "Ødegård", "Soren Odegard"), "same")
    assert.strictEqual(relation("María José", "García López", "Maria Jose Garcia Lopez"), "same")
    assert.strictEqual(relation("Jean-Luc", "Moreau", "Jean Luc Moreau"), "same")
  })

  it("is the same in plain letters, whichever side is written so", () => {
    for (const [first, last, plain] of [
      ["Anna", "Krüger", "Anna Krueger"],
      ["Jörg", "Müller", "Joerg Mueller"],
      ["Søren", "Sørensen", "Soeren Soerensen"],
      ["Åsa", "Åkerlund", "Aasa Aakerlund"],
      ["Bjo\u0308rn", "Ba\u0308r", "Bjoern Baer"]
    ] as const) {
      assert.strictEqual(relation(first, last, plain), "same", plain)
      const [given = "", family = ""] = plain.split(" ")
      assert.strictEqual(relation(given, family, `${first} ${last}`), "same", plain)
    }
    assert.strictEqual(relation("Jörg", "Müller", "Jorg Mueller"), "same")
    // Neither is written with the letter that the other leaves out.
    assert.strictEqual(relation("Michal", "Novak", "Michael Novak"), "other")
    assert.strictEqual(relation("Manul", "Reed", "Manuel Reed"), "other")
    assert.strictEqual(relation("Anna", "Krug", "Anna Krüger"), "other")
  })

  it("is near to it as an initial, in short, or with one of two family names", () => {
    assert.strictEqual(relation("Robert", "Fox", "Bob Fox"), "near")
    assert.strictEqual(relation("Ann", "Reed", "A. Reed"), "near")
    assert.strictEqual(relation("Maria", "García López", "Maria Garcia"), "near")
    assert.strictEqual(relation("Alexandra", "Fox", "Alex Fox"), "near")
  })

  it("is another's where a part differs, and says nothing where there is none", () => {
    for (const other of ["Ann Fox", "Bea Reed", "Anna Reeder", "Reed Kiln"]) {
      assert.strictEqual(relation("Ann", "Reed", other), "other", other)
    }
    for (const unknown of ["annreed", "", "Анна Рид"]) assert.strictEqual(relation("Ann", "Reed", unknown), "unknown")
  })

  it("keeps a family name that is spelled like a degree or a title", () => {
    for (const [first, last] of [
      ["Yo-Yo", "Ma"],
      ["Jack Yun", "Ma"],
      ["Amadou Hampâté", "Ba"],
      ["Ann Maria", "Dame"]
    ] as const) {
      assert.strictEqual(relation(first, last, `${first} ${last}`), "same", last)
      assert.deepStrictEqual(splitName(`${first} ${last}`), { first, last })
    }
    for (const degree of ["Ann Maria Reed MA", "Ann Maria Reed M.A.", "Ann Maria Reed BA PhD"]) {
      assert.strictEqual(relation("Ann", "Reed", degree), "same", degree)
      assert.deepStrictEqual(splitName(degree), { first: "Ann Maria", last: "Reed" }, degree)
    }
    assert.strictEqual(relation("Ann", "Ma", "Ann Maria Reed MA"), "other")
  })

  it("is split in two, and guessed from a mailbox of one person", () => {
    assert.deepStrictEqual(splitName("Dr. Ann Maria Reed"), { first: "Ann Maria", last: "Reed" })
    assert.deepStrictEqual(splitName("Reed, Ann"), { first: "Ann", last: "Reed" })
    assert.deepStrictEqual(splitName("Ann Reed, MBA"), { first: "Ann", last: "Reed" })
    assert.isNull(splitName("annreed"))
    assert.isNull(splitName("Prof. Dr."))
    assert.deepStrictEqual(nameInEmail("ann.reed@kiln.example"), { first: ["ann"], last: ["reed"] })
    for (const none of ["info@kiln.example", "no-reply@kiln.example", "areed@kiln.example", "ann.reed.2@k.example"]) {
      if (none.startsWith("ann")) assert.isNotNull(nameInEmail(none))
      else assert.isNull(nameInEmail(none), none)
    }
  })
})

describe("an organization", () => {
  it("is known by its domain, or by its name without what it is in law", () => {
    const at = (name: string | null, domain: string | null) => ({ name, domain })
    assert.strictEqual(
      organizationRelation(at(null, "kiln.example"), { name: "x", domain: "www.kiln.example" }),
      "domain"
    )
    assert.strictEqual(organizationRelation(at("Kiln", null), { name: "KILN GmbH", domain: null }), "name")
    assert.strictEqual(organizationRelation(at(null, "kiln.example"), { name: "Kiln", domain: null }), "name")
    assert.strictEqual(
      organizationRelation(at("University of Graz", null), { name: "Graz University", domain: null }),
      "name"
    )
    assert.strictEqual(
      organizationRelation(at("Universität Graz", null), { name: "University of Graz", domain: null }),
      "name"
    )
    assert.strictEqual(organizationRelation(at("Kiln", null), { name: "Kilner", domain: null }), "none")
    assert.strictEqual(organizationRelation(at(null, "kiln.example"), { name: "Kiln", domain: "kiln.test" }), "none")
    assert.strictEqual(organizationRelation(at(null, "kiln.example"), { name: "x", domain: "notkiln.example" }), "none")
  })
})

describe("a place", () => {
  it("agrees as exactly as both are known", () => {
    const asked = (city: string | null, country: string | null) => ({ city, region: null, country })
    const graz = place({ city: "Graz", country: "Austria" })
    assert.deepInclude(placeRelation(asked("Graz", "AT"), graz), { city: true, country: true, differs: "no" })
    assert.deepInclude(placeRelation(asked("Linz", null), graz), { city: false, differs: "city" })
    assert.deepInclude(placeRelation(asked(null, "Germany"), graz), { country: false, differs: "country" })
    assert.deepInclude(placeRelation(asked("Wien", "Austria"), place({ display: "Vienna, Austria" })), {
      city: true,
      country: true
    })
    assert.deepInclude(placeRelation(asked(null, "Germany"), place({ display: "Dover, DE" })), { differs: "no" })
  })
})
