import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Kittiwake } from "kittiwake"
import { Webhook } from "standardwebhooks"
import { makeReceiver, type ReceivedEvent } from "../src/makeReceiver.ts"

const secret = `whsec_${"0123456789abcdef".repeat(4)}`

const serve = async (listener: Parameters<typeof createServer>[1]) => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

const body = JSON.stringify({ id: "evt_1", event: "change.detected", data: {} })

const signed = (at: Date, signedBody = body): Record<string, string> => ({
  "webhook-id": "evt_1",
  "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
  "webhook-signature": new Webhook(secret).sign("evt_1", at, signedBody)
})

const post = (address: string, headers: Record<string, string>) =>
  fetch(`http://${address}/`, { method: "POST", headers, body })

describe("a receiver of webhooks", () => {
  it("takes a signed event once, however often it arrives", async () => {
    const events: Array<ReceivedEvent> = []
    await using receiver = await serve(makeReceiver(secret, (event) => events.push(event)))
    assert.strictEqual((await post(receiver.address, signed(new Date()))).status, 204)
    assert.strictEqual((await post(receiver.address, signed(new Date()))).status, 204)
    assert.deepStrictEqual(
      events.map(({ id }) => id),
      ["evt_1"]
    )
  })

  it("refuses a body that was changed, an old signature and no signature", async () => {
    const events: Array<ReceivedEvent> = []
    await using receiver = await serve(makeReceiver(secret, (event) => events.push(event)))
    assert.strictEqual((await post(receiver.address, signed(new Date(), `${body} `))).status, 401)
    assert.strictEqual((await post(receiver.address, signed(new Date(Date.now() - 600_000)))).status, 401)
    assert.strictEqual((await post(receiver.address, {})).status, 401)
    assert.deepStrictEqual(events, [])
  })

  it("stands in the guide as it is", async () => {
    const here = (path: string) => readFile(new URL(path, import.meta.url), "utf8")
    const [guide, source] = await Promise.all([
      here("../../../docs/guides/verify-webhooks.md"),
      here("../src/makeReceiver.ts")
    ])
    const [, shown = ""] = /^```ts\n([\s\S]*?)^```$/m.exec(guide) ?? []
    const paragraphs = shown.trim().split(/\n\n(?=const|\/\*\*)/)
    assert.isAbove(paragraphs.length, 2)
    for (const paragraph of paragraphs) assert.include(source, paragraph)
  })

  it("takes a test only with the secret of the webhook", async () => {
    const events: Array<ReceivedEvent> = []
    let listener = makeReceiver(secret, () => {})
    await using receiver = await serve((request, response) => listener(request, response))
    await using kittiwake = await Kittiwake.open({ memory: true, worker: false, egressAllow: [receiver.address] })
    const monitor = await kittiwake.monitors.create({
      name: "Door",
      target: { type: "page", url: `http://${receiver.address}/` },
      webhook: { url: `http://${receiver.address}/hook` }
    })
    const refused = await kittiwake.monitors.testWebhook(monitor.id)
    assert.deepStrictEqual([refused.acknowledged, refused.http_status], [false, 401])
    assert.include(refused.advice, "compare its secret with that of the webhook")
    listener = makeReceiver(monitor.webhook?.secret ?? "", (event) => events.push(event))
    const taken = await kittiwake.monitors.testWebhook(monitor.id)
    assert.deepStrictEqual([taken.acknowledged, taken.advice], [true, null])
    const given = { url: monitor.webhook?.url ?? "", secret: monitor.webhook?.secret ?? "" }
    assert.isTrue((await kittiwake.webhooks.test(given)).acknowledged)
    assert.deepStrictEqual([events.length, events[0]?.id], [2, taken.event_id])
  })

  it("takes what Kittiwake sends about a change", async () => {
    let text = "Open"
    const events: Array<ReceivedEvent> = []
    await using page = await serve((_request, response) => {
      response.setHeader("content-type", "text/html").end(`<main>${text}</main>`)
    })
    let listener = makeReceiver(secret, () => {})
    await using receiver = await serve((request, response) => listener(request, response))
    const egressAllow = [page.address, receiver.address]
    await using kittiwake = await Kittiwake.open({ memory: true, worker: false, egressAllow })
    const monitor = await kittiwake.monitors.create({
      name: "Door",
      target: { type: "page", url: `http://${page.address}/` },
      webhook: { url: `http://${receiver.address}/` }
    })
    listener = makeReceiver(monitor.webhook?.secret ?? "", (event) => events.push(event))
    await kittiwake.runDue()

    text = "Closed"
    await kittiwake.monitors.runNow(monitor.id)
    await kittiwake.runDue()
    assert.deepStrictEqual(
      events.map(({ data, event }) => [event, data.change?.summary]),
      [["change.detected", 'Changed "Open" to "Closed".']]
    )
  })
})
