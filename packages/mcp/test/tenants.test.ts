/** Ids of another organization in everything that takes one. Observed: answers, and what is left of the other's things. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Client } from "@modelcontextprotocol/client"
import { catalogue } from "../src/tools/catalogue.ts"
import { operations } from "../src/tools/operations.ts"
import { argumentsOf } from "./support/argumentsOf.ts"
import { connect, type Installation, openInstallation } from "./support/Installation.ts"

const adminToken = "of_the_operator_of_tests_of_tenants"

let here: Installation
let owner: Client
let stranger: Client
beforeAll(async () => {
  here = await openInstallation({ adminToken })
  const asOperator = async (path: string, body: object) => {
    const made = await fetch(`${here.address}/admin/organizations${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
      body: JSON.stringify(body)
    })
    return (await made.json()) as { readonly id: string; readonly secret?: string }
  }
  const { id } = await asOperator("", { name: "Stranger", plan: "scale" })
  const { secret } = await asOperator(`/${id}/keys`, { name: "of the stranger" })
  owner = await connect(here.address)
  stranger = await connect(here.address, secret)
}, 60_000)
afterAll(async () => {
  await Promise.all([owner.close(), stranger.close()])
  await here.close()
})

const call = async (client: Client, name: string, args: Record<string, unknown>) => {
  const result = await client.callTool({ name, arguments: args })
  return { isError: result.isError === true, text: JSON.stringify(result), told: result.structuredContent as never }
}

const ids = ["monitor_id", "monitor_ids", "run_id", "change_id", "change_ids", "version_id", "batch_id", "delivery_id"]
const moreIds = ["request_id", "profile_id"]

describe("ids of another organization", { timeout: 240_000 }, () => {
  it("are unknown to every tool and resource, whatever they are of, and nothing happens to what they name", async () => {
    const given = await argumentsOf(here)
    const { monitor_id } = given.monitor_get as { readonly monitor_id: string }
    const { batch_id } = given.batch_get as { readonly batch_id: string }
    const run_id = String(given.run_get?.run_id)
    const read = await call(owner, "scrape", { url: `${here.site}/?tenant` })
    const { request_id } = read.told as { readonly request_id: string }
    const own: Readonly<Record<string, unknown>> = {
      monitor_id,
      batch_id,
      run_id,
      request_id,
      monitor_ids: [monitor_id]
    }
    const tried = new Set<string>()
    for (const { name, operation } of catalogue) {
      const takes = operations()
        .get(operation)!
        .parameters.map((one) => one.name)
      if (![...ids, ...moreIds].some((id) => takes.includes(id))) continue
      const args = Object.fromEntries(
        Object.entries(given[name] ?? {}).map(([field, value]) => [field, own[field] ?? value])
      )
      tried.add(name)
      const { isError, text } = await call(stranger, name, args)
      for (const secret of ["For arguments", "receiver.example", here.site]) {
        assert.notInclude(text.replaceAll(String(args.url ?? "-"), ""), secret, name)
      }
      if (isError) assert.match(text, /NOT_FOUND|INPUT_VALIDATION_ERROR/, `${name}: ${text}`)
      // A list, and what is done to many, tells of none.
      else for (const id of [monitor_id, batch_id, run_id]) assert.notInclude(text, id, name)
    }
    assert.includeMembers(
      [...tried],
      ["monitor_get", "monitor_delete", "monitor_update", "run_get", "version_compare", "batch_delete", "log_get"]
    )
    for (const uri of [
      `kittiwake://monitors/${monitor_id}`,
      `kittiwake://monitors/${monitor_id}/runs/${run_id}`,
      `kittiwake://batches/${batch_id}`
    ]) {
      assert.isNotEmpty((await owner.readResource({ uri })).contents)
      const refused = await stranger.readResource({ uri }).catch((cause: unknown) => cause)
      assert.instanceOf(refused, Error, uri)
    }
    for (const argument of [
      { name: "monitor_id", value: monitor_id.slice(0, 6) },
      { name: "run_id", value: "" },
      { name: "batch_id", value: "" }
    ]) {
      const { completion } = await stranger.complete({
        ref: { type: "ref/resource", uri: "kittiwake://monitors/{monitor_id}/runs/{run_id}" },
        argument,
        context: { arguments: { monitor_id } }
      })
      assert.deepStrictEqual(completion.values, [], argument.name)
    }
    assert.strictEqual((await call(owner, "monitor_get", { monitor_id })).isError, false)
    assert.include((await call(owner, "monitor_get", { monitor_id })).text, "For arguments")
    assert.strictEqual((await call(owner, "batch_get", { batch_id })).isError, false)
  })
})
