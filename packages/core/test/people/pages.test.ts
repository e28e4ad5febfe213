/** Who stands on a page: what it writes for programs, what it marks, and what it only says. */
import { assert, describe, it } from "@effect/vitest"
import { checkLinks } from "../../src/people/domain/checkLinks.ts"
import type { PersonClues } from "../../src/people/domain/PersonClues.ts"
import type { PageReason, PersonPage } from "../../src/people/domain/PersonPage.ts"
import { readPartialDate } from "../../src/people/domain/partialDates.ts"
import { linksToPerson, linksToTeam } from "../../src/people/domain/personLinks.ts"
import { namePartsOf } from "../../src/people/domain/personName.ts"
import { personsOfPage } from "../../src/people/domain/personsOfPage.ts"
import { clues, year } from "./made.ts"

const ann: Partial<PersonClues> = { firstName: "Ann", lastName: "Reed" }

const page = (url: string, said: Partial<PersonPage>): PersonPage => ({
  ...{ url, title: null, siteName: null, text: "", things: [], shown: {}, links: [] },
  ...said
})

const linked = (...things: ReadonlyArray<Record<string, unknown>>): Pick<PersonPage, "things"> => ({
  things: things.map((said) => ({ source: "json-ld", name: "", said }))
})

const kiln = { name: "Kiln", domain: "kiln.example" }

const why = (said: Partial<PageReason> = {}): PageReason => ({
  clues: clues(ann),
  isAsked: false,
  organization: null,
  ...said
})

const team = "https://kiln.example/team"

describe("the people of a page", () => {
  it("work for a site whose name is no longer than names are, however long its page makes it", () => {
    const text = "Our team\nAnn Reed\nHead of Glazes"
    const [found] = personsOfPage(
      page(team, { text, siteName: `Kiln${" ".repeat(60_000)}Inc` }),
      why({ organization: { name: null, domain: "kiln.example" } })
    )
    assert.isAtMost(found?.roles[0]?.organization.name.length ?? Infinity, 200)
  })

  it("work for a site on a port, and for no other", () => {
    const text = "Our team\nAnn Reed\nHead of Glazes"
    const rolesAt = (url: string, domain: string) =>
      personsOfPage(page(url, { text }), why({ organization: { name: "Kiln", domain } }))[0]?.roles.map(
        ({ organization, title }) => [title, organization.domain]
      )
    const onPort = [["Head of Glazes", "kiln.example:8080"]]
    assert.deepStrictEqual(rolesAt("http://kiln.example:8080/team", "kiln.example:8080"), onPort)
    assert.deepStrictEqual(rolesAt("http://www.kiln.example:8080/team", "kiln.example:8080"), onPort)
    assert.deepStrictEqual(rolesAt("http://kiln.example/team", "kiln.example:8080"), onPort)
    assert.deepStrictEqual(rolesAt("http://lathe.example:8080/team", "kiln.example:8080"), [])
    assert.deepStrictEqual(rolesAt("http://notkiln.example:8080/team", "kiln.example:8080"), [])
  })

  it("have names no longer than names are where nothing marks them", () => {
    const [found] = personsOfPage(
      page("https://ann.example/", {
        shown: { given: "Ann ".repeat(10_000), family: "Reed ".repeat(10_000), kind: "profile" }
      }),
      why({ isAsked: true })
    )
    assert.isAtMost(found?.fullName?.length ?? Infinity, 201)
  })

  it("are those whom it writes for programs, wherever they stand, and of whom they are", () => {
    const [found, ...others] = personsOfPage(
      page(team, {
        ...linked({
          "@type": "Organization",
          "@id": "#us",
          name: "Kiln",
          url: "https://www.kiln.example/",
          founder: {
            "@type": "Person",
            name: "Ann Reed",
            sameAs: ["https://github.com/annreed", "javascript:alert(1)"]
          },
          employee: [{ "@type": "Person", name: "Bea Fox", jobTitle: "Potter" }]
        })
      }),
      why({ organization: kiln })
    )
    assert.deepStrictEqual(others, [])
    assert.deepInclude(found, { fullName: "Ann Reed", socialUrls: ["https://github.com/annreed"], websiteUrls: [] })
    assert.deepInclude(found?.roles[0], {
      title: "Founder",
      organization: { name: "Kiln", domain: "kiln.example" },
      isCurrent: true
    })
  })

  it("have roles with dates and schools, by what others of the page are called", () => {
    const [found] = personsOfPage(
      page("https://ann.example/", {
        ...linked(
          { "@type": "Organization", "@id": "#kiln", name: "Kiln", url: "https://kiln.example" },
          {
            "@type": "ProfilePage",
            dateModified: "2026-01-05T00:00:00Z",
            mainEntity: {
              "@type": "Person",
              name: "Ann Reed",
              worksFor: [
                { "@id": "#kiln" },
                {
                  "@type": "EmployeeRole",
                  roleName: "Assistant",
                  startDate: "2008-09",
                  endDate: "2011",
                  worksFor: { "@type": "Organization", name: "Glaze" }
                }
              ],
              jobTitle: "Head of Glazes",
              alumniOf: "University of Graz",
              email: "mailto:Ann@Kiln.example",
              address: { addressLocality: "Graz", addressCountry: "AT" }
            }
          }
        )
      }),
      why({ isAsked: true })
    )
    assert.deepStrictEqual(
      found?.roles.map(({ endDate, isCurrent, organization, startDate, title }) => [
        title,
        organization,
        startDate,
        endDate,
        isCurrent
      ]),
      [
        ["Head of Glazes", { name: "Kiln", domain: "kiln.example" }, null, null, true],
        ["Assistant", { name: "Glaze", domain: null }, { year: 2008, month: 9, day: null }, year(2011), false]
      ]
    )
    assert.deepInclude(found, { emails: ["ann@kiln.example"], websiteUrls: ["https://ann.example/"] })
    assert.deepInclude(found?.place, { city: "Graz", countryCode: "AT" })
    assert.strictEqual(found?.education[0]?.institution.name, "University of Graz")
    assert.isNotNull(found?.updatedAt)
  })

  it("are those of its cards, and not the organizations on them", () => {
    const shown = {
      cards: [
        { name: "Ann Reed", job: "Potter", organization: "Kiln", urls: ["/ann"], emails: ["mailto:ann@kiln.example"] },
        { name: "Kiln", organization: null }
      ],
      cardTexts: ["Ann Reed Potter", "Kiln"],
      cardClasses: ["h-card", "p-org h-card"],
      cardLinks: [null, null]
    }
    const found = personsOfPage(page(team, { shown }), why({ organization: kiln }))
    assert.lengthOf(found, 1)
    assert.deepInclude(found[0], { emails: ["ann@kiln.example"], websiteUrls: ["https://kiln.example/ann"] })
    assert.strictEqual(found[0]?.roles[0]?.title, "Potter")
  })

  it("are those whom it only names, with the title beside or below", () => {
    const roleIn = (text: string) =>
      personsOfPage(page(team, { text, siteName: "Kiln Studio" }), why({ organization: { ...kiln, name: null } }))[0]
        ?.roles[0]
    for (const text of [
      "Our team\nAnn Reed\nHead of Glazes\nBea Fox\nPotter",
      "Ann Reed, Head of Glazes",
      "- Ann Reed – Head of Glazes",
      "Ann Reed | Head of Glazes"
    ]) {
      assert.deepInclude(
        roleIn(text),
        { title: "Head of Glazes", organization: { name: "Kiln Studio", domain: "kiln.example" }, isCurrent: true },
        text
      )
    }
    assert.strictEqual(roleIn("Ann Reed\nRead more")?.title, "")
    assert.strictEqual(roleIn("Ann Reed\nShe has made pots for ten years.")?.isCurrent, null)
    assert.isUndefined(roleIn("Bea Fox\nHead of Glazes"))
    assert.isUndefined(roleIn("Ann Reed Scholarship Fund for Potters of the Region and Friends"))
  })

  const written = (text: string, said: Partial<PersonPage> = {}) =>
    personsOfPage(page(team, { text, ...said }), why({ organization: kiln }))
  const titleIn = (text: string) => written(text)[0]?.roles[0]?.title

  it("have the mailbox on their line or below it, and never that of a neighbour", () => {
    const mailIn = (text: string) => written(text)[0]?.emails
    for (const text of [
      "Ann Reed – Head of Glazes\nCal Orr – Sales – cal@kiln.example",
      "Ann Reed\nHead of Glazes\nCal Orr\ncal@kiln.example",
      "Ann Reed\nCal Orr\nSales\ncal@kiln.example",
      "Ann Reed | Potter\nCal Orr | Clerk | cal@kiln.example",
      "Ann Reed – Head of Glazes\ncal.orr@kiln.example",
      "Ann Reed, Cal Orr – cal@kiln.example"
    ]) {
      assert.deepStrictEqual(mailIn(text), [], text)
    }
    for (const text of [
      "Ann Reed – Head of Glazes – ann@kiln.example\nCal Orr – Sales – cal@kiln.example",
      "Ann Reed\nHead of Glazes\nann@kiln.example",
      "Ann Reed\nHead of Glazes\nGraz\nE-mail: ann@kiln.example"
    ]) {
      assert.deepStrictEqual(mailIn(text), ["ann@kiln.example"], text)
    }
    assert.deepStrictEqual(mailIn("Ann Reed\nHead of Glazes\nglazes@kiln.example"), ["glazes@kiln.example"])
    assert.strictEqual(titleIn("Ann Reed – Sales – ann@kiln.example"), "Sales")
  })

  it("have of the mailboxes on their own page those that may be theirs", () => {
    const own = (...mailboxes: ReadonlyArray<string>) =>
      personsOfPage(
        page("https://ann.example/", {
          title: "Ann Reed",
          shown: { mailboxes: mailboxes.map((name) => `mailto:${name}@kiln.example`) }
        }),
        why({ isAsked: true })
      )[0]?.emails.map((email) => email.split("@")[0])
    assert.deepStrictEqual(own("ann", "cal"), ["ann"])
    assert.deepStrictEqual(own("pots"), ["pots"])
    assert.deepStrictEqual(own("cal.orr"), [])
    assert.deepStrictEqual(own("cal", "bea"), [])
    assert.deepStrictEqual(own("info", "a.reed"), ["a.reed"])
  })

  it("have the title that stands above them where titles of the page do, and none where that cannot be told", () => {
    const above = "Our team\nChief Executive\nAnn Reed\nCleaner\nBea Fox"
    assert.strictEqual(titleIn(above), "Chief Executive")
    assert.strictEqual(titleIn("Team\nCleaner\nBea Fox\nChief Executive\nAnn Reed"), "Chief Executive")
    assert.strictEqual(titleIn("Head of Glazes\nAnn Reed\nGraz\nChief Potter\nBea Fox\nVienna"), "Head of Glazes")
    assert.strictEqual(titleIn("Team\nBea Fox\nCleaner\nAnn Reed\nChief Executive"), "Chief Executive")
    assert.strictEqual(titleIn("Sales\nAnn Reed\nManager\nCal Orr\nClerk"), "Manager")
    assert.strictEqual(titleIn("Cleaner\nAnn Reed\nPotter"), "")
    assert.strictEqual(titleIn("Ann Reed\nBea Fox"), "")
  })

  it("have a cell of their row as title", () => {
    assert.strictEqual(titleIn("Name | Role | Phone\nBea Fox | Potter | 1\nAnn Reed | Accountant | 2"), "Accountant")
    assert.strictEqual(titleIn("Potter | Bea Fox | 1\nAccountant | Ann Reed | 2"), "Accountant")
  })

  it("are no headlines that speak of them, and nothing that is called after them", () => {
    const headline = "How I met Ann Reed, CEO of Ovens"
    assert.deepStrictEqual(written(`${headline}\nBy Bea Fox, Potter`), [])
    assert.deepStrictEqual(written("", { title: headline, shown: { heading: headline } }), [])
    for (const text of ["Ann Reed Scholarship", "Ask Ann Reed", "Ann Reed Studio", "Meet Ann Reed"]) {
      assert.deepStrictEqual(written(`${text}\nPotter`), [], text)
    }
    for (const text of ["Dr. Ann Reed, PhD", "Reed, Ann", "Ann M. Reed", "ANN REED", "Ann Reed García"]) {
      assert.lengthOf(written(`${text}\nPotter`), 1, text)
    }
  })

  it("work where their title says, and no longer where it says so", () => {
    const roleIn = (text: string) => written(text)[0]?.roles[0]
    const at = (name: string, domain: string | null) => ({ name, domain })
    assert.deepInclude(roleIn("Ann Reed\nCTO at Mudworks"), { title: "CTO", organization: at("Mudworks", null) })
    assert.deepInclude(roleIn("Ann Reed, CEO of Ovens"), { title: "CEO", organization: at("Ovens", null) })
    assert.deepInclude(roleIn("Ann Reed, CEO of Kiln"), { title: "CEO", organization: at("Kiln", "kiln.example") })
    assert.deepInclude(roleIn("Ann Reed\nDirector of Sales"), { title: "Director of Sales", isCurrent: true })
    assert.strictEqual(roleIn("Ann Reed\nFormer Head of Glazes")?.isCurrent, false)
  })

  it("own no page of a company, and one of themselves alone", () => {
    const person = { "@type": "Person", name: "Ann Reed" }
    const own = (url: string, said: Partial<PersonPage>, reason: Partial<PageReason>) =>
      personsOfPage(page(url, { ...linked(person), ...said }), why(reason))[0]?.websiteUrls
    assert.deepStrictEqual(own("https://ann.example/", { title: "Ann Reed" }, { isAsked: true }), [
      "https://ann.example/"
    ])
    assert.deepStrictEqual(own("https://kiln.example/", { title: "Ann Reed" }, { organization: kiln }), [])
    assert.deepStrictEqual(own(team, { title: "Our team" }, { organization: kiln }), [])
    assert.deepStrictEqual(own(`${team}/ann`, { title: "Ann Reed – Kiln" }, { organization: kiln }), [`${team}/ann`])
  })

  it("are not told where others are asked for, and take a moment whatever the page is", () => {
    const bea = linked({ "@type": "Person", name: "Bea Fox" })
    assert.deepStrictEqual(personsOfPage(page(team, bea), why({ organization: kiln })), [])
    const deep = (levels: number): Record<string, unknown> =>
      levels === 0 ? { "@type": "Person", name: "Ann Reed" } : { "@graph": [deep(levels - 1), deep(levels - 1)] }
    const begun = process.cpuUsage().user
    const many = personsOfPage(
      page(team, { ...linked(deep(12)), text: "Ann Reed, ".repeat(100_000), title: "– ".repeat(100_000) }),
      why({ organization: kiln, isAsked: true })
    )
    assert.isAtMost(many.length, 10)
    personsOfPage(page(team, { text: `${"Ann ".repeat(20)}\n`.repeat(20_000) }), why({ organization: kiln }))
    assert.isBelow(process.cpuUsage().user - begun, 1_500_000)
  })
})

describe("links", () => {
  it("prove an address where each page leads to the other, and nothing where one does", () => {
    const mutual = page("https://ann.example/", {
      shown: { profiles: ["https://m.example/@ann", "https://o.example/@ann"] }
    })
    const back = page("https://m.example/@ann", { shown: { profiles: ["https://ann.example"] } })
    const silent = page("https://o.example/@ann", {})
    const read = [mutual, back, silent].map((one) => ({ asked: one.url, page: one }))
    const [own] = personsOfPage({ ...mutual, title: "Ann Reed" }, why({ isAsked: true }))
    assert.deepStrictEqual(checkLinks([own!], read)[0]?.verifiedUrls, ["https://m.example/@ann"])
    assert.deepStrictEqual(checkLinks([own!], read.slice(0, 1))[0]?.verifiedUrls, [])
  })

  it("lead to the team, and to one who is called so", () => {
    const link = (url: string, text: string) => ({ url: `https://kiln.example${url}`, text, nofollow: false })
    const links = [
      link("/a", "Pricing"),
      link("/people", "Who we are"),
      link("/team/ann-reed", "More"),
      link("/t/7", "Bea Fox")
    ]
    assert.deepStrictEqual(linksToTeam(links, "https://kiln.example/"), ["https://kiln.example/people"])
    const to = (first: string, last: string) =>
      linksToPerson(links, "https://kiln.example/", namePartsOf(first, last), 2)
    assert.deepStrictEqual(to("Ann", "Reed"), ["https://kiln.example/team/ann-reed"])
    assert.deepStrictEqual(to("Bea", "Fox"), ["https://kiln.example/t/7"])
    assert.deepStrictEqual(to("Cat", "Fox"), [])
  })
})

describe("a date", () => {
  it("is as exact as it is written", () => {
    assert.deepStrictEqual(readPartialDate("2011-03-05"), { year: 2011, month: 3, day: 5 })
    assert.deepStrictEqual(readPartialDate("2011-13"), { year: 2011, month: null, day: null })
    assert.deepStrictEqual(readPartialDate("March 2011"), { year: 2011, month: 3, day: null })
    assert.deepStrictEqual(readPartialDate("since 2011"), { year: 2011, month: null, day: null })
    for (const none of ["", "present", "9999", "12"]) assert.isNull(readPartialDate(none), none)
  })
})
