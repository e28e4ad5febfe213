/** People who asked to be forgotten. Observed: what is answered, and who was asked. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import type { PersonClues } from "../../src/people/domain/PersonClues.ts"
import type { PersonRecord } from "../../src/people/domain/PersonRecord.ts"
import { People } from "../../src/people/People.ts"
import { type PersonSource, PersonSources } from "../../src/people/PersonSource.ts"
import { Suppressions } from "../../src/people/Suppressions.ts"
import { ScriptedWeb } from "../../src/testing/ScriptedWeb.ts"
import { TestInstallation } from "../../src/testing/TestInstallation.ts"
import { clues, record, role } from "./made.ts"

const kiln = { roles: [role("Potter", "Kiln", { domain: "kiln.example", isCurrent: true })] }

const ann: ReadonlyArray<PersonRecord> = [
  record("github", "https://github.com/annreed", {
    fullName: "Ann Reed",
    ...kiln,
    socialUrls: ["https://gitlab.com/annreed"]
  }),
  record("gravatar", "https://gravatar.com/ann", {
    fullName: "Ann Reed",
    emails: ["ann@kiln.example"],
    socialUrls: ["https://gitlab.com/annreed"]
  })
]

const bea = record("github", "https://github.com/beafox", { fullName: "Bea Fox", ...kiln })

const opened = () => {
  const asked: Array<PersonClues> = []
  const source: PersonSource = {
    name: "scripted",
    find: (given) =>
      Effect.sync(() => {
        asked.push(given)
        return [...ann, bea]
      })
  }
  const layer = TestInstallation.layer({ personSources: Layer.succeed(PersonSources, { sources: [source] }) })
  return { asked, layer }
}

const enrich = Effect.fnUntraced(function* (given: PersonClues) {
  const { organization } = yield* TestInstallation
  const now = yield* Clock.currentTimeMillis
  const { credits, value } = yield* (yield* People).enrich(
    {
      organizationId: organization.id,
      requestId: crypto.randomUUID(),
      route: "/people/enrich",
      caller: "key",
      deadline: { atMillis: now + 55_000, acceptsPart: false },
      freshness: { maxAgeMillis: 0, zeroRetention: false },
      isWanted: () => true
    },
    given
  )
  return { credits, match: value.match }
})

const called = (firstName: string, lastName: string) =>
  clues({ firstName, lastName, company: { name: "Kiln", domain: null } })

describe("who asked to be forgotten", () => {
  it.effect("is asked of nobody, and costs nothing", () => {
    const { asked, layer } = opened()
    return Effect.gen(function* () {
      assert.strictEqual((yield* enrich(clues({ email: "ann@kiln.example" }))).credits, 20)
      assert.lengthOf(asked, 1)
      const looks = (yield* (yield* ScriptedWeb).looks("https://kiln.example/")).length
      yield* (yield* Suppressions).forget("ann@kiln.example")
      assert.deepStrictEqual(yield* enrich(clues({ email: "ann@kiln.example" })), { credits: 0, match: null })
      assert.lengthOf(asked, 1)
      assert.lengthOf(yield* (yield* ScriptedWeb).looks("https://kiln.example/"), looks)
    }).pipe(Effect.provide(layer))
  })

  it.effect("is told of by no record of the same person, although only one of them says the address", () => {
    const { layer } = opened()
    return Effect.gen(function* () {
      assert.isNotNull((yield* enrich(called("Ann", "Reed"))).match)
      yield* (yield* Suppressions).forget("ann@kiln.example")
      assert.deepStrictEqual(yield* enrich(called("Ann", "Reed")), { credits: 0, match: null })
      assert.strictEqual((yield* enrich(called("Bea", "Fox"))).match?.person.name.full, "Bea Fox")
    }).pipe(Effect.provide(layer))
  })
})
