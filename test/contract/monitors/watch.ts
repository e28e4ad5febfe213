/** Monitors as tests of the contract make them. */
import { assert } from "@effect/vitest"
import ContextDev from "context.dev"
import type { Server } from "../Server.ts"

export const page = "https://shop.example/prices"
export const receiver = "https://receiver.example/hook"

/** What most monitors of these tests are made of. */
export const prices = { name: "Prices", target: { type: "page", url: page } } as const

/** A page that says this and nothing else. */
export const saying = (text: string): string => `<!doctype html><title>Shop</title><main><p>${text}</p></main>`

/** A monitor that has its baseline, of a page that says "Ten euro". */
export const watch = async (
  server: Server,
  given: Partial<ContextDev.MonitorCreateParams> & { readonly webhook?: object | null } = {}
) => {
  await server.show(page, saying("Ten euro"))
  const created = await server.client.monitors.create({ ...prices, ...given } as ContextDev.MonitorCreateParams)
  await server.settle()
  return created
}

/** Runs the monitor now and gives the run as it ended. */
export const runNow = async ({ call, client, settle }: Server, monitorId: string) => {
  const { run_id } = await client.monitors.run(monitorId)
  await settle()
  const { body, status } = await call("GET", `/monitors/${monitorId}/runs/${run_id}`)
  assert.strictEqual(status, 200)
  return body
}

/** Has the page say something else and runs the monitor; gives its run. */
export const edit = async (server: Server, monitorId: string, text: string) => {
  await server.show(page, saying(text))
  return runNow(server, monitorId)
}

/** The only change of a monitor, in full. */
export const onlyChange = async ({ client }: Server, monitorId: string) => {
  const { data } = await client.monitors.listChanges(monitorId)
  assert.lengthOf(data, 1)
  return client.monitors.retrieveChange(data[0]!.id)
}

export type Refusal = readonly [status: number, code: string]

export const invalid: Refusal = [400, "INPUT_VALIDATION_ERROR"]
export const notFound: Refusal = [404, "NOT_FOUND"]

/** A call that must be refused so. */
export const refuses = async (asked: PromiseLike<unknown>, refusal: Refusal, what?: string): Promise<void> => {
  const error = await Promise.resolve(asked).then(
    () => assert.fail(`it was not refused: ${what}`),
    (reason: unknown) => reason
  )
  assert.instanceOf(error, ContextDev.APIError, what)
  assert.deepStrictEqual([error.status, Object(error.error).error_code], [...refusal], what)
}

export const namesOf = (rows: ReadonlyArray<{ readonly name: string }>): ReadonlyArray<string> =>
  rows.map(({ name }) => name)

/** A moment as it is written on the wire. */
export const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const hourly = { type: "interval", frequency: 1, unit: "hours" } as const

/** The runs of a monitor, newest first. */
export const runsOf = async ({ client }: Server, monitorId: string) => (await client.monitors.listRuns(monitorId)).data

/** A call that only a key with this right may make. */
export const needs = async (
  server: Server,
  scope: "monitors:read" | "monitors:write",
  ask: (client: ContextDev) => PromiseLike<unknown>
): Promise<void> => {
  // The right to write is one to read as well.
  const missing = scope === "monitors:read" ? "logs:read" : "monitors:read"
  const { client: without } = await server.callerWith([missing])
  const { client: having } = await server.callerWith([scope])
  await refuses(ask(without), [403, "INSUFFICIENT_PERMISSIONS"])
  await ask(having)
}
