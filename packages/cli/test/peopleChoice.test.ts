/** Sources of people, from what the environment says to who is asked. */
import { createServer } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { PersonClues } from "@kittiwake/core/people/domain/PersonClues"
import { PersonSources } from "@kittiwake/core/people/PersonSource"
import { parseAllow } from "@kittiwake/core/web/domain/EgressPolicy"
import { ConfigProvider, Effect, Option, Redacted, Result } from "effect"
import { layerPeople } from "../src/adapters.ts"
import { readSettings } from "../src/config.ts"
import { people as doctorOf } from "../src/doctor/people.ts"

const settingsOf = (env: Readonly<Record<string, string>>) =>
  readSettings(false).pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env: { ...env } }))
  )

const clues: PersonClues = {
  ...{ email: null, socialUrls: ["https://github.com/ada"], firstName: null, lastName: null, company: null },
  ...{ education: [], location: { city: null, region: null, country: null } }
}

const turn = { organizationId: OrganizationId.make("org_1"), leftMillis: 10_000, zeroRetention: false }

/** A mirror of GitHub on this machine, and what it was asked. */
const mirror = (status: number) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const asked: Array<string> = []
      const server = createServer((request, response) => {
        request.resume()
        asked.push(`${request.url} ${request.headers.authorization ?? "-"}`)
        response.writeHead(status, { "content-type": "application/json" })
        const isProfile = request.url?.endsWith("accounts") !== true
        response.end(JSON.stringify(isProfile ? { login: "ada", type: "User", name: "Ada" } : []))
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      return { asked, server, url: `http://127.0.0.1:${port}/api/v3` }
    }),
    ({ server }) => Effect.promise(() => new Promise<void>((resolve) => server.close(() => resolve())))
  )

describe("who outside is asked about people", () => {
  it.effect("is nobody, unless the settings name them, in the order that is written", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* settingsOf({})).people.sources, [])
      const { people } = yield* settingsOf({
        KITTIWAKE_PEOPLE_SOURCES: " orcid, github=https://github.example/api/v3/ ,gravatar",
        KITTIWAKE_GITHUB_TOKEN: "ghp_secret"
      })
      assert.deepStrictEqual(
        people.sources.map(({ name, url }) => [name, Option.getOrNull(url)]),
        [
          ["orcid", null],
          ["github", "https://github.example/api/v3"],
          ["gravatar", null]
        ]
      )
      assert.strictEqual(Redacted.value(Option.getOrThrow(people.githubToken)), "ghp_secret")
      assert.notInclude(JSON.stringify(people), "ghp_secret")
    })
  )

  it.effect("is refused where a name is none, stands twice or has no address, and where a key is of nobody", () =>
    Effect.gen(function* () {
      for (const [env, says] of [
        [{ KITTIWAKE_PEOPLE_SOURCES: "github,linkedin" }, "KITTIWAKE_PEOPLE_SOURCES"],
        [{ KITTIWAKE_PEOPLE_SOURCES: "github,github" }, "KITTIWAKE_PEOPLE_SOURCES"],
        [{ KITTIWAKE_PEOPLE_SOURCES: "github=nowhere" }, "KITTIWAKE_PEOPLE_SOURCES"],
        [{ KITTIWAKE_PEOPLE_SOURCES: "orcid=file:///etc/passwd" }, "KITTIWAKE_PEOPLE_SOURCES"],
        [{ KITTIWAKE_GITHUB_TOKEN: "secret" }, "does not name github"],
        [{ KITTIWAKE_PEOPLE_SOURCES: "gravatar", KITTIWAKE_GRAVATAR_KEY: "a secret" }, "KITTIWAKE_GRAVATAR_KEY"]
      ] as const) {
        const { message } = Object(yield* Effect.flip(settingsOf(env)))
        assert.include(message, says)
        assert.notMatch(message, /a secret/)
      }
    })
  )

  it.live("is asked where the settings say, through the door that all else goes through", () =>
    Effect.gen(function* () {
      const { asked, url } = yield* mirror(200)
      const { people } = yield* settingsOf({
        KITTIWAKE_PEOPLE_SOURCES: `github=${url}`,
        KITTIWAKE_GITHUB_TOKEN: "ghp_secret"
      })
      const find = PersonSources.use(({ sources }) => sources[0]!.find(clues, turn))
      const egressAllow = Result.getOrThrow(parseAllow("127.0.0.1"))
      const found = yield* Effect.provide(find, layerPeople({ egressAllow, people }))
      assert.deepStrictEqual(
        found.map(({ fullName, source }) => [source, fullName]),
        [["github", "Ada"]]
      )
      assert.strictEqual(asked[0], "/api/v3/users/ada Bearer ghp_secret")
      const refused = yield* Effect.flip(Effect.provide(find, layerPeople({ egressAllow: [], people })))
      assert.strictEqual(refused.reason, "rejected")
    }).pipe(Effect.scoped)
  )

  it.live("is told by the doctor, each with its state", () =>
    Effect.gen(function* () {
      const stateOf = Effect.fnUntraced(function* (status: number) {
        const { url } = yield* mirror(status)
        const env = { KITTIWAKE_PEOPLE_SOURCES: `github=${url}`, KITTIWAKE_EGRESS_ALLOW: "127.0.0.1" }
        return (yield* doctorOf(yield* settingsOf(env), true)).map(({ state, subject }) => `${subject} ${state}`)
      })
      assert.deepStrictEqual(yield* stateOf(200), ["people: github ok"])
      assert.deepStrictEqual(yield* stateOf(401), ["people: github broken"])
      const { asked, url } = yield* mirror(401)
      const env = { KITTIWAKE_PEOPLE_SOURCES: `github=${url}`, KITTIWAKE_EGRESS_ALLOW: "127.0.0.1" }
      const [spared] = yield* doctorOf(yield* settingsOf(env), false)
      assert.deepInclude(spared, { subject: "people: github", state: "ok" })
      assert.include(spared?.message, "not asked now")
      assert.deepStrictEqual(asked, [])
      const none = yield* doctorOf(yield* settingsOf({}), true)
      assert.deepStrictEqual(
        none.map(({ state, subject }) => `${subject} ${state}`),
        ["people: sources absent"]
      )
    }).pipe(Effect.scoped)
  )
})
