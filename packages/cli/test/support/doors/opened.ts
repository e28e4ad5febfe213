/** One installation with two doors, a socket and methods, and something in every list. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import ContextDev from "context.dev"
import { Kittiwake } from "kittiwake"
import { browserOptions } from "../../../../../test/setup/browser.ts"
import { documents, page, site } from "../site.ts"
import { teaShop } from "../teaShop.ts"

export interface Opened {
  readonly kittiwake: Kittiwake
  readonly client: ContextDev
  /** What the client asked for, as method and path, oldest first. */
  readonly requests: ReadonlyArray<string>
  /** Where the server listens, without a slash at the end. */
  readonly url: string
  readonly apiKey: string
  readonly adminToken: string
  /** A site with some pages, and a place where nothing may be fetched from. */
  readonly shop: string
  readonly forbidden: string
  readonly listed: string
  /** A receiver of webhooks that takes everything. */
  readonly receiver: string
  /** What the installation has seen before anybody asks. */
  readonly organizationId: string
  readonly monitorId: string
  readonly runId: string
  readonly changeId: string
  /** Newest first. */
  readonly versionIds: ReadonlyArray<string>
  readonly deliveryId: string
  readonly requestId: string
  /** Has ended. */
  readonly batchId: string
  /** An hour ago and in an hour. */
  readonly since: string
  readonly until: string
}

const apiKey = "sk_of_three_doors"
const adminToken = "an operator's token that nobody guesses"

/** Watches a page that changes, and tells a receiver. */
const watch = async (
  kittiwake: Kittiwake,
  client: ContextDev,
  watched: Awaited<ReturnType<typeof page>>,
  hook: string
) => {
  const { data: made, response } = await client.monitors
    .create({
      name: "Door",
      target: { type: "page", url: watched.url },
      change_detection: { type: "exact" },
      schedule: { type: "interval", frequency: 6, unit: "hours" },
      tags: ["seen"],
      webhook: { url: hook, events: ["change.detected", "run.completed"], retry: {} }
    })
    .withResponse()
  await kittiwake.runDue()
  watched.change("Closed")
  const { run_id } = await kittiwake.monitors.runNow(made.id)
  await kittiwake.runDue()
  const [change] = (await kittiwake.monitors.changes({ monitor_id: made.id })).data
  const [delivery] = (await kittiwake.webhooks.list({ run_id })).data
  return {
    monitorId: made.id,
    runId: run_id,
    changeId: change?.id ?? "",
    versionIds: (await kittiwake.monitors.versions(made.id)).data.map(({ id }) => id),
    deliveryId: delivery?.id ?? "",
    requestId: response.headers.get("x-request-id") ?? ""
  }
}

/** Reads two pages, one of which is not there. */
const readSome = async (kittiwake: Kittiwake, shop: string) => {
  const urls = [{ url: shop, itemId: "first", meta: { n: 1 } }, `${shop}/nowhere`]
  const { id } = await kittiwake.batches.submit({
    input: { mode: "scrape", data: { format: "markdown", urls } },
    tags: ["seen"]
  })
  while ((await kittiwake.batches.get(id)).status !== "completed") await kittiwake.runDue()
  return { batchId: id }
}

/** Opens everything; close it with the stack. */
export const openDoors = async (closing: AsyncDisposableStack): Promise<Opened> => {
  const shop = closing.use(await teaShop())
  const listed = closing.use(
    await documents({
      "/sitemap.xml":
        "<urlset><url><loc>http://127.0.0.1/a</loc></url><url><loc>http://127.0.0.1/b</loc></url></urlset>"
    })
  )
  const forbidden = closing.use(await site((_request, response) => response.end("never")))
  const watched = closing.use(await page("Open"))
  const receiver = closing.use(await site((_request, response) => response.writeHead(204).end()))
  const kittiwake = closing.use(
    await Kittiwake.open({
      memory: true,
      worker: false,
      apiKey,
      adminToken,
      plan: "enterprise",
      egressAllow: [shop, listed, watched, receiver].map(({ address }) => address),
      ...browserOptions
    })
  )
  const server = createServer(kittiwake.nodeHandler)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  closing.defer(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const requests: Array<string> = []
  const client = new ContextDev({
    apiKey,
    baseURL: `${url}/v1`,
    maxRetries: 0,
    fetch: (input, init) => {
      requests.push(`${init?.method?.toUpperCase() ?? "GET"} ${new URL(String(input)).pathname}`)
      return fetch(input, init)
    }
  })
  const [first] = await kittiwake.keys.list()
  return {
    kittiwake,
    client,
    requests,
    url,
    apiKey,
    adminToken,
    shop: shop.url,
    forbidden: forbidden.url,
    listed: listed.url,
    receiver: receiver.url,
    organizationId: first?.organization_id ?? "",
    ...(await watch(kittiwake, client, watched, receiver.url)),
    ...(await readSome(kittiwake, shop.url)),
    since: new Date(Date.now() - 3_600_000).toISOString(),
    until: new Date(Date.now() + 3_600_000).toISOString()
  }
}
