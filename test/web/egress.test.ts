/** No field that takes an address opens a connection to a place that the operator did not allow. */
import { readFileSync } from "node:fs"
import { Socket } from "node:net"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Kittiwake } from "kittiwake"

interface Form {
  readonly expect: "B" | "P" | "N" | "A"
  readonly url: string
}

const forms: ReadonlyArray<Form> = JSON.parse(
  readFileSync(new URL("../../packages/core/test/web/ssrfForms.json", import.meta.url), "utf8")
)

/** Forms that are refused for their address or as they are written; names are judged by what they resolve to. */
const refused = forms.filter(({ expect }) => expect === "B" || expect === "P").map(({ url }) => url)

const apiKey = "sk_of_the_egress_tests"
const adminToken = "an_operator_token_that_nobody_can_guess"

const query = (path: string, name: string, more = "") => ({
  method: "GET",
  path: (form: string) => `/v1${path}?${name}=${encodeURIComponent(form)}${more}`,
  body: () => undefined
})

/** Every field of the operations that read the web that takes an address. */
const fields = {
  "markdown url": query("/web/scrape/markdown", "url"),
  "markdown url, rendered": query("/web/scrape/markdown", "url", "&waitForMs=1"),
  "html url": query("/web/scrape/html", "url"),
  "images url": query("/web/scrape/images", "url"),
  "bytes url": query("/web/scrape/bytes", "url"),
  "screenshot url": query("/web/scrape/screenshot", "url"),
  "screenshot directUrl": query("/web/screenshot", "directUrl"),
  "screenshot domain": query("/web/screenshot", "domain"),
  "sitemap domain": query("/web/scrape/sitemap", "domain"),
  "sitemap sitemapUrl": query("/web/scrape/sitemap", "sitemapUrl", "&domain=203.0.113.1"),
  "crawl url": {
    method: "POST",
    path: () => "/v1/web/crawl",
    body: (form: string) => JSON.stringify({ url: form })
  }
}

describe("an address that may not be reached", () => {
  let kittiwake: Kittiwake
  const connected: Array<unknown> = []
  const connect = Socket.prototype.connect

  beforeAll(async () => {
    kittiwake = await Kittiwake.open({ memory: true, apiKey, adminToken, worker: false })
    const operator = { authorization: `Bearer ${adminToken}`, "content-type": "application/json" }
    const listed = await kittiwake.handler(new Request("http://localhost/admin/organizations", { headers: operator }))
    const { data } = (await listed.json()) as { readonly data: ReadonlyArray<{ readonly id: string }> }
    const unlimited = await kittiwake.handler(
      new Request(`http://localhost/admin/organizations/${data[0]!.id}`, {
        method: "PATCH",
        headers: operator,
        body: JSON.stringify({ overrides: { unlimited_requests: true } })
      })
    )
    assert.strictEqual(unlimited.status, 200)
    Socket.prototype.connect = function (this: Socket, ...options: ReadonlyArray<unknown>) {
      connected.push(options)
      return Reflect.apply(connect, this, options)
    } as typeof connect
  })

  afterAll(async () => {
    Socket.prototype.connect = connect
    await kittiwake.close()
  })

  it.each(Object.entries(fields))("is refused as %s, in every spelling, without a connection", async (_, field) => {
    assert.isNotEmpty(refused)
    connected.length = 0
    const before = await kittiwake.credits.account()
    for (const form of refused) {
      const body = field.body(form)
      const reply = await kittiwake.handler(
        new Request(`http://localhost${field.path(form)}`, {
          method: field.method,
          headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
          ...(body === undefined ? {} : { body })
        })
      )
      const said = (await reply.json()) as { readonly error_code: string; readonly message: string }
      assert.strictEqual(reply.status, 400, `${form}: ${JSON.stringify(said)}`)
      assert.include(["INPUT_VALIDATION_ERROR", "WEBSITE_ACCESS_ERROR", "WEBSITE_NOT_FOUND"], said.error_code, form)
    }
    assert.deepStrictEqual(connected, [])
    assert.deepStrictEqual(await kittiwake.credits.account(), before)
  })
})
