/** Somebody with pages and profiles, and others of the same name, as the tests ask for them. */

import type { PersonClues } from "@kittiwake/core/people/domain/PersonClues"
import type { PersonRecord, Role } from "@kittiwake/core/people/domain/PersonRecord"
import { type PersonSource, PersonSourceFailed, PersonSources } from "@kittiwake/core/people/PersonSource"
import { DateTime, type Duration, Effect, Layer } from "effect"
import { real } from "../products/shops.ts"
import type { Server } from "../Server.ts"

export const company = "https://kiln.example/"
export const own = "https://ann.example/"

const html = (title: string, body: string, head = "") =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>${body}</body></html>`

const jsonLd = (value: object) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

export const front = html(
  "Kiln",
  `<nav><a href="/team">Our team</a></nav><main><h1>Software for potters</h1></main>`,
  `<meta property="og:site_name" content="Kiln">`
)

export const team = html(
  "Our team | Kiln",
  `<main><h1>Our team</h1>
  <div><h3>Ann Reed</h3><p>Head of Glazes</p><p>ann@kiln.example</p></div>
  <div><h3>Bea Fox</h3><p>Potter</p></div></main>`
)

export const ownPage = html(
  "Ann Reed",
  `<div class="h-card"><a class="p-name u-url" rel="me" href="${own}">Ann Reed</a>
    <span class="p-locality">Graz</span>, <span class="p-country-name">Austria</span>
    <p class="p-note">I mix glazes.</p><img class="u-photo" src="/me.jpg" alt="">
    <a rel="me" href="https://mastodon.example/@ann">Mastodon</a> <a rel="me" href="https://www.linkedin.com/in/annreed">LinkedIn</a></div>`,
  jsonLd({
    "@context": "https://schema.org",
    "@type": "Person",
    name: "Ann Reed",
    url: own,
    jobTitle: "Head of Glazes",
    worksFor: { "@type": "Organization", name: "Kiln", url: company },
    alumniOf: { "@type": "CollegeOrUniversity", name: "University of Graz" },
    knowsAbout: ["Glazes", "Clay"]
  })
)

export const mastodon = html(
  "Ann (@ann@mastodon.example)",
  `<a rel="me" href="${own}">ann.example</a>`,
  `<meta property="og:type" content="profile"><meta property="og:title" content="Ann Reed (@ann@mastodon.example)">`
)

const nothingSaid = {
  foundBy: "name",
  ...{ fullName: null, firstName: null, lastName: null, otherNames: [], emails: [] },
  ...{ avatarUrl: null, bio: null, place: null, roles: [], listsAllRoles: false, education: [], skills: [] },
  ...{ socialUrls: [], websiteUrls: [], verifiedUrls: [], updatedAt: null }
} as const

const record = (source: string, url: string, said: Partial<PersonRecord>): PersonRecord => ({
  ...nothingSaid,
  ...said,
  source,
  url
})

const year = (number: number) => ({ year: number, month: null, day: null })

const role = (title: string, name: string, said: Partial<Role> & { readonly domain?: string }): Role => {
  const { domain = null, ...more } = said
  const open = { location: null, description: null, startDate: null, endDate: null, isCurrent: null }
  return { title, organization: { name, domain }, ...open, ...more }
}

/** Whom services know. */
export const known: ReadonlyArray<PersonRecord> = [
  record("orcid", "https://orcid.org/0000-0002-1825-0097", {
    fullName: "Ann Reed",
    emails: ["ann@kiln.example"],
    foundBy: "email",
    listsAllRoles: true,
    roles: [
      role("Assistant", "University of Graz", { startDate: year(2008), endDate: year(2011), isCurrent: false }),
      role("Head of Glazes", "Kiln", { domain: "kiln.example", startDate: year(2012), isCurrent: true })
    ],
    education: [
      {
        institution: { name: "University of Graz", domain: null },
        ...{ degree: "MSc", fieldOfStudy: null, description: null, startDate: null, endDate: year(2008) }
      }
    ],
    updatedAt: DateTime.makeUnsafe("2025-11-02T10:00:00Z")
  }),
  record("github", "https://github.com/otherann", { fullName: "Ann Reed", bio: "Another one." })
]

/** How a source of a test answers. */
export interface Scripted {
  /** Questions that it heard. */
  readonly asked: Array<PersonClues>
  records: ReadonlyArray<PersonRecord>
  takes: Duration.Input
  fails: boolean
}

/** A source that a test holds, beside one that always fails. */
export const scripted = (records: ReadonlyArray<PersonRecord> = known) => {
  const script: Scripted = { asked: [], records, takes: "0 millis", fails: false }
  const source: PersonSource = {
    name: "scripted",
    find: (clues) =>
      Effect.suspend(() => {
        script.asked.push(clues)
        const answer = script.fails
          ? Effect.fail(new PersonSourceFailed({ reason: "throttled", retryAfterSeconds: 60, message: "Later." }))
          : Effect.succeed(script.records)
        return Effect.delay(answer, script.takes)
      })
  }
  const broken: PersonSource = {
    name: "broken",
    find: () =>
      Effect.fail(new PersonSourceFailed({ reason: "malformed", retryAfterSeconds: null, message: "No JSON." }))
  }
  const personSources = Layer.succeed(PersonSources, { sources: [source, broken] })
  return { script, options: { ...real, personSources } }
}

export const open = async (server: Server) => {
  await server.show(company, front)
  await server.show(`${company}team`, team)
  await server.show(own, ownPage)
  await server.show("https://mastodon.example/@ann", mastodon)
}

/** Lets time pass until the work is done. */
export const ticking = async <A>(server: Server, work: PromiseLike<A>): Promise<A> => {
  let isDone = false
  const done = Promise.resolve(work).finally(() => {
    isDone = true
  })
  done.catch(() => {})
  while (!isDone) {
    await server.advance("500 millis")
    await new Promise((resolve) => setImmediate(resolve))
  }
  return done
}
