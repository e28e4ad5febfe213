/** What the guide on testing shows. */
import { assert, it } from "@effect/vitest"
import { TestKit } from "@kittiwake/core/testing"

it("a week without a change, and a change that is told once", async () => {
  const kit = await TestKit.make({ credits: 10_000 })
  await kit.web.page("https://shop.example/tea", "<h1>Tea</h1><p>10 €</p>")
  const { monitor } = await kit.monitors.create({
    url: "https://shop.example/tea",
    webhook: "https://hooks.example/in"
  })

  await kit.clock.advance("7 days") // 168 hourly looks, in a moment
  await kit.web.page("https://shop.example/tea", "<h1>Tea</h1><p>12 €</p>")
  await kit.clock.advance("2 hours")

  const [change, ...others] = await kit.monitors.changes(monitor.id)
  // Every run is told too, as run.completed; each event has `verified`.
  const events = (await kit.inbox.events()).filter(({ event }) => event === "change.detected")
  const told = await kit.inbox.events()
  await kit.close()
  assert.deepStrictEqual(others, [])
  assert.strictEqual(change?.summary, 'Changed "10 €" to "12 €".')
  assert.lengthOf(events, 1)
  assert.isTrue(told.length > 168 && told.every(({ verified }) => verified))
}, 30_000)

it("a webhook that is told of changes alone, and a test of it", async () => {
  const kit = await TestKit.make({ credits: 10_000 })
  await kit.web.page("https://shop.example/tea", "<h1>Tea</h1><p>10 €</p>")
  const { monitor } = await kit.monitors.create({
    url: "https://shop.example/tea",
    webhook: { url: "https://hooks.example/in", events: ["change.detected"], retry: null }
  })
  await kit.clock.advance("1 day")
  assert.deepStrictEqual(await kit.inbox.events(), [])
  const test = await kit.monitors.testWebhook(monitor.id)
  const [event, ...others] = await kit.inbox.events()
  await kit.close()
  assert.deepStrictEqual([event?.id, event?.verified, others], [test.eventId, true, []])
}, 30_000)
