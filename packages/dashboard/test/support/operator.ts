/** The operator of a stage: the token that its server is started with, and a browser that is signed in with it. */
import { assert } from "@effect/vitest"
import type { Shown, Stage, View } from "./Stage.ts"

const token = "operator-of-the-dashboard-tests-0123456789"

/** What makes a server have an operator. */
export const operatorEnv = { KITTIWAKE_ADMIN_TOKEN: token } as const

/** Calls the operator's API; with a body something is made. */
export const asOperator = async <A>(stage: Stage, path: string, body?: object): Promise<A> => {
  const response = await fetch(`${stage.server.url}${path}`, {
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) })
  })
  assert.isTrue(response.ok, `${path} answered ${response.status}`)
  return (await response.json()) as A
}

/** A browser in which the operator is signed in. */
export const showOperator = async (stage: Stage, view: View = {}): Promise<Shown> => {
  const shown = await stage.show({ ...view, isSignedIn: false })
  const answer = await shown.page.context().request.post(`${stage.server.url}/session`, { data: { key: token } })
  assert.strictEqual(answer.status(), 200, await answer.text())
  return shown
}
