/** A site that is slow, and many monitors at it. Observed: what the site is asked for, and in which order. */
import { createServer, type ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { eventually } from "./eventually.ts"
import { listen } from "./listen.ts"
import { startServer } from "./Server.ts"
import { openEmbedded } from "./storages.ts"

/** Four of them look at once, and the others wait. */
const monitors = 7

const token = "a-token-of-the-end-to-end-tests-of-calls"

/** Pages that come when the test says so. */
const openHeldSite = async () => {
  const asked: Array<{ readonly path: string; readonly response: ServerResponse }> = []
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? "", response })
  })
  return {
    ...(await listen(server)),
    asked: async (): Promise<ReadonlyArray<string>> => asked.map(({ path }) => path),
    answer: (at: number) => {
      const { path, response } = asked[at]!
      response.setHeader("content-type", "text/html").end(`<title>${path}</title><h1>${path}</h1><p>Words of it.</p>`)
    }
  }
}

describe("a call to a host that many monitors wait for", () => {
  it("has the next turn there, and after it a run has one", { timeout: 120_000 }, async () => {
    await using things = new AsyncDisposableStack()
    const site = things.use(await openHeldSite())
    const storage = things.use(await openEmbedded())
    const env = { ...storage.env, KITTIWAKE_METRICS_TOKEN: token }
    const server = things.use(await startServer({ ...storage, env }, [site]))
    const waiting = async () => {
      const reply = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
      return Number(/^kittiwake_host_turns_waiting (\d+)/m.exec(await reply.text())?.[1])
    }
    for (let n = 0; n < monitors; n++) {
      await server.client.monitors.create({
        name: `Page ${n}`,
        target: { type: "page", url: `${site.url}/${n}` },
        schedule: { type: "interval", frequency: 1, unit: "days" }
      })
    }
    await eventually(site.asked, ({ length }) => length === 4)
    await eventually(waiting, (count) => count === monitors - 4)
    const scraped = fetch(`${server.url}/v1/web/scrape/markdown?url=${encodeURIComponent(`${site.url}/call`)}`, {
      headers: server.headers
    })
    await eventually(waiting, (count) => count > monitors - 4)
    site.answer(0)
    const asked = await eventually(site.asked, ({ length }) => length === 5)
    assert.strictEqual(asked[4], "/call")
    site.answer(4)
    const reply = await scraped
    assert.strictEqual(reply.status, 200, await reply.text())
    const next = await eventually(site.asked, ({ length }) => length === 6)
    assert.match(next[5]!, /^\/\d+$/)
  })
})
