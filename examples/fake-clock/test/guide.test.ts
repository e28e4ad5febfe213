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
  const events = await kit.inbox.events()
  await kit.close()
  assert.deepStrictEqual(others, [])
  assert.strictEqual(change?.summary, 'Changed "10 €" to "12 €".')
  assert.strictEqual(events.filter(({ event }) => event === "change.detected").length, 1)
  assert.isTrue(events.every(({ verified }) => verified))
}, 30_000)
