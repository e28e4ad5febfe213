/** Which person the clues mean: what adds to the score, what takes away, and what a person is made of. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import fc from "fast-check"
import { groupRecords } from "../../src/people/domain/groupRecords.ts"
import { mergeRecords } from "../../src/people/domain/mergeRecords.ts"
import type { PersonClues } from "../../src/people/domain/PersonClues.ts"
import type { PersonRecord } from "../../src/people/domain/PersonRecord.ts"
import { pickPerson } from "../../src/people/domain/pickPerson.ts"
import { clues, place, record, role, school, year } from "./made.ts"

const named = { firstName: "Ann", lastName: "Reed" }

const team = record("page", "https://kiln.example/team", {
  fullName: "Ann Reed",
  roles: [role("Head of Glazes", "Kiln", { domain: "kiln.example", isCurrent: true })]
})

const github = record("github", "https://github.com/annreed", {
  fullName: "Ann Reed",
  emails: ["ann@kiln.example"],
  place: place({ display: "Graz, Austria", city: "Graz", country: "Austria", countryCode: "AT" }),
  websiteUrls: ["https://ann.example/"],
  verifiedUrls: ["https://ann.example/"]
})

const own = record("page", "https://ann.example/", {
  fullName: "Ann Reed",
  bio: "I glaze at Kiln.",
  websiteUrls: ["https://ann.example/"],
  socialUrls: ["https://github.com/AnnReed"],
  verifiedUrls: ["https://github.com/AnnReed"],
  education: [school("University of Graz", 2010, "MSc")]
})

const namesake = record("github", "https://github.com/otherann", {
  fullName: "Ann Reed",
  place: place({ city: "Perth", country: "Australia", countryCode: "AU" })
})

const scoreOf = (asked: Partial<PersonClues>, records: ReadonlyArray<PersonRecord>) =>
  pickPerson(clues(asked), records)?.score ?? 0

const graz = { city: "Graz", region: null, country: "Austria" }
const nowhere = { city: null, region: null, country: null }

describe("a score", () => {
  it("is 90 and more where an e-mail address or a profile is the one that was asked for", () => {
    assert.isAtLeast(scoreOf({ email: "ann@kiln.example" }, [github, namesake]), 90)
    assert.isAtLeast(scoreOf({ socialUrls: ["https://www.github.com/annreed/"] }, [github, namesake]), 90)
    const told = record("page", "https://kiln.example/team", { ...team, socialUrls: ["https://linkedin.com/in/ann"] })
    assert.isAtLeast(scoreOf({ socialUrls: ["https://at.linkedin.com/in/Ann"] }, [told]), 90)
    const all = { ...named, email: "ann@kiln.example", location: graz, company: { name: "Kiln", domain: null } }
    const surest = scoreOf({ ...all, socialUrls: ["https://github.com/annreed"] }, [github, own, team])
    assert.isAbove(surest, scoreOf({ email: "ann@kiln.example" }, [github]))
  })

  it("is 70 to 89 for a name with the domain and one more clue, 40 to 69 with one", () => {
    const company = { name: null, domain: "kiln.example" }
    const one = scoreOf({ ...named, company }, [team])
    assert.isTrue(one >= 40 && one <= 69, `${one}`)
    const two = scoreOf({ ...named, company, location: graz }, [
      record("page", team.url, { ...team, place: place({ city: "Graz" }) })
    ])
    assert.isTrue(two >= 70 && two <= 89, `${two}`)
    for (const clue of [{ location: graz }, { company: { name: "Kiln", domain: null } }]) {
      const score = scoreOf({ ...named, ...clue }, [
        record("page", team.url, { ...team, place: place({ city: "Graz" }) })
      ])
      assert.isTrue(score >= 40 && score <= 69, `${score}`)
    }
  })

  it("is lower where something contradicts, and where others are called so", () => {
    const asked = { ...named, location: graz }
    assert.isBelow(scoreOf(asked, [namesake]), 40)
    const twin = record("github", "https://github.com/twin", {
      ...github,
      emails: [],
      websiteUrls: [],
      verifiedUrls: []
    })
    const alone = scoreOf(asked, [github])
    const among = scoreOf(asked, [github, twin])
    assert.isBelow(among, alone)
    // One who is elsewhere is no rival.
    assert.strictEqual(scoreOf(asked, [github, namesake]), alone)
    const potter = { fullName: "Ann Reed", roles: [role("Potter", "Kiln")] }
    const ofKiln = { ...asked, company: { name: "Kiln", domain: null } }
    const somewhere = record("page", "https://k.example/a", { ...potter, socialUrls: ["https://github.com/ofkiln"] })
    const elsewhere = record("github", "https://github.com/k", { ...potter, place: namesake.place })
    assert.strictEqual(scoreOf(ofKiln, [somewhere, elsewhere]), scoreOf(ofKiln, [somewhere]))
    const stranger = scoreOf({ ...named, email: "ann@kiln.example" }, [
      record("gravatar", "https://gravatar.com/bea", { fullName: "Bea Fox", emails: ["ann@kiln.example"] })
    ])
    assert.isBelow(stranger, 60)
  })

  it("is highest for links that lead from each to the other", () => {
    const oneWay = record("page", own.url, { ...own, verifiedUrls: [] })
    const other = record("github", github.url, { ...github, websiteUrls: [], verifiedUrls: [] })
    const asked = { ...named, location: graz }
    assert.isAbove(scoreOf(asked, [github, own]), scoreOf(asked, [other, oneWay]))
    const found = pickPerson(clues(asked), [github, own])
    assert.include(
      (found?.signs ?? []).map(({ clue }) => clue),
      "mutual_link"
    )
  })

  it("says what gave it, and where that stands", () => {
    const found = pickPerson(clues({ ...named, company: { name: null, domain: "kiln.example" } }), [team])
    assert.deepStrictEqual(found?.signs, [
      { clue: "name", weight: 30, source: "page", url: team.url },
      { clue: "company", weight: 30, source: "page", url: team.url }
    ])
    assert.strictEqual(found?.score, 60)
  })

  it("is none where nobody has the name or the address", () => {
    assert.isNull(pickPerson(clues({ firstName: "Bea", lastName: "Fox", location: graz }), [team, github]))
    assert.isNull(pickPerson(clues({ email: "bea@kiln.example" }), [github]))
    assert.isNull(pickPerson(clues(named), []))
  })
})

describe("a school", () => {
  it("speaks against whoever finished there more than three years before or after", () => {
    const ann = record("page", team.url, { ...team, education: [school("University of Graz", 2010)] })
    const score = (graduationYear: number) =>
      scoreOf(
        {
          ...named,
          education: [
            {
              ...{ institution: { name: "University of Graz", domain: null }, degree: null, fieldOfStudy: null },
              graduationYear
            }
          ]
        },
        [ann]
      )
    assert.strictEqual(score(2013), score(2007))
    assert.isBelow(score(2014), score(2013))
    assert.isBelow(score(2006), score(2007))
  })
})

describe("records", () => {
  const groupsOf = (...records: ReadonlyArray<PersonRecord>) =>
    groupRecords(records).map(({ records: of }) => of.map(({ url }) => url).sort())

  it("are of one person by a shared address, and not by the name alone", () => {
    assert.lengthOf(groupsOf(github, own), 1)
    assert.lengthOf(groupsOf(github, namesake), 2)
    const mail = record("gravatar", "https://gravatar.com/annreed", { fullName: "Ann R", emails: ["ann@kiln.example"] })
    assert.lengthOf(groupsOf(github, mail), 1)
    const shared = { emails: ["info@kiln.example"] }
    assert.lengthOf(
      groupsOf(
        record("page", "https://a.example/x", { fullName: "Ann Reed", ...shared }),
        record("page", "https://b.example/y", { fullName: "Ann Reed", ...shared })
      ),
      2
    )
  })

  it("of one name and one employer are joined, unless something speaks against it", () => {
    const kiln = { roles: [role("Potter", "Kiln GmbH")], fullName: "Ann Reed" }
    const first = record("orcid", "https://orcid.org/0000-0002-1825-0097", kiln)
    assert.lengthOf(groupsOf(first, team), 1)
    const second = record("orcid", "https://orcid.org/0000-0001-5109-3700", kiln)
    assert.lengthOf(groupsOf(first, second), 2)
    // Through a third neither: each of the two may be the one of the team.
    assert.lengthOf(groupsOf(first, second, team), 2)
    const far = record("github", namesake.url, { ...namesake, ...kiln, place: namesake.place })
    const near = record("page", "https://k.example/a", { ...kiln, place: place({ country: "Austria" }) })
    assert.lengthOf(groupsOf(far, near), 2)
  })

  it("of a team stand on one page and are those of several", () => {
    const bea = record("page", team.url, {
      fullName: "Bea Fox",
      websiteUrls: ["https://kiln.example/"],
      roles: team.roles
    })
    const ann = record("page", team.url, { ...team, websiteUrls: ["https://kiln.example/"] })
    assert.lengthOf(groupsOf(ann, bea), 2)
  })
})

describe("a person", () => {
  const person = (...records: ReadonlyArray<PersonRecord>) =>
    pickPerson(clues({ email: "ann@kiln.example" }), records)!.person

  it("has what the heavier source says, and of the others what that leaves open", () => {
    const orcid = record("orcid", "https://orcid.org/0000-0002-1825-0097", {
      fullName: "Ann Reed",
      emails: ["ann@kiln.example"],
      listsAllRoles: true,
      roles: [
        role("Student", "University of Graz", { startDate: year(2008), endDate: year(2010), isCurrent: false }),
        role("Head of Glazes", "Kiln GmbH", { startDate: year(2015), isCurrent: true })
      ],
      skills: ["Glazes"],
      updatedAt: DateTime.makeUnsafe("2026-01-02T00:00:00Z")
    })
    const page = record("page", team.url, {
      ...team,
      fullName: "Ann M. Reed",
      bio: "A potter.",
      emails: ["ann@kiln.example"],
      skills: ["glazes", "Clay"]
    })
    const found = person(page, orcid)
    assert.deepStrictEqual(found.name, { full: "Ann Reed", first: "Ann", last: "Reed" })
    assert.strictEqual(found.bio, "A potter.")
    assert.deepStrictEqual(found.skills, ["Glazes", "Clay"])
    assert.deepStrictEqual(found.roles, [
      role("Head of Glazes", "Kiln GmbH", { domain: "kiln.example", startDate: year(2015), isCurrent: true }),
      role("Student", "University of Graz", { startDate: year(2008), endDate: year(2010), isCurrent: false })
    ])
    assert.strictEqual(found.roleStatus, "present")
    assert.deepStrictEqual(found.currentRole, found.roles[0])
    assert.deepStrictEqual(found.updatedAt, orcid.updatedAt)
    assert.deepStrictEqual(found.socialUrls, ["https://orcid.org/0000-0002-1825-0097"])
  })

  it("has nothing of another time or country than the source that is believed more, and is as new as the newest", () => {
    const at = (day: string) => DateTime.makeUnsafe(`${day}T00:00:00Z`)
    const page = record("page", "https://kiln.example/ann", {
      fullName: "Ann Reed",
      place: place({ countryCode: "AT" }),
      roles: [role("Potter", "Kiln", { startDate: year(2015), isCurrent: true })],
      updatedAt: at("2026-01-02")
    })
    const other = record("github", "https://github.com/annreed", {
      fullName: "Ann Reed",
      place: place({ city: "Perth", country: "Australia", countryCode: "AU" }),
      roles: [role("Potter", "Kiln", { startDate: year(2015), endDate: year(2019) })],
      updatedAt: at("2025-01-02")
    })
    const found = mergeRecords([page, other], clues(named))
    assert.deepStrictEqual(found.place, page.place)
    assert.deepStrictEqual(found.roles, page.roles)
    assert.deepStrictEqual(found.updatedAt, page.updatedAt)
    assert.deepStrictEqual(mergeRecords([other, page], clues(named)).updatedAt, page.updatedAt)
    const near = record("github", other.url, { ...other, place: place({ city: "Graz", country: "Austria" }) })
    assert.strictEqual(mergeRecords([page, near], clues(named)).place?.city, "Graz")
  })

  it("has no role today where one who lists all of them says that they ended", () => {
    const ended = {
      ...{ fullName: "Ann Reed", emails: ["ann@kiln.example"] },
      roles: [role("Potter", "Kiln", { startDate: year(2001), endDate: year(2004), isCurrent: false })]
    }
    assert.strictEqual(
      person(record("orcid", "https://a.example/1", { ...ended, listsAllRoles: true })).roleStatus,
      "none"
    )
    const some = person(record("page", "https://a.example/1", ended))
    assert.deepStrictEqual([some.roleStatus, some.currentRole], ["unknown", null])
  })

  it("has roles newest first, those of today before all others", () => {
    const found = person(
      record("page", "https://a.example/1", {
        emails: ["ann@kiln.example"],
        roles: [
          role("A", "One", { startDate: year(2001), endDate: year(2003) }),
          role("B", "Two"),
          role("C", "Three", { startDate: year(2004), endDate: year(2010) }),
          role("D", "Four", { startDate: year(2009), isCurrent: true })
        ]
      })
    )
    assert.deepStrictEqual(
      found.roles.map(({ title }) => title),
      ["D", "C", "A", "B"]
    )
  })
})

/** Somebody with all that may be asked of, in one or two records, among others of the same name. */
const people = fc.record({
  first: fc.constantFrom("Ann", "Bob", "María José"),
  last: fc.constantFrom("Reed", "García López"),
  city: fc.constantFrom("Graz", "Perth", "Lyon"),
  country: fc.constantFrom("Austria", "Australia", "France"),
  company: fc.constantFrom("kiln", "glaze", "clay"),
  school: fc.constantFrom("University of Graz", "Perth College"),
  finished: fc.integer({ min: 1990, max: 2020 }),
  user: fc.constantFrom("a", "b", "c", "d"),
  source: fc.constantFrom("github", "page", "orcid", "wikidata", "gravatar", "import"),
  hasPlace: fc.boolean(),
  listsAll: fc.boolean(),
  isVerified: fc.boolean()
})

type Made = typeof people extends fc.Arbitrary<infer A> ? A : never

const recordOf = (made: Made, index: number): PersonRecord =>
  record(made.source, `https://${made.source}.example/${index}`, {
    fullName: `${made.first} ${made.last}`,
    emails: [`${made.user}@${made.company}.example`],
    place: made.hasPlace ? place({ city: made.city, country: made.country }) : null,
    roles: [role("Potter", made.company, { domain: `${made.company}.example`, isCurrent: true })],
    listsAllRoles: made.listsAll,
    education: [school(made.school, made.finished)],
    socialUrls: [`https://github.com/user-${made.user}`],
    verifiedUrls: made.isVerified ? [`https://github.com/user-${made.user}`] : []
  })

/** What is true of a record, as clues, one at a time. */
const truths = (made: Made): ReadonlyArray<Partial<PersonClues>> => [
  { email: `${made.user}@${made.company}.example` },
  { socialUrls: [`https://github.com/user-${made.user}`] },
  { company: { name: null, domain: `${made.company}.example` } },
  ...(made.hasPlace ? [{ location: { ...nowhere, country: made.country, city: made.city } }] : []),
  {
    education: [
      {
        institution: { name: made.school, domain: null },
        degree: null,
        fieldOfStudy: null,
        graduationYear: made.finished
      }
    ]
  }
]

describe("of all people", () => {
  const several = fc.array(people, { minLength: 1, maxLength: 8 })

  it("the order of the records does not matter", () => {
    fc.assert(
      fc.property(several, fc.nat(), fc.nat(), (all, turn, which) => {
        const records = all.map(recordOf)
        const [asked] = all
        const found = truths(asked!)[which % truths(asked!).length]
        const question = clues({ firstName: asked!.first, lastName: asked!.last, ...found })
        const turned = [...records.slice(turn % records.length), ...records.slice(0, turn % records.length)].reverse()
        assert.deepStrictEqual(pickPerson(question, turned), pickPerson(question, records))
      }),
      { numRuns: 300 }
    )
  })

  it("a clue more that is true of who was found never lowers the score, which stays within its bounds", () => {
    fc.assert(
      fc.property(several, fc.nat(), fc.array(fc.nat(), { maxLength: 4 }), (all, at, chosen) => {
        const records = all.map(recordOf)
        const about = at % all.length
        const made = all[about]!
        const facts = truths(made)
        const picked = Object.assign({}, ...chosen.map((one) => facts[one % facts.length]))
        const question = clues({ firstName: made.first, lastName: made.last, ...picked })
        const before = pickPerson(question, records)
        if (before === null) return
        assert.isTrue(Number.isInteger(before.score) && before.score >= 10 && before.score <= 100)
        // True of another, it may show that the wrong one was found.
        if (!before.sources.some(({ url }) => url === records[about]!.url)) return
        for (const fact of facts) {
          const after = pickPerson({ ...question, ...fact }, records)
          assert.isAtLeast(after?.score ?? 0, before.score, JSON.stringify({ fact, picked }))
        }
      }),
      { numRuns: 500 }
    )
  })

  it("a hundred and twenty records are weighed in a moment", () => {
    const records = Array.from({ length: 200 }, (_, index) =>
      record("github", `https://github.com/u${index}`, {
        fullName: `Ann ${"x".repeat(100)} Reed`,
        bio: "potter ".repeat(300),
        socialUrls: Array.from({ length: 20 }, (_, one) => `https://a${index}-${one}.example/`),
        education: Array.from({ length: 10 }, (_, one) => school(`School ${one} of ${index}`, 2000)),
        roles: Array.from({ length: 10 }, (_, one) => role("Potter", `Company ${one} of ${index}`))
      })
    )
    const begun = process.cpuUsage().user
    pickPerson(clues({ ...named, location: graz }), records)
    assert.isBelow(process.cpuUsage().user - begun, 1_500_000)
  })
})
