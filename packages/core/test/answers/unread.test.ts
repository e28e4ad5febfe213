/** What is said of a site that a task names and that cannot be read. */
import { assert, describe, it } from "@effect/vitest"
import { Answers } from "@kittiwake/core/answers/Answers"
import { Credits } from "@kittiwake/core/credits/Credits"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { Clock, Effect, Result } from "effect"
import { readExample } from "../../src/answers/domain/AnswerShape.ts"

const kiln = "https://kiln.example/"

const ask = Effect.fnUntraced(function* (task: string) {
  const { organization } = yield* TestInstallation
  const before = (yield* (yield* Credits).account(organization.id)).available
  const call = {
    organizationId: organization.id,
    requestId: crypto.randomUUID(),
    ...{ route: "/web/answers", caller: "key", isWanted: () => true },
    deadline: { atMillis: (yield* Clock.currentTimeMillis) + 30_000, acceptsPart: true },
    freshness: { maxAgeMillis: 0, zeroRetention: true }
  }
  const shape = Result.getOrThrow(readExample({ employees: 0 }))
  const answered = yield* Effect.result((yield* Answers).answer(call, { task, shape, mode: "fast" }))
  const spent = before - (yield* (yield* Credits).account(organization.id)).available
  return { answered, spent }
})

const refused = Effect.fnUntraced(function* (task: string) {
  const { answered, spent } = yield* ask(task)
  if (answered._tag === "Success") return assert.fail("it was answered")
  assert.strictEqual(spent, 0)
  return answered.failure
})

const down = Effect.gen(function* () {
  const web = yield* ScriptedWeb
  yield* web.page(kiln, "<p>Kiln</p>")
  yield* web.outage(kiln, { reason: "connection_failed", lasting: "2 days" })
  yield* web.outage("http://kiln.example/", { reason: "connection_failed", lasting: "2 days" })
})

const inTest = <A, E>(work: Effect.Effect<A, E, Answers | Credits | ScriptedWeb | TestInstallation>) =>
  Effect.provide(work, TestInstallation.layer({ credits: 1_000 }))

describe("a site that a task names", () => {
  it.effect("and that cannot be reached is said to be so, not to forbid robots, and costs nothing", () =>
    inTest(
      Effect.gen(function* () {
        yield* down
        for (const task of [`How many employees has ${kiln}?`, "How many employees has kiln.example?"]) {
          const failure = yield* refused(task)
          assert.strictEqual(failure._tag, "WebsiteInaccessible")
          assert.include(failure.message, kiln)
          assert.include(failure.message, "cannot be reached")
          assert.notInclude(failure.message, "forbids")
        }
      })
    )
  )

  it.effect("and that forbids robots is said to do so", () =>
    inTest(
      Effect.gen(function* () {
        const web = yield* ScriptedWeb
        yield* web.page(kiln, "<p>Kiln has 24 employees.</p>")
        yield* web.page(`${kiln}robots.txt`, "User-agent: *\nDisallow: /")
        assert.include((yield* refused(`How many employees has ${kiln}?`)).message, "forbids robots")
      })
    )
  )

  it.effect("and that has no address is not found", () =>
    inTest(
      Effect.gen(function* () {
        assert.strictEqual((yield* refused("How many employees has kiln.example?"))._tag, "WebsiteNotFound")
      })
    )
  )

  it.effect("and that only a browser shows is said to be so where there is none", () =>
    inTest(
      Effect.gen(function* () {
        const web = yield* ScriptedWeb
        yield* web.page(kiln, "<title>Kiln</title><div id=root></div><script src=/app.js></script>")
        const failure = yield* refused(`How many employees has ${kiln}?`)
        assert.include(failure.message, "Only a browser shows this page. The plain readers have no browser.")
      })
    )
  )

  it.effect("is told beside an answer from others", () =>
    inTest(
      Effect.gen(function* () {
        yield* down
        const web = yield* ScriptedWeb
        yield* web.page("https://glaze.example/", "<title>Glaze</title><p>Employees: 31</p>")
        const { answered, spent } = yield* ask(`How many employees has ${kiln} or https://glaze.example/?`)
        if (answered._tag === "Failure") return assert.fail(answered.failure._tag)
        const { content, unread } = answered.success.value
        assert.strictEqual(content.employees, 31)
        assert.deepStrictEqual(
          unread.map(({ code, url }) => [code, url]),
          [["WEBSITE_ACCESS_ERROR", kiln]]
        )
        assert.strictEqual(spent, 10)
      })
    )
  )
})
