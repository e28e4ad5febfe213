import { assert, describe, it } from "@effect/vitest"
import { type Environment, type Served, serve, temporaryDirectory } from "./support/command.ts"

const key = "sk_of_the_log_of_calls"
const headers = { authorization: `Bearer ${key}` }

const started = (env: Environment) => serve(["start"], { ...env, KITTIWAKE_API_KEY: key }, "server.started")

/** Calls many times at once and gives the ids of the calls that were answered; `each` is told of every answer. */
const callManyTimes = async ({ url }: Served, times: number, each: (answered: number) => void) => {
  const answered: Array<string> = []
  const call = async (index: number) => {
    // A connection that is kept would keep the server for the whole of its grace.
    const response = await fetch(`${url}/v1/monitors/limits?n=${index}`, {
      headers: { ...headers, connection: "close" }
    })
    await response.text()
    answered.push(response.headers.get("x-request-id") ?? "")
    each(answered.length)
  }
  await Promise.allSettled(Array.from({ length: times }, (_, index) => call(index)))
  return answered
}

/** The ids of all logged calls of that kind. */
const loggedIds = async ({ url }: Served) => {
  const ids: Array<string> = []
  for (let page = 1; ; page++) {
    const query = `path=/monitors/limits&limit=100&page=${page}`
    const response = await fetch(`${url}/v1/logs?${query}`, { headers })
    assert.strictEqual(response.status, 200)
    const { data, has_more } = (await response.json()) as {
      readonly data: ReadonlyArray<{ readonly request_id: string }>
      readonly has_more: boolean
    }
    ids.push(...data.map(({ request_id }) => request_id))
    if (!has_more) return ids
  }
}

describe("the log of calls", { timeout: 180_000 }, () => {
  it("has every call that was answered before the server was stopped", async () => {
    await using directory = await temporaryDirectory()
    const env = { KITTIWAKE_DATA_DIR: directory.path }
    const first = await started(env)
    const answered = await callManyTimes(first, 300, () => {})
    assert.strictEqual(answered.length, 300)
    await first.askToStop()
    assert.strictEqual((await first.ended).exitCode, 0)
    await using second = await started(env)
    assert.deepStrictEqual((await loggedIds(second)).sort(), answered.sort())
  })

  it("has every call that was answered while the server stopped", async () => {
    await using directory = await temporaryDirectory()
    const env = { KITTIWAKE_DATA_DIR: directory.path }
    const first = await started(env)
    const answered = await callManyTimes(first, 300, (count) => {
      if (count === 100) first.signal("SIGTERM")
    })
    assert.strictEqual((await first.ended).exitCode, 0)
    await using second = await started(env)
    const logged = await loggedIds(second)
    assert.strictEqual(new Set(logged).size, logged.length)
    assert.isAtLeast(answered.length, 100)
    assert.deepStrictEqual(
      answered.filter((id) => !logged.includes(id)),
      []
    )
  })
})
