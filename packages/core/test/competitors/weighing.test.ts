/** What findings weigh, who is related, and what a company says that it is. */
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { likeness, vectorOf } from "../../src/competitors/domain/likeness.ts"
import { firstSentence, saidField } from "../../src/competitors/domain/marketField.ts"
import { isReseller, kinOf } from "../../src/competitors/domain/relatedCompanies.ts"
import { type Finding, findingKinds, weighCandidate } from "../../src/competitors/domain/weighCandidate.ts"

const finding = (kind: Finding["kind"], teller: string): Finding => ({ kind, teller, url: `https://${teller}/` })

const findings = fc.array(
  fc.record({ kind: fc.constantFrom(...findingKinds), teller: fc.constantFrom("a", "b", "c", "d") }),
  { maxLength: 6 }
)
const ofAll = (all: ReadonlyArray<{ kind: Finding["kind"]; teller: string }>) =>
  all.map(({ kind, teller }) => finding(kind, teller))
const alike = fc.option(fc.double({ min: 0, max: 1, noNaN: true }))
const rank = { high: 2, medium: 1 } as const
const rankOf = (given: ReadonlyArray<Finding>, level: number | null) => {
  const { confidence } = weighCandidate(given, level)
  return confidence === null ? 0 : rank[confidence]
}

describe("what findings weigh", () => {
  it("never grows less by one more", () => {
    fc.assert(
      fc.property(findings, findings, alike, (some, more, level) => {
        const [few, many] = [ofAll(some), ofAll([...some, ...more])]
        assert.isAtLeast(weighCandidate(many, level).points + 1e-9, weighCandidate(few, level).points - 0.5)
        assert.isAtLeast(rankOf(many, level), rankOf(few, level))
      })
    )
  })

  it("is the same however often one teller says it, and in whatever order", () => {
    fc.assert(
      fc.property(findings, alike, (some, level) => {
        const given = ofAll(some)
        assert.deepStrictEqual(
          weighCandidate([...given, ...given].toReversed(), level).confidence,
          weighCandidate(given, level).confidence
        )
      })
    )
  })

  it("is high only for what one of the two says, or two strangers, of sites that speak of the same", () => {
    fc.assert(
      fc.property(findings, alike, (some, level) => {
        const given = ofAll(some)
        if (weighCandidate(given, level).confidence !== "high") return
        assert.isTrue(
          given.some(({ kind }) => kind === "own" || kind === "theirs") ||
            new Set(given.map(({ teller }) => teller)).size > 1
        )
        assert.isAtLeast(level ?? 0, 0.12)
      })
    )
    assert.strictEqual(rankOf([finding("listed", "a")], null), 0)
    assert.strictEqual(rankOf([finding("beside", "a")], null), 0)
    assert.strictEqual(rankOf([finding("beside", "a")], 0.1), 0)
    assert.strictEqual(rankOf([finding("beside", "a")], 0.2), 1)
    assert.strictEqual(rankOf([finding("listed", "a")], 0.2), 1)
    assert.strictEqual(rankOf([finding("compared", "a")], 0.01), 0)
    assert.strictEqual(rankOf([finding("own", "a")], 0.01), 1)
    assert.strictEqual(rankOf([finding("own", "a")], 0.3), 2)
    assert.strictEqual(rankOf([finding("listed", "a"), finding("compared", "b")], 0.2), 2)
    assert.strictEqual(rankOf([finding("compared", "a")], 0.9), 1)
    assert.strictEqual(rankOf([finding("field", "a")], 0.1), 0)
  })
})

describe("who is related", () => {
  it("is told by sentences and by structured data", () => {
    const keys = (text: string, jsonLd: ReadonlyArray<unknown> = []) => [...kinOf(text, jsonLd)]
    assert.include(keys("Acme is part of the Bolt Group family."), "bolt")
    assert.include(keys("Acme is a Bolt company."), "bolt")
    assert.include(keys("In 2020 Acme acquired Crank."), "crank")
    assert.includeMembers(keys("Our brands include Crank, Dyno and Edge."), ["crank", "dyno", "edge"])
    assert.include(keys("Acme ist ein Unternehmen der Bolt AG."), "bolt")
    assert.deepStrictEqual(keys("", [{ "@type": "Organization", parentOrganization: { name: "Bolt" } }]), ["bolt"])
    assert.deepStrictEqual(keys("Acme makes hinges for doors."), [])
    const round: Record<string, unknown> = {}
    round.owns = round
    assert.deepStrictEqual(keys("", [round]), [])
  })

  it("sells or sets up what the company makes", () => {
    const acme = /\bAcme\b/
    for (const text of ["We are a certified Acme partner.", "An authorised Acme reseller", "Templates for Acme boards"])
      assert.isTrue(isReseller(text, acme), text)
    for (const text of ["We are a certified partner. Unlike Acme, we are fast.", "Import your boards from Acme"])
      assert.isFalse(isReseller(text, acme), text)
  })
})

const words = (given: { title?: string; description?: string; text?: string; structured?: string }) => ({
  ...{ title: "", description: "", text: "", structured: "", headings: "", links: "", languages: [] },
  ...given
})

describe("what a company says that it is", () => {
  it("is taken from what it is called, else from its title", () => {
    for (const [given, field] of [
      [{ description: "Acme is the leading project management software for builders." }, "project management software"],
      [{ description: "Acme ist eine Buchhaltungssoftware für Handwerker." }, "Buchhaltungssoftware"],
      [{ title: "Acme – Project management software" }, "Project management software"],
      [{ title: "Home", description: "", structured: "Dentist" }, "Dentist"],
      [{ text: "Pricing is simple." }, null]
    ] as const) {
      assert.strictEqual(saidField(words(given) as never, ["Acme"]), field, JSON.stringify(given))
    }
  })

  it("is a thing or a trade, and never how something is or what any company is", () => {
    const said = (text: string, more: object = {}) => saidField(words({ text, ...more }) as never, ["Acme"])
    for (const text of [
      "Acme is used by 10,000 teams.",
      "Acme is new.",
      "Acme is the best.",
      "Acme is the fastest.",
      "Acme is trusted by millions.",
      "Acme is based in Lyon.",
      "Acme is available now.",
      "Acme is hiring.",
      "Acme is proud to serve you.",
      "Acme is a new way to pay.",
      "Acme is a company that cares.",
      "We are happy.",
      "Acme ist seit 1990 in Berlin.",
      "Acme ist beliebt.",
      "Acme est utilisé par des millions.",
      "Acme est disponible.",
      "Acme es usado por millones.",
      "Acme è nuovo."
    ]) {
      assert.isNull(said(text), text)
    }
    for (const description of [
      "Used by 10,000 teams",
      "Trusted by banks",
      "Discover the best deals",
      "Découvrez nos offres"
    ]) {
      assert.isNull(said("", { description }), description)
    }
    assert.isNull(said("", { title: "Welcome to Acme" }))
    assert.isNull(said("", { title: "Acme | New and used" }))
    for (const [text, field] of [
      ["Acme is one of the leading banks.", "banks"],
      ["Acme is a used car dealer.", "used car dealer"],
      ["We are bakers.", "bakers"],
      ["Acme offers hosting for small shops.", "hosting"],
      ["Acme is project management software.", "project management software"],
      ["Acme ist ein Reifenhandel für Lastwagen.", "Reifenhandel"],
      ["Acme est une banque pour tous.", "banque"],
      ["Acme es un banco.", "banco"]
    ] as const) {
      assert.strictEqual(said(text), field, text)
    }
    assert.strictEqual(said("Acme is used by 10,000 teams.", { title: "Acme – Invoice software" }), "Invoice software")
  })

  it("ends with its first sentence", () => {
    assert.strictEqual(firstSentence("Acme makes hinges for doors. It is old."), "Acme makes hinges for doors.")
    assert.isAtMost(firstSentence("word ".repeat(1_000)).length, 301)
  })
})

describe("likeness", () => {
  it("is the same both ways, whole with itself, and without the names", () => {
    const text = fc.array(fc.constantFrom("door", "hinge", "bank", "loan", "Acme", "paper"), { maxLength: 30 })
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [a, b] = [one, other].map((parts) => vectorOf(words({ text: parts.join(" ") }) as never, ["Acme"]))
        assert.closeTo(likeness(a!, b!), likeness(b!, a!), 1e-9)
        assert.isAtMost(likeness(a!, b!), 1)
        if (a!.size > 0) assert.closeTo(likeness(a!, a!), 1, 1e-9)
        assert.isFalse([...a!.keys()].some((stem) => stem.startsWith("acm")))
      })
    )
  })
})
