import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { eventually } from "../../../test/endToEnd/eventually.ts"
import { needsBrowserHere } from "../../../test/setup/browser.ts"
import { needing } from "../../../test/setup/needs.ts"
import { edit, watch } from "./support/changes.ts"
import { operatorEnv, showOperator } from "./support/operator.ts"
import { openReceiver, type Receiver } from "./support/receiver.ts"
import { assertAccessible, assertFits, openStage, type Stage, storagesOf } from "./support/Stage.ts"

const timeout = 120_000

const hostile = `<img src=x onerror="document.title='owned'"> {{7*7}} ${"very ".repeat(28)}long`

/** Sends again what the one place did not take. To close what tells of that before it was sent would end it. */
const sendAgain = async (page: Page) => {
  await page
    .getByRole("region", { name: "What needs you" })
    .getByRole("button", { name: /^Send again/ })
    .click()
  await page.getByText("1 delivery is on the way again.").waitFor()
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click()
}

for (const [name, open] of await storagesOf("home")) {
  describe(`home on ${name}`, { ...needsBrowserHere, ...needing({ Postgres: open !== null }) }, () => {
    let stage: Stage
    let receiver: Receiver
    /** Another, which is down until it is mended. */
    let down: Receiver
    let failing: { readonly id: string }

    /** A monitor of a page that is not there, and one whose events nobody takes. */
    const trouble = async () => {
      const monitor = await stage.call<{ readonly id: string }>("POST", "/v1/monitors", {
        name: hostile,
        target: { type: "page", url: stage.site.pageUrl("missing") },
        change_detection: { type: "exact" },
        schedule: { type: "interval", frequency: 1, unit: "hours" }
      })
      await watch(stage, "jobs", "Cook", { webhook: { url: `${receiver.url}/refused`, events: ["run.completed"] } })
      return eventually(
        () => stage.call<{ readonly id: string; readonly status: string }>("GET", `/v1/monitors/${monitor.id}`),
        ({ status }) => status === "failed"
      )
    }

    beforeAll(async () => {
      if (open === null) return
      receiver = await openReceiver()
      down = await openReceiver()
      stage = await openStage(open, { env: operatorEnv, outside: [receiver, down] })
    }, timeout)

    afterAll(async () => {
      await stage?.[Symbol.asyncDispose]()
      await receiver?.[Symbol.asyncDispose]()
      await down?.[Symbol.asyncDispose]()
    }, timeout)

    it("teaches the first step while nothing is watched", { timeout }, async () => {
      stage.site.show("first", "Soup of the day: leek")
      await using shown = await stage.show()
      const { open, page } = shown
      await open("/")
      await page.getByText("npx kittiwake demo").waitFor()
      await page.getByText("The look itself costs 1 credit.").waitFor()
      if (name === "SQLite") await assertAccessible(page)
      await page.getByLabel("Address").fill(stage.site.pageUrl("first"))
      await page.getByRole("button", { name: "Look at it" }).click()
      await page.getByRole("heading", { level: 1, name: "Watch something" }).waitFor()
      assert.include(decodeURIComponent(page.url()), stage.site.pageUrl("first"))
      await page.getByText("Two looks saw the same.").waitFor()
      // Nobody asked for another by loading the form anew.
      await page.reload()
      await page.getByText("Type an address and press “Look at it now”").waitFor()
      assert.deepStrictEqual(shown.faults, [])
    })

    it("keeps the way to the screens where there is none, and says which keys this machine has", {
      timeout
    }, async () => {
      await using shown = await stage.show()
      const { open, page } = shown
      for (const path of ["/new", "/monitors/one/two/three"]) {
        await open(path)
        await page.getByRole("alert").waitFor()
        await page.getByRole("navigation").getByRole("link", { name: "Monitors" }).waitFor()
        await page.locator("main").getByRole("link", { name: "Home" }).waitFor()
      }
      await page.getByText("Ctrl K").waitFor()
      await page.locator("main").getByRole("link", { name: "Home" }).click()
      await page.getByRole("heading", { level: 1, name: "Home" }).waitFor()
      // Two pixels of a ring stand one beside a field that has the focus.
      await open("/playground")
      const field = page.getByLabel("Find an operation")
      await field.focus()
      const room = await field.evaluate((one) => {
        const [inner, outer] = [one.getBoundingClientRect(), one.closest("nav")!.getBoundingClientRect()]
        return [inner.left - outer.left, inner.top - outer.top]
      })
      assert.isTrue(
        room.every((pixels) => pixels >= 3),
        String(room)
      )
      assert.deepStrictEqual(shown.faults, [])
    })

    it("shows the system to the operator, and tells others whose it is", { timeout }, async () => {
      await using other = await stage.show({ width: 390, height: 844, locale: "de-DE" })
      await other.open("/system")
      await other.page.getByText("Das System sieht nur, wer die Installation betreibt.").waitFor()
      assert.strictEqual(await other.page.getByRole("link", { name: "System" }).count(), 0)
      await using shown = await showOperator(stage)
      const { open, page } = shown
      await open("/keys")
      await page.getByRole("link", { name: "System" }).waitFor()
      await page.keyboard.press("g")
      await page.keyboard.press("s")
      await page.getByRole("heading", { level: 1, name: "System" }).waitFor()
      const line = (region: string, text: RegExp) =>
        page
          .getByRole("region", { name: region, exact: true })
          .getByRole("listitem")
          .filter({ hasText: text })
          .waitFor()
      await line("Work that waits", /Runs of monitors/)
      await line("Worker", /Sends events.*alive/)
      await line("Checks of /ready", /Database.*passes/)
      await line("Storage", name === "SQLite" ? /\(SQLite\).*B/ : /\(Postgres\).*B/)
      await line("Memory", /Held by calls.* of /)
      // The doctor takes seconds, and says the same on every storage.
      if (name === "SQLite") {
        await page.getByText(/Looked/).waitFor({ timeout: 60_000 })
        await line("What the doctor says", /^works\s*database/i)
        await line("Settings that are missing", /KITTIWAKE_LLM_URL/)
        await assertAccessible(page)
      }
      assert.deepStrictEqual(shown.faults, [])
    })

    it("says in a line that everything works, then what changed, what is left and what comes next", {
      timeout
    }, async () => {
      const monitor = await watch(stage, "tea", "Tea costs 10 euro")
      await edit(stage, monitor, "tea", "Tea costs 12 euro")
      await using shown = await stage.show()
      const { open, page } = shown
      await open("/keys")
      await page.getByRole("heading", { level: 1, name: "Keys" }).waitFor()
      await page.keyboard.press("g")
      await page.keyboard.press("h")
      await page.getByRole("heading", { level: 1, name: "Everything works." }).waitFor()
      await page.getByText(/^1 monitor, last look /).waitFor()
      const { data } = await stage.call<{ data: ReadonlyArray<{ title: string }> }>("GET", "/v1/monitors/changes")
      const changes = page.getByRole("region", { name: "New changes" })
      await changes.getByText(data[0]?.title ?? "?").waitFor()
      await changes.getByRole("link", { name: "All 1 in the inbox" }).waitFor()
      await page.getByRole("region", { name: "Credits" }).getByText("Left").waitFor()
      await page.getByRole("region", { name: "Next looks" }).getByRole("link", { name: "Page tea" }).waitFor()
      assert.deepStrictEqual(shown.faults, [])
    })

    it("says what needs a person as it happens, does it, and says when all works again", { timeout }, async () => {
      await using shown = await stage.show()
      const { open, page } = shown
      await open("/")
      await page.getByRole("heading", { level: 1, name: "Everything works." }).waitFor()
      failing = await trouble()
      const needs = page.getByRole("region", { name: "What needs you" })
      await page.getByRole("heading", { level: 1, name: "2 things need you." }).waitFor()
      await needs.getByRole("link", { name: hostile }).waitFor()
      await needs.getByText("It cannot be read: ").waitFor()
      assert.strictEqual(await page.locator("#content img").count(), 0)
      assert.notInclude(await page.title(), "owned")
      await needs.getByText("The receiver answered 500.").waitFor()
      receiver.mend()
      await sendAgain(page)
      await page.getByRole("heading", { level: 1, name: "One thing needs you." }).waitFor()
      await needs.getByRole("button", { name: /^Run now/ }).click()
      await page.getByText("A run is on its way.").waitFor()
      assert.deepStrictEqual(shown.faults, [])
    })

    if (name === "SQLite")
      it("counts what needs somebody when it is listed, and not before", { timeout }, async () => {
        await using shown = await stage.show()
        const { open, page } = shown
        const listed = Promise.withResolvers<void>()
        await page.route(/\/v1\/monitors\?.*status=failed/, async (route) => {
          await listed.promise
          await route.continue()
        })
        await open("/")
        await page.getByText(/last look/).waitFor()
        const heading = page.getByRole("heading", { level: 1 })
        await page.waitForTimeout(500)
        assert.notMatch((await heading.textContent()) ?? "", /needs? you/)
        listed.resolve()
        await page.getByRole("heading", { level: 1, name: "One thing needs you." }).waitFor()
        await page.getByRole("region", { name: "What needs you" }).getByRole("listitem").first().waitFor()
      })

    if (name === "SQLite")
      it("can be read by everybody, wide and narrow", { timeout }, async () => {
        await using wide = await stage.show()
        await wide.open("/")
        await wide.page.getByRole("heading", { level: 1, name: "One thing needs you." }).waitFor()
        await assertAccessible(wide.page)
        const long = await watch(stage, "long", "Tea costs 10 euro", { name: "and more of it ".repeat(12) })
        await edit(stage, long, "long", "Tea costs 12 euro")
        await using narrow = await stage.show({ width: 360, height: 740, locale: "de-DE" })
        await narrow.open("/")
        await narrow.page.getByRole("heading", { level: 1, name: "Eine Sache braucht Sie." }).waitFor()
        await assertAccessible(narrow.page)
        await narrow.page.getByText("Tea costs").first().waitFor()
        await assertFits(narrow.page)
        await stage.call("DELETE", `/v1/monitors/${long.id}`)
      })

    it("says that everything works once nothing needs anybody", { timeout }, async () => {
      await using shown = await stage.show()
      const { open, page } = shown
      await open("/")
      await page.getByRole("heading", { level: 1, name: "One thing needs you." }).waitFor()
      await stage.call("DELETE", `/v1/monitors/${failing.id}`)
      await page.getByRole("heading", { level: 1, name: "Everything works." }).waitFor()
      assert.deepStrictEqual(shown.faults, [])
    })

    it("says what a place has not taken at several attempts, and when it is asked again", { timeout }, async () => {
      await using shown = await stage.show()
      const { open, page } = shown
      const webhook = { url: `${down.url}/in`, events: ["run.completed"], retry: { delays_seconds: [1, 7_200, 7_200] } }
      const monitor = await watch(stage, "soup", "Leek", { webhook })
      await open("/")
      await page.getByRole("heading", { level: 1, name: "One thing needs you." }).waitFor()
      const needs = page.getByRole("region", { name: "What needs you" })
      const host = new URL(down.url).host
      await needs.getByRole("link", { name: `1 event has not reached ${host} yet` }).waitFor()
      await needs
        .getByText(/The next one comes by itself, in 2 hr\. The last one: The receiver answered 500\./)
        .waitFor()
      if (name === "SQLite") await assertAccessible(page)
      // Asked for by hand while it is down, it is not given up: the plan goes on.
      const before = down.count()
      await sendAgain(page)
      await eventually(
        async () => down.count(),
        (count) => count > before
      )
      await needs.getByText(/The next one comes by itself, in 2 hr\./).waitFor()
      await needs.getByRole("link", { name: `1 event has not reached ${host} yet` }).click()
      await page.getByRole("row").filter({ hasText: "will try again" }).waitFor()
      await page.goBack()
      down.mend()
      await sendAgain(page)
      await page.getByRole("heading", { level: 1, name: "Everything works." }).waitFor()
      await stage.call("DELETE", `/v1/monitors/${monitor.id}`)
      assert.deepStrictEqual(shown.faults, [])
    })

    it("tells the next looks of all monitors, and not of the newest alone", { timeout }, async () => {
      stage.site.show("many", "Many things")
      for (let n = 0; n < 101; n++) {
        await stage.call("POST", "/v1/monitors", {
          name: `Weekly ${n}`,
          target: { type: "page", url: stage.site.pageUrl("many") },
          change_detection: { type: "exact" },
          schedule: { type: "interval", frequency: 7, unit: "days" }
        })
      }
      await using shown = await stage.show()
      const { open, page } = shown
      await open("/")
      await page.getByText(/^103 monitors, last look /).waitFor()
      const next = page.getByRole("region", { name: "Next looks" }).getByRole("listitem")
      // Both are looked at within the hour, and all others in a week, once they were looked at for the first time.
      await eventually(
        () => next.allTextContents(),
        (all) => ["Page tea", "Page jobs"].every((name) => all.slice(0, 2).some((one) => one.includes(name)))
      )
      assert.strictEqual(await next.count(), 5)
      assert.deepStrictEqual(shown.faults, [])
    })
  })
}
