/** Pages of megabytes, which a search of their site reads. */
import { assert, describe, it } from "@effect/vitest"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { Effect } from "effect"
import { searchNow } from "./searchNow.ts"

const ask = Effect.fnUntraced(function* (query: string) {
  const { value } = yield* searchNow(query, { zeroRetention: true })
  return value.results.map(({ url }) => url)
})

/** What this process takes, in all its threads: a machine that is busy with other work takes its time. */
const processorMillis = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const before = process.cpuUsage()
    return Effect.map(work, (value) => {
      const { system, user } = process.cpuUsage(before)
      return [value, (system + user) / 1_000] as const
    })
  })

const inTest = Effect.provide(TestInstallation.layer({ credits: 1_000 }))

const filled = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

describe("a long page of a site that a query names", () => {
  it.effect("is found by its beginning, as the index has it, and not by what stands behind that", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      const html = `<title>Kilns</title><p>Glazes for bowls.</p><p>${filled("clay and water ", 60_000)}</p><p>Porcelain</p>`
      yield* web.page("https://kiln.example/", html)
      assert.deepStrictEqual(yield* ask('"glazes for bowls" site:kiln.example'), ["https://kiln.example/"])
      assert.deepStrictEqual(yield* ask('"porcelain" site:kiln.example'), [])
    }).pipe(inTest)
  )

  it.effect("costs no more than its beginning does", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      const [short, long] = ["https://short.example/", "https://long.example/"]
      yield* web.page(short, `<title>가나</title><p>가나 다라</p><p>${filled("ﷺ가 ", 60_000)}</p>`)
      yield* web.page(long, `<title>가나</title><p>가나 다라</p><p>${filled("ﷺ가 ", 6_000_000)}</p>`)
      yield* ask('"가나" -라라 site:short.example')
      const [, ofShort] = yield* processorMillis(ask('"가나" -마마 site:short.example'))
      const [urls, ofLong] = yield* processorMillis(ask('"가나" -라라 site:long.example'))
      assert.deepStrictEqual(urls, [long])
      assert.isBelow(ofLong, ofShort + 4_000)
    }).pipe(inTest)
  )
})
