/** Pages that monitors look at are found. Observed: what the index answers after runs. */
import { assert, describe } from "@effect/vitest"
import { Profiles } from "@kittiwake/core/profiles/Profiles"
import { PageIndex } from "@kittiwake/core/search/PageIndex"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { Effect } from "effect"
import { readQuery } from "../../src/search/domain/readQuery.ts"
import { scriptedBrowser } from "../scriptedBrowser.ts"
import { advance, page, scenario, show, watch } from "../watching.ts"

const find = Effect.fnUntraced(function* (text: string) {
  const { organization } = yield* TestInstallation
  const question = { query: readQuery(text), publishedSince: null, country: null, count: 10 }
  return yield* (yield* PageIndex).search(organization.id, question)
})

const said = (text: string) =>
  `<html lang="en"><head><title>Tea prices</title></head><body><h1>Tea</h1><p class="price">${text}</p><p>Grown in Assam.</p></body></html>`

describe("a page that a monitor looks at", () => {
  scenario(
    "is found by all that it says, with its title, whatever part is watched",
    Effect.gen(function* () {
      yield* show(said("Now 10 euros"))
      yield* watch({ includeSelectors: [".price"] })
      yield* advance("1 second")
      const [hit, another] = yield* find("assam tea")
      assert.isUndefined(another)
      assert.deepInclude(hit, { url: page, title: "Tea prices", language: "en" })
    })
  )

  scenario(
    "is found as it was seen last, and counts as read on the day of its last look",
    Effect.gen(function* () {
      yield* show(said("Now 10 euros"))
      yield* watch()
      yield* advance("3 hours")
      const [first] = yield* find("assam")
      yield* advance("50 hours")
      const [later] = yield* find("assam")
      const hours = (later!.readAt.epochMilliseconds - first!.readAt.epochMilliseconds) / 3_600_000
      assert.isAtLeast(hours, 47)
      yield* show(said("Sold out"))
      yield* advance("2 hours")
      assert.lengthOf(yield* find('"sold out"'), 1)
      assert.deepStrictEqual(yield* find("euros"), [])
    })
  )

  scenario(
    "is found no longer once it is gone",
    Effect.gen(function* () {
      yield* show(said("Now 10 euros"))
      yield* watch()
      yield* advance("1 second")
      assert.lengthOf(yield* find("assam"), 1)
      yield* (yield* ScriptedWeb).page(page, { body: "Sorry", status: 410, mediaType: "text/plain" })
      yield* advance("2 hours")
      assert.deepStrictEqual(yield* find("assam"), [])
    })
  )

  const signedIn = scriptedBrowser(() => said("For members, 8 euros"))

  scenario(
    "is not found where somebody's session showed it",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      yield* show("<p>Sign in</p>")
      const session = { cookies: [], origins: [] }
      const profile = yield* Profiles.use((profiles) =>
        profiles.create(organization.id, { description: null, session })
      )
      yield* watch({ profileId: profile.id })
      yield* advance("1 second")
      assert.deepStrictEqual(yield* find("members"), [])
    }),
    signedIn.options
  )
})
