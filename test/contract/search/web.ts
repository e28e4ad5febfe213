/** A web to be found, and backends that find it, as the tests of the search ask for them. */
import { assert } from "@effect/vitest"
import type { SearchHit, SearchQuestion } from "@kittiwake/core/search/domain/SearchQuestion"
import {
  BackendFailed,
  type SearchBackend,
  SearchBackends,
  type SearchTurn
} from "@kittiwake/core/search/SearchBackends"
import type { TestInstallationOptions } from "@kittiwake/core/testing/TestInstallation"
import ContextDev from "context.dev"
import { DateTime, Effect, Layer } from "effect"
import type { Server } from "../Server.ts"

export const hit = (url: string, more: Partial<SearchHit> = {}): SearchHit => ({
  ...{ url, title: "Green tea prices", description: "What green tea costs.", publishedAt: null },
  ...more
})

export const pageOf = (title: string, text: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`

export interface Asked {
  readonly question: SearchQuestion
  readonly turn: SearchTurn
}

/** What backends were asked, and answer: changed by a test as it goes. */
export interface Script {
  readonly asked: Array<Asked>
  hits: ReadonlyArray<SearchHit>
  failure: BackendFailed | null
  hangs: boolean
}

/** An installation with one backend beside or without its own. */
export const scripted = (given: Partial<Script> & { readonly ownPlace?: number | null } = {}) => {
  const { ownPlace = null, ...rest } = given
  const script: Script = { asked: [], hits: [], failure: null, hangs: false, ...rest }
  const backend: SearchBackend = {
    name: "scripted",
    keepsNothing: true,
    search: (question, turn) =>
      Effect.suspend(() => {
        script.asked.push({ question, turn })
        if (script.hangs) return Effect.never
        return script.failure === null ? Effect.succeed(script.hits) : Effect.fail(script.failure)
      })
  }
  const options: TestInstallationOptions = {
    searchBackends: Layer.succeed(SearchBackends, { backends: [backend], ownPlace })
  }
  return { script, options }
}

export const failed = (reason: BackendFailed["reason"], retryAfterSeconds: number | null = null) =>
  new BackendFailed({ reason, retryAfterSeconds, message: "It failed." })

export const day = (daysAgo: number) =>
  Effect.map(DateTime.now, (now) => DateTime.subtract(now, { hours: daysAgo * 24 }))

export const credits = async ({ call }: Server): Promise<number> => {
  const { body } = await call("GET", "/batch/list")
  return Number(Object(body.key_metadata).credits_remaining)
}

/** That a call is refused so, and costs nothing. */
export const refuses = async (server: Server, ask: () => PromiseLike<unknown>, status: number, code: string) => {
  const before = await credits(server)
  const error = await Promise.resolve(ask()).then(
    () => assert.fail("It was answered."),
    (cause: unknown) => cause
  )
  assert.instanceOf(error, ContextDev.APIError)
  assert.deepStrictEqual([error.status, Object(error.error).error_code], [status, code], error.message)
  assert.strictEqual(await credits(server), before)
  return error
}

/** Lets time pass until `work` is done. */
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
