import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { eventually } from "../../../test/endToEnd/eventually.ts"
import { needsBrowserHere } from "../../../test/setup/browser.ts"
import { needing } from "../../../test/setup/needs.ts"
import { edit, watch } from "./support/changes.ts"
import { openReceiver, type Receiver } from "./support/receiver.ts"
import { assertAccessible, assertFits, openStage, type Stage, storagesOf } from "./support/Stage.ts"

const timeout = 120_000

interface Delivery {
  readonly id: string
  readonly status: string
}

for (const [name, open] of await storagesOf("deliveries")) {
  describe(`deliveries on ${name}`, { ...needsBrowserHere, ...needing({ Postgres: open !== null }) }, () => {
    let stage: Stage
    let receiver: Receiver
    let taken: Delivery
    let refused: ReadonlyArray<Delivery>

    const settled = async (monitorId: string, count: number): Promise<ReadonlyArray<Delivery>> => {
      const { data } = await eventually(
        () =>
          stage.call<{ data: ReadonlyArray<Delivery> }>("POST", "/v1/webhooks/deliveries", {
            type: "monitor",
            monitor_id: monitorId
          }),
        (answer) =>
          answer.data.length === count &&
          answer.data.every(({ status }) => status === "failed" || status === "delivered")
      )
      return data
    }

    beforeAll(async () => {
      if (open === null) return
      receiver = await openReceiver()
      stage = await openStage(open, { outside: [receiver] })
      const hooked = (path: string) => ({
        webhook: { url: `${receiver.url}${path}`, events: ["change.detected", "run.completed"] }
      })
      const tea = await watch(stage, "tea", "Tea costs 10 euro", hooked("/taken"))
      const jobs = await watch(stage, "jobs", "Cook", { ...hooked("/refused"), name: "<b>Jobs</b> {{7*7}}" })
      await edit(stage, jobs, "jobs", "Cook &lt;script&gt;document.title='owned'&lt;/script&gt;")
      taken = (await settled(tea.id, 1))[0] as Delivery
      refused = await settled(jobs.id, 3)
    }, timeout)

    afterAll(async () => {
      await stage?.[Symbol.asyncDispose]()
      await receiver?.[Symbol.asyncDispose]()
    }, timeout)

    it("shows what a receiver said that refused it, and that the signatures were right", { timeout }, async () => {
      await using shown = await stage.show()
      const { open, page } = shown
      await open("/deliveries?status=failed")
      const rows = page.getByRole("row").filter({ hasText: "failed" })
      await rows.first().waitFor()
      assert.strictEqual(await rows.count(), 3)
      await page.getByRole("link", { name: "<b>Jobs</b> {{7*7}}" }).first().waitFor()
      await page.keyboard.press("j")
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "Attempts" }).waitFor()
      await page.getByText("HTTP 500").first().waitFor()
      await page.getByText('relation "orders" does not exist').waitFor()
      const forms = page.getByRole("listitem").filter({ hasText: /X-Service-Signature|Standard Webhooks/ })
      await forms.first().waitFor()
      for (const one of await forms.allTextContents()) assert.include(one, "right")
      await page.getByText(/^\d+ headers$/).click()
      await page.getByText(/webhook-signature: v1,/).waitFor()
      assert.notStrictEqual(await page.title(), "owned")
      assert.strictEqual(await page.locator("#content img, #content script").count(), 0)
      assert.deepStrictEqual(shown.faults, [])
    })

    if (name === "SQLite")
      it("checks a signature with a secret that is typed in, and says that another is wrong", { timeout }, async () => {
        const key = await stage.call<{ key?: string }>("GET", `/v1/webhooks/deliveries/${taken.id}`)
        assert.isDefined(key)
        await using shown = await stage.show()
        const { open, page } = shown
        // As for a key that may not see the secret.
        await page.route("**/v1/monitors/mon_*", async (route) => {
          const response = await route.fetch()
          const body = (await response.json()) as { webhook: { secret?: string } }
          const { secret: _, ...webhook } = body.webhook
          await route.fulfill({ response, json: { ...body, webhook } })
        })
        await open(`/deliveries/${taken.id}`)
        await page.getByLabel("Secret").fill(`whsec_${"0".repeat(64)}`)
        const forms = page.getByRole("listitem").filter({ hasText: /X-Service-Signature|Standard Webhooks/ })
        await forms.first().waitFor()
        for (const one of await forms.allTextContents()) assert.include(one, "does not match")
      })

    if (name === "SQLite")
      it("sends one again that had arrived, once that was said to be meant", { timeout }, async () => {
        await using shown = await stage.show()
        const { open, page } = shown
        await open(`/deliveries/${taken.id}`)
        await page.getByRole("button", { name: "Send again" }).click()
        await page.getByRole("button", { name: "Send once more" }).click()
        await page.getByRole("button", { name: /^Attempt 2/ }).waitFor()
        await page
          .getByRole("button", { name: /^Attempt 2/ })
          .filter({ hasText: "by hand" })
          .waitFor()
        assert.deepStrictEqual(shown.faults, [])
      })

    if (name === "SQLite")
      it("can be read by everybody, wide and narrow", { timeout }, async () => {
        await using wide = await stage.show()
        await wide.open("/deliveries")
        await wide.page.getByRole("heading", { name: "Places" }).waitFor()
        await assertAccessible(wide.page)
        await wide.open(`/deliveries/${refused[0]?.id}`)
        await wide.page.getByText("Standard Webhooks").waitFor()
        await assertAccessible(wide.page)
        await using narrow = await stage.show({ width: 360, height: 740, locale: "de-DE" })
        await narrow.open("/deliveries")
        await narrow.page.getByRole("heading", { name: "Ziele" }).waitFor()
        await assertAccessible(narrow.page)
        await assertFits(narrow.page)
        await narrow.open(`/deliveries/${refused[0]?.id}`)
        await narrow.page.getByRole("heading", { name: "Versuche" }).waitFor()
        assert.isAtMost(await narrow.page.evaluate<number>("document.getElementById('content').scrollWidth"), 360)
      })

    it("sends all that failed again, and says what was refused", { timeout }, async () => {
      await using shown = await stage.show()
      const { open, page } = shown
      receiver.mend()
      await open("/deliveries")
      await page.getByRole("button", { name: "Send all failed again" }).click()
      await page.getByText("3 deliveries are on the way again.").waitFor()
      await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click()
      for (const { id } of refused) {
        await eventually(
          () => stage.call<Delivery>("GET", `/v1/webhooks/deliveries/${id}`),
          ({ status }) => status === "delivered"
        )
      }
      await page.getByRole("row").filter({ hasText: "failed" }).first().waitFor({ state: "detached" })
      // What arrived is selected by hand, and refused without being forced.
      await page.getByLabel("Select all that are shown").check()
      await page.getByRole("button", { name: "Send 4 deliveries again" }).click()
      await page.getByText("4 had arrived").waitFor()
      assert.deepStrictEqual(shown.faults, [])
    })

    if (name === "SQLite")
      it("takes a test in the built-in inbox, says what its signature is, and is emptied", { timeout }, async () => {
        await using shown = await stage.show()
        const { open, page } = shown
        await open("/deliveries?tab=inbox")
        await page.getByText("Nothing has arrived.").waitFor()
        await page.getByText(`${stage.server.url}/inbox/own`).waitFor()
        await page.getByRole("button", { name: "Send a test" }).click()
        const row = page.getByRole("option").first()
        await row.getByText("nobody's webhook").waitFor()
        await row.click()
        await page
          .getByRole("article")
          .getByText(/"event": "/)
          .waitFor()
        assert.include(page.url(), "event=inb_")
        await assertAccessible(page)
        await page.getByRole("button", { name: "Empty it" }).click()
        await page.getByRole("dialog").getByRole("button", { name: "Empty it" }).click()
        await page.getByText("Nothing has arrived.").waitFor()
        assert.deepStrictEqual(shown.faults, [])
      })

    if (name === "SQLite")
      it("teaches the first step where nothing was sent, and keeps its filters in the address", {
        timeout
      }, async () => {
        await using shown = await stage.show()
        const { open, page } = shown
        await open("/deliveries?source=batch")
        await page.getByText("Nothing was sent yet.").waitFor()
        await open("/deliveries")
        await page.getByLabel("Status", { exact: true }).selectOption("cancelled")
        await page.getByText("No delivery is like this.").waitFor()
        assert.include(page.url(), "status=cancelled")
        await page.getByRole("button", { name: "Clear filters" }).click()
        await page.getByRole("row").nth(1).waitFor()
        assert.notInclude(page.url(), "status=")
      })
  })
}
