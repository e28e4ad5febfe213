/** A browser that shows the dashboard: it keeps the cookie, and says with each request what browsers say. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Handlers } from "../../src/server.ts"

/** Where it is. A name of this machine, as at a local start. */
export const home = "http://localhost:8787"

export interface Ask {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Left out of what is said otherwise. */
  readonly silent?: ReadonlyArray<string>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly setCookie: string | null
  // biome-ignore lint/suspicious/noExplicitAny: replies are looked into by tests alone
  readonly body: any
}

/** Makes one; `at` is the address it opens. */
export const newBrowser = (at = home) => {
  let cookie: string | null = null
  const ask = Effect.fnUntraced(function* (method: string, path: string, given: Ask = {}) {
    const { web } = yield* Handlers
    const said: Record<string, string> = {
      host: new URL(at).host,
      accept: "application/json",
      "sec-fetch-site": "same-origin",
      "user-agent": "Browser/1.0",
      ...(method === "GET" || method === "HEAD" ? {} : { origin: at, "x-kittiwake-session": "1" }),
      ...(cookie === null ? {} : { cookie }),
      ...(given.body === undefined ? {} : { "content-type": "application/json" }),
      ...given.headers
    }
    for (const name of given.silent ?? []) delete said[name]
    const response = yield* Effect.promise(() =>
      web(
        new Request(`${at}${path}`, {
          method,
          headers: said,
          ...(given.body === undefined
            ? {}
            : { body: typeof given.body === "string" ? given.body : JSON.stringify(given.body) })
        })
      )
    )
    const setCookie = response.headers.get("set-cookie")
    if (setCookie !== null) {
      const [pair = ""] = setCookie.split(";")
      cookie = setCookie.includes("Max-Age=0") ? null : pair
    }
    const text = yield* Effect.promise(() => response.text())
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true
    const answer: Answer = {
      status: response.status,
      headers: response.headers,
      setCookie,
      body: isJson ? JSON.parse(text) : text
    }
    return answer
  })
  return {
    ask,
    cookie: () => cookie,
    keep: (given: string | null) => {
      cookie = given
    },
    /** Signs in and checks that it did. */
    signIn: (body: object) =>
      Effect.map(ask("POST", "/session", { body }), (answer) => {
        assert.strictEqual(answer.status, 200, JSON.stringify(answer.body))
        return answer
      })
  }
}
