/** A server with real adapters, a site to read and a canary, as every test of reading the web starts with. */
import { assert } from "@effect/vitest"
import ContextDev from "context.dev"
import { type Server, startServer } from "../endToEnd/Server.ts"
import { openEmbedded, type Storage } from "../endToEnd/storages.ts"
import { browserEnvironment } from "../setup/browser.ts"
import { type Canary, openCanary, openWebSite, type WebSite } from "./WebSite.ts"

const adminToken = "an_operator_token_that_nobody_can_guess"

export interface WebStage extends AsyncDisposable {
  readonly site: WebSite
  readonly canary: Canary
  readonly server: Server
  readonly storage: Storage
  /** Without repetitions, so that a test sees what is answered first. */
  readonly client: ContextDev
}

/** Lets the first organization ask that nothing be kept. */
const allowZeroRetention = async ({ url }: Server): Promise<void> => {
  const headers = { authorization: `Bearer ${adminToken}`, "content-type": "application/json" }
  const listed = await fetch(`${url}/admin/organizations`, { headers })
  const { data } = (await listed.json()) as { readonly data: ReadonlyArray<{ readonly id: string }> }
  const changed = await fetch(`${url}/admin/organizations/${data[0]?.id}`, {
    method: "PATCH",
    headers,
    body: JSON.stringify({ zero_data_retention: true })
  })
  assert.strictEqual(changed.status, 200, await changed.text())
}

/** Opens all of it. */
export const openWebStage = async (): Promise<WebStage> => {
  const things = new AsyncDisposableStack()
  const canary = things.use(await openCanary())
  const site = things.use(await openWebSite(canary))
  const storage = things.use(await openEmbedded())
  const env = { ...storage.env, ...browserEnvironment, KITTIWAKE_ADMIN_TOKEN: adminToken }
  const server = things.use(await startServer({ ...storage, env }, [site]))
  await allowZeroRetention(server)
  return {
    site,
    canary,
    server,
    storage,
    client: server.client.withOptions({ maxRetries: 0 }),
    [Symbol.asyncDispose]: () => things.disposeAsync()
  }
}

/** What the client raises instead of an answer: status and code. */
export const refusalOf = async (answer: PromiseLike<unknown>): Promise<readonly [status: unknown, code: unknown]> => {
  const error = await answer.then(
    (value) => assert.fail(`was answered: ${JSON.stringify(value).slice(0, 300)}`),
    (failure: unknown) => failure
  )
  assert.instanceOf(error, ContextDev.APIError)
  return [error.status, Reflect.get(Object(error.error), "error_code")]
}
