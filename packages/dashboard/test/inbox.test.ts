import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { eventually } from "../../../test/endToEnd/eventually.ts"
import { needsBrowserHere } from "../../../test/setup/browser.ts"
import { needing } from "../../../test/setup/needs.ts"
import { edit, watch } from "./support/changes.ts"
import { assertAccessible, assertFits, openStage, type Stage, storagesOf } from "./support/Stage.ts"

const timeout = 300_000

const hostile = `<img src=x onerror="document.title='owned'"> <script>document.title='owned'</script> {{7*7}}`

const rows = (page: Page) => page.getByRole("listbox", { name: "Inbox" }).getByRole("option")

for (const [name, open] of await storagesOf("inbox")) {
  describe(`the inbox on ${name}`, { ...needsBrowserHere, ...needing({ Postgres: open !== null }) }, () => {
    let stage: Stage
    let changeId: string

    const triage = () =>
      stage.call<{ triage: string }>("GET", `/v1/monitors/changes/${changeId}`).then((change) => change.triage)

    beforeAll(async () => {
      if (open === null) return
      stage = await openStage(open)
      const monitor = await watch(stage, "prices", "Tea costs 10 euro")
      changeId = await edit(stage, monitor, "prices", "Tea costs 12 euro")
    }, timeout)

    afterAll(async () => {
      await stage?.[Symbol.asyncDispose]()
    }, timeout)

    it("asks who has no session for a key, says what is wrong with one, and goes where one wanted to", {
      timeout
    }, async () => {
      await using shown = await stage.show({ isSignedIn: false })
      const { open, page } = shown
      await open("/inbox?show=all")
      await page.getByLabel("API key or operator token").fill("sk_of_nobody")
      await page.getByRole("button", { name: "Sign in" }).click()
      await page.getByRole("alert").getByText("No key and no operator token is like this").waitFor()
      const key = (stage.server.headers.authorization ?? "").replace("Bearer ", "")
      await page.getByLabel("API key or operator token").fill(key)
      await page.getByRole("button", { name: "Sign in" }).click()
      await rows(page).first().waitFor()
      assert.include(page.url(), "show=all")
      assert.notInclude(await page.evaluate("JSON.stringify(localStorage) + document.cookie"), key)
      assert.deepStrictEqual(shown.faults, [])
    })

    it("shows a change in a sentence beside its difference, and takes it as done with a key", { timeout }, async () => {
      await using shown = await stage.show()
      const { open, page } = shown
      await open("/inbox")
      const row = rows(page).first()
      await row.waitFor()
      await page.keyboard.press("j")
      await page.getByRole("tab", { name: "Text" }).waitFor()
      const marked = await page.locator("mark").allTextContents()
      assert.deepStrictEqual(marked, ["10", "12"])
      await page.getByRole("tab", { name: "Page", exact: true }).click()
      const kept = page.getByRole("tabpanel").locator(".whitespace-pre-wrap")
      await kept.waitFor()
      assert.strictEqual(await kept.textContent(), "Tea costs 12 euro")
      await page.getByRole("tab", { name: "Why" }).click()
      await page.getByRole("list", { name: "What the run did" }).waitFor()
      assert.include(page.url(), "tab=why")
      await page.keyboard.press("e")
      await page.getByText("All done.").waitFor()
      // The screen shows it before the server has answered.
      await eventually(
        () => stage.call<{ triage: string }>("GET", `/v1/monitors/changes/${changeId}`),
        ({ triage }) => triage === "done"
      )
      await page.getByRole("button", { name: "Undo" }).click()
      await row.waitFor()
      assert.deepStrictEqual(shown.faults, [])
    })

    if (name === "SQLite")
      it("lets an act be taken back for a while after the server has taken it, however late that is", {
        timeout
      }, async () => {
        await using shown = await stage.show()
        const { open, page } = shown
        await stage.call("PATCH", `/v1/monitors/changes/${changeId}`, { triage: "open" })
        await page.clock.install()
        const answering = Promise.withResolvers<void>()
        await page.route("**/v1/monitors/changes/*", async (route) => {
          if (route.request().method() === "PATCH") await answering.promise
          return route.fallback()
        })
        await open(`/inbox?change=${changeId}`)
        await page.getByRole("tab", { name: "Text" }).waitFor()
        await page.keyboard.press("e")
        const undo = page.getByRole("button", { name: "Undo" })
        await undo.waitFor()
        await page.clock.fastForward(20_000)
        assert.isTrue(await undo.isVisible())
        answering.resolve()
        await eventually(triage, (one) => one === "done")
        await undo.click()
        await eventually(triage, (one) => one === "open")
        await page.keyboard.press("e")
        await undo.waitFor()
        await eventually(triage, (one) => one === "done")
        await page.clock.fastForward(20_000)
        await undo.waitFor({ state: "hidden" })
        assert.deepStrictEqual(shown.faults, [])
      })

    if (name === "SQLite")
      it("shows what changes meanwhile without being asked", { timeout }, async () => {
        await using shown = await stage.show()
        const { open, page } = shown
        await open("/inbox?show=all")
        await rows(page).first().waitFor()
        const monitor = await watch(stage, "news", "Nothing happened")
        await edit(stage, monitor, "news", hostile.replaceAll("<", "&lt;"))
        const row = rows(page).filter({ hasText: "Page news" })
        await row.waitFor()
        await row.click()
        await page.getByRole("region", { name: "What differs" }).waitFor()
        assert.include(await page.getByRole("region", { name: "What differs" }).textContent(), "onerror=")
        assert.notStrictEqual(await page.title(), "owned")
        assert.strictEqual(await page.locator("img").count(), 0)
        assert.deepStrictEqual(shown.faults, [])
      })

    if (name === "SQLite")
      it("says that an act failed, keeps the order of acts, and acts on a change that has left the list", {
        timeout
      }, async () => {
        await using shown = await stage.show()
        const { open, page } = shown
        await stage.call("PATCH", `/v1/monitors/changes/${changeId}`, { triage: "open" })
        await open(`/inbox?change=${changeId}`)
        await page.getByRole("tab", { name: "Text" }).waitFor()
        // One handler from first to last: what is sent while another takes its place may pass both.
        let refuses = true
        const patches: Array<string> = []
        await page.route("**/v1/monitors/changes/*", async (route) => {
          if (route.request().method() !== "PATCH") return route.fallback()
          if (refuses) return route.fulfill({ status: 500, body: "{}" })
          patches.push(route.request().postData() ?? "")
          // The first call is held up until the second was sent, had it not to wait for its turn.
          if (patches.length === 1) await page.getByRole("button", { name: "Undo" }).click()
          return route.fallback()
        })
        await page.keyboard.press("e")
        await page.getByText("That did not work.").waitFor()
        assert.strictEqual(await triage(), "open")
        refuses = false
        await page.keyboard.press("e")
        await eventually(
          () => Promise.resolve(patches.length),
          (count) => count === 2
        )
        await page
          .getByText("New again.")
          .or(page.getByText("Done.", { exact: true }))
          .first()
          .waitFor({ state: "hidden" })
        await eventually(triage, (one) => one === "open")
        await stage.call("PATCH", `/v1/monitors/changes/${changeId}`, { triage: "done" })
        await open(`/inbox?change=${changeId}`)
        await page.getByRole("button", { name: "Make new again" }).first().click()
        await eventually(triage, (one) => one === "open")
        await page.locator(`[data-row="${changeId}"]`).waitFor()
        // What somebody does elsewhere is seen without being asked for.
        await stage.call("PATCH", `/v1/monitors/changes/${changeId}`, { triage: "done" })
        await page.locator(`[data-row="${changeId}"]`).waitFor({ state: "detached" })
        await stage.call("PATCH", `/v1/monitors/changes/${changeId}`, { triage: "open" })
        assert.deepStrictEqual(shown.faults, [])
      })

    if (name === "SQLite")
      it("can be read by everybody, wide and narrow", { timeout }, async () => {
        await using wide = await stage.show()
        await wide.open(`/inbox?show=all&change=${changeId}`)
        await wide.page.getByRole("tab", { name: "Text" }).waitFor()
        await assertAccessible(wide.page)
        await using narrow = await stage.show({ width: 360, height: 740, locale: "de-DE" })
        await narrow.open(`/changes/${changeId}`)
        await narrow.page.getByRole("tab", { name: "Text" }).waitFor()
        await narrow.page.getByText("Erledigt").first().waitFor()
        await assertAccessible(narrow.page)
        await assertFits(narrow.page)
        await using strange = await stage.show({ isSignedIn: false })
        await strange.open("/enter")
        await strange.page.getByRole("button", { name: "Sign in" }).waitFor()
        await assertAccessible(strange.page)
      })

    if (name === "SQLite")
      it("can be read by everybody before its rows are there, when they do not come, and where there are none", {
        timeout
      }, async () => {
        await using shown = await stage.show()
        const { open, page } = shown
        const answered = Promise.withResolvers<void>()
        await page.route(/\/v1\/monitors\/changes\?/, async (route) => {
          await answered.promise
          await route.fulfill({ status: 404, json: { message: "There is none.", error_code: "NOT_FOUND" } })
        })
        await open("/inbox?show=all")
        await page.getByRole("status").getByText("Loading").waitFor({ state: "attached" })
        await assertAccessible(page)
        answered.resolve()
        await page.getByRole("alert").getByRole("button", { name: "Try again" }).waitFor()
        await assertAccessible(page)
        await page.unrouteAll({ behavior: "ignoreErrors" })
        await page.getByRole("button", { name: "Try again" }).click()
        await rows(page).first().waitFor()
        await assertAccessible(page)
        await open("/inbox?show=not_useful")
        await page.getByRole("heading", { level: 2 }).first().waitFor()
        assert.strictEqual(await page.getByRole("listbox").count(), 0)
        await assertAccessible(page)
      })

    if (name === "SQLite")
      it("says what to do while the server is gone", { timeout }, async () => {
        await using shown = await stage.show()
        const { open, page } = shown
        let isGone = false
        await page.route("**/v1/**", (route) => (isGone ? route.abort() : route.fallback()))
        await open("/inbox?show=all")
        await rows(page).first().waitFor()
        isGone = true
        await page.getByRole("button", { name: "Not useful" }).first().click()
        await page.getByText("The server does not answer.").waitFor()
        isGone = false
        await page.getByRole("button", { name: "Try again" }).click()
        await page
          .getByText("No change is like this.")
          .or(page.getByText("All done."))
          .or(page.getByText("Nothing has changed yet."))
          .first()
          .waitFor()
      })
  })
}
