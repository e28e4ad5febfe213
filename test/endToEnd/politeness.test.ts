/** A site that asks for a pause, and several servers on one Postgres. Observed: when the site is asked for its pages. */
import { createServer } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { needing } from "../setup/needs.ts"
import { postgresUrl } from "../setup/sharedServers.ts"
import { eventually } from "./eventually.ts"
import { type Listening, listen } from "./listen.ts"
import { type Server, startServer } from "./Server.ts"
import { openPostgresAt } from "./storages.ts"

const postgres = await postgresUrl()

const pageCount = 6

const lateMillis = 600

interface PoliteSite extends Listening {
  /** When each page was asked for, oldest first. */
  readonly asked: ReadonlyArray<number>
}

/** Pages that link to all others, on a host that asks for a second between two of them. */
const openPoliteSite = async (): Promise<PoliteSite> => {
  const asked: Array<number> = []
  const links = Array.from({ length: pageCount }, (_, n) => `<a href="/${n}">Page ${n}</a>`).join(" ")
  const server = createServer((request, response) => {
    if (request.url === "/robots.txt") {
      response.setHeader("content-type", "text/plain")
      response.end("User-agent: *\nCrawl-delay: 1\n")
      return
    }
    asked.push(performance.now())
    response.setHeader("content-type", "text/html")
    response.end(`<title>${request.url}</title><h1>${request.url}</h1><p>${links}</p>`)
  })
  return { ...(await listen(server)), asked }
}

const post = async ({ headers, url }: Server, path: string, body: unknown) => {
  const reply = await fetch(`${url}/v1${path}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body)
  })
  const answer = (await reply.json()) as Record<string, unknown>
  assert.isBelow(reply.status, 300, JSON.stringify(answer))
  return answer
}

describe("a site that asks for a pause", needing({ Postgres: postgres !== null }), () => {
  it("is asked once in it by two servers, which crawl it for callers and in batches", {
    timeout: 180_000
  }, async () => {
    await using things = new AsyncDisposableStack()
    const site = things.use(await openPoliteSite())
    const storage = things.use(await openPostgresAt(postgres ?? "")())
    const start = async () => things.use(await startServer(storage, [site]))
    const first = await start()
    const servers = [first, await start()]
    const source = { type: "start_url", url: `${site.url}/`, controls: { maxUrls: pageCount } }
    const input = { mode: "crawl", data: { format: "markdown", source } }
    const batches = await Promise.all(servers.map((server) => post(server, "/batch/submit", { input })))
    const crawls = servers.map((server) =>
      post(server, "/web/crawl", { url: `${site.url}/`, maxPages: pageCount, maxAgeMs: 0 })
    )
    await Promise.all(crawls)
    for (const batch of batches) {
      const id = String(batch.id ?? (batch.batch as Record<string, unknown> | undefined)?.id)
      await eventually(
        () => first.client.batch.retrieve(id),
        ({ status }) => status === "completed"
      )
    }
    assert.isAtLeast(site.asked.length, 2 * pageCount)
    // A turn a second by the database's clock. How late a request may be after its turn is a matter of how busy its process is.
    const late = site.asked.map((at, n) => at - site.asked[0]! - n * 1_000)
    for (let n = 1; n < late.length; n++) {
      assert.isAtLeast(late[n]! - Math.max(...late.slice(0, n)), -lateMillis, late.map(Math.round).join(" "))
    }
  })
})
