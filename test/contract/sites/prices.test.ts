/** What the nine operations that tell of a site cost, and what costs nothing (contract/auth-errors-limits.md §3, §6; client-behaviour.md §4). */
import { assert, describe, it } from "@effect/vitest"
import { dentist } from "../industries/companies.ts"
import { type Caller, type Server, withServer } from "../Server.ts"

interface Operation {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly body?: object
  /** On the plan `scale`. */
  readonly price: number
  /** How much of the limit of requests it takes. */
  readonly weight: number
}

const site = "https://smile.example/"

const operations: ReadonlyArray<Operation> = [
  {
    ...{ method: "POST", path: "/brand/retrieve", body: { type: "by_domain", domain: "smile.example" } },
    ...{ price: 10, weight: 1 }
  },
  { method: "GET", path: "/brand/retrieve-simplified?domain=smile.example", price: 10, weight: 1 },
  { method: "GET", path: "/brand/search?query=smile", price: 0, weight: 1 },
  { method: "GET", path: "/web/styleguide?domain=smile.example", price: 10, weight: 1 },
  { method: "GET", path: "/web/fonts?domain=smile.example", price: 5, weight: 1 },
  { method: "POST", path: "/brand/ai/product", body: { url: site }, price: 10, weight: 1 },
  {
    ...{ method: "POST", path: "/web/extract", price: 10, weight: 1 },
    body: { url: site, schema: { type: "object", properties: { name: { type: "string" } } } }
  },
  { method: "POST", path: "/brand/ai/products", body: { domain: "smile.example" }, price: 10, weight: 10 },
  { method: "GET", path: "/web/naics?input=smile.example", price: 10, weight: 1 },
  { method: "GET", path: "/web/sic?input=smile.example", price: 10, weight: 1 }
]

const ask = ({ call }: Caller, { body, method, path }: Operation) => call(method, path, body)

/** Lets time pass until the work is done. */
const ticking = async <A>(server: Server, work: Promise<A>): Promise<A> => {
  let isOver = false
  void work.finally(() => (isOver = true)).catch(() => undefined)
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve))
    await server.advance("500 millis")
  }
  return work
}

for (const operation of operations) {
  const { method, path, price, weight } = operation

  describe(`${method} ${path.replace(/\?.*/, "")}`, () => {
    it(
      `costs ${price} credits, of which no one may be missing, whether it was known or read`,
      withServer(async (server) => {
        await server.show(site, dentist)
        if (price > 0) {
          const poor = await ask(await server.stranger({ credits: price - 1 }), operation)
          assert.deepStrictEqual([poor.status, poor.body.error_code], [403, "USAGE_EXCEEDED"])
          assert.deepStrictEqual(poor.body.key_metadata, { credits_consumed: 0, credits_remaining: price - 1 })
          assert.strictEqual(await server.looks(site), 0, "nothing is read for who cannot pay")
        }
        const rich = await server.stranger({ credits: 2 * price })
        for (const credits_remaining of [price, 0]) {
          const { body, headers, status } = await ask(rich, operation)
          assert.strictEqual(status, 200, JSON.stringify(body))
          assert.deepStrictEqual(body.key_metadata, { credits_consumed: price, credits_remaining })
          assert.strictEqual(headers.get("x-request-id"), body.request_id)
          assert.match(headers.get("content-type") ?? "", /^application\/json/)
        }
      })
    )

    it(
      `takes ${weight} of the limit of requests`,
      withServer(async (server) => {
        await server.show(site, dentist)
        const caller = await server.stranger()
        const left = async () => Number((await ask(caller, operation)).headers.get("x-ratelimit-remaining"))
        const first = await left()
        assert.deepStrictEqual([700 - first, first - (await left())], [weight, weight])
      })
    )

    it(
      "is for who may execute alone",
      withServer(async (server) => {
        await server.show(site, dentist)
        const others = await server.callerWith(["logs:read", "monitors:write", "batches:write"])
        const { body, status } = await ask(others, operation)
        assert.deepStrictEqual([status, body.error_code], [403, "INSUFFICIENT_PERMISSIONS"])
        assert.strictEqual(body.required_permission, "data:execute")
        assert.strictEqual((await ask(await server.callerWith(["data:execute"]), operation)).status, 200)
      })
    )

    if (path.startsWith("/brand/search")) return

    it(
      "costs nothing where the site does not answer in time, and is not to be asked again at once",
      withServer(async (server) => {
        await server.show(site, { body: dentist, latency: "2 minutes" })
        const caller = await server.stranger({ credits: 100 })
        const { body, headers, status } = await ticking(server, ask(caller, operation))
        assert.deepStrictEqual([status, body.error_code], [408, "REQUEST_TIMEOUT"])
        assert.strictEqual(headers.get("x-should-retry"), "false")
        assert.deepStrictEqual(body.key_metadata, { credits_consumed: 0, credits_remaining: 100 })
      })
    )

    it(
      "costs nothing where the site is not there or lets nobody in",
      withServer(async (server) => {
        const caller = await server.stranger({ credits: 100 })
        const refused = async (code: string) => {
          const { body, status } = await ask(caller, operation)
          assert.deepStrictEqual([status, body.error_code], [400, code], JSON.stringify(body))
          assert.deepStrictEqual(body.key_metadata, { credits_consumed: 0, credits_remaining: 100 })
          assert.strictEqual(typeof body.message, "string")
        }
        await refused("WEBSITE_NOT_FOUND")
        await server.outage(site)
        await server.outage("http://smile.example/")
        await refused("WEBSITE_ACCESS_ERROR")
        await server.mend(site)
        await server.mend("http://smile.example/")
        await server.show(site, { status: 403, body: "<title>Access denied</title>Access denied" })
        await refused("WEBSITE_BLOCKED")
      })
    )
  })
}

describe("a brand that was prefetched", () => {
  it(
    "has its first page there already, for nothing",
    withServer(async (server) => {
      await server.show(site, dentist)
      const { client } = server
      const { key_metadata } = await client.utility.prefetch({ type: "brand", identifier: { domain: "smile.example" } })
      assert.strictEqual(key_metadata?.credits_consumed, 0)
      await server.settle()
      assert.strictEqual(await server.looks(site), 1)
      const { brand } = await client.brand.retrieve({ type: "by_domain", domain: "smile.example" })
      assert.strictEqual(brand?.title, "Bright Smile")
      await client.industry.retrieveNaics({ input: "smile.example" })
      assert.strictEqual(await server.looks(site), 1)
    })
  )
})
