import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { eventually } from "../../../test/endToEnd/eventually.ts"
import { needsBrowserHere } from "../../../test/setup/browser.ts"
import { needing } from "../../../test/setup/needs.ts"
import { edit, watch } from "./support/changes.ts"
import { assertAccessible, assertFits, openStage, type Stage, storagesOf } from "./support/Stage.ts"

const timeout = 120_000

const hostile = `<img src=x onerror="document.title='owned'">{{7*7}} gnp.exe`

interface Kept {
  readonly id: string
  readonly name: string
  readonly list: string
  readonly filters: object
}

const rows = (page: Page) => page.getByRole("listbox", { name: "Inbox" }).getByRole("option")

for (const [name, open] of await storagesOf("views")) {
  describe(`saved views on ${name}`, { ...needsBrowserHere, ...needing({ Postgres: open !== null }) }, () => {
    let stage: Stage

    const kept = async () => (await stage.call<{ data: ReadonlyArray<Kept> }>("GET", "/v1/views")).data

    beforeAll(async () => {
      if (open === null) return
      stage = await openStage(open)
      for (const what of ["tea", "jobs"]) {
        const monitor = await watch(stage, what, `The ${what} of today`)
        await edit(stage, monitor, what, `The ${what} of tomorrow`)
      }
    }, timeout)

    afterAll(async () => {
      await stage?.[Symbol.asyncDispose]()
    }, timeout)

    it("teach what they are for, keep what the inbox shows, and show it again by a press", { timeout }, async () => {
      await using shown = await stage.show()
      const { open, page } = shown
      await open("/inbox")
      await rows(page).nth(1).waitFor()
      await page.keyboard.press("v")
      const dialog = page.getByRole("dialog", { name: "Saved views of the inbox" })
      await dialog.getByText("No view is saved yet.").waitFor()
      await dialog.getByText("Search, or choose a filter").waitFor()
      assert.strictEqual(await dialog.getByRole("textbox").count(), 0)
      if (name === "SQLite") await assertAccessible(page)
      await page.keyboard.press("Escape")
      await dialog.waitFor({ state: "hidden" })

      await page.keyboard.press("/")
      await page.keyboard.type("tea")
      await page.keyboard.press("Enter")
      await rows(page).nth(1).waitFor({ state: "hidden" })
      await page.getByRole("button", { name: "Views" }).click()
      await dialog.getByText("It shows: New · “tea”").waitFor()
      // The field has the focus.
      await page.keyboard.type("  About tea ")
      await page.keyboard.press("Enter")
      await page.getByText("Kept. It stands above the list.").waitFor()
      assert.deepStrictEqual(
        (await kept()).map(({ filters, list, name }) => ({ filters, list, name })),
        [{ list: "changes", name: "About tea", filters: { q: "tea", triage: "open" } }]
      )
      const chip = page.getByRole("link", { name: "About tea" })
      assert.strictEqual(await chip.getAttribute("aria-current"), "true")

      await open("/inbox?show=all")
      await rows(page).nth(1).waitFor()
      assert.isNull(await chip.getAttribute("aria-current"))
      await chip.click()
      await rows(page).nth(1).waitFor({ state: "hidden" })
      assert.strictEqual(await page.getByLabel("Search changes").inputValue(), "tea")
      assert.include(page.url(), "q=tea")
      assert.deepStrictEqual(shown.faults, [])
    })

    it("are renamed, and removed with a way back, with the keyboard", { timeout }, async () => {
      await using shown = await stage.show()
      const { open, page } = shown
      await open("/inbox")
      await page.getByRole("link", { name: "About tea" }).waitFor()
      await page.keyboard.press("v")
      const dialog = page.getByRole("dialog", { name: "Saved views of the inbox" })
      await dialog.getByRole("button", { name: "Rename: About tea" }).press("Enter")
      const field = dialog.getByLabel("New name of About tea")
      await dialog.getByRole("button", { name: "Cancel" }).press("Enter")
      await dialog.getByRole("button", { name: "Rename: About tea" }).press("Enter")
      await field.fill(hostile)
      await page.keyboard.press("Enter")
      await dialog.getByRole("link", { name: hostile }).waitFor()
      assert.strictEqual(await page.locator("#content img, dialog img").count(), 0)
      assert.notInclude(await page.title(), "owned")
      await dialog.getByRole("button", { name: `Remove ${hostile}` }).press("Enter")
      await dialog.getByText("No view is saved yet.").waitFor()
      await page.keyboard.press("Escape")
      await page.getByRole("button", { name: "Undo" }).click()
      await page.getByRole("link", { name: hostile }).waitFor()
      assert.deepStrictEqual(
        (await kept()).map(({ filters, name }) => ({ filters, name })),
        [{ name: hostile, filters: { q: "tea", triage: "open" } }]
      )
      assert.deepStrictEqual(shown.faults, [])
    })

    it("are of monitors too, whatever a program asked for in them", { timeout }, async () => {
      const { data } = await stage.call<{ data: ReadonlyArray<{ id: string; name: string }> }>("GET", "/v1/monitors")
      const { id } = data.find((one) => one.name === "Page tea")!
      await stage.call("PATCH", `/v1/monitors/${id}`, { tags: ["drinks"] })
      const make = (list: string, title: string, filters: object) =>
        stage.call("POST", "/v1/views", { list, name: title, filters })
      await make("monitors", "Drinks", { tag: "drinks", change_detection_type: "exact" })
      await make("changes", "Of one monitor", { monitor_id: id, importance: ["high", "low"] })
      await using shown = await stage.show({ locale: "de-DE" })
      const { open, page } = shown
      await open("/monitors")
      await page.getByRole("link", { name: "Page jobs" }).waitFor()
      await page.getByRole("link", { name: "Drinks" }).click()
      await page.getByRole("link", { name: "Page jobs" }).waitFor({ state: "hidden" })
      await page.getByRole("button", { name: "Ohne drinks" }).click()
      await page.getByRole("link", { name: "Page jobs" }).waitFor()
      assert.include(page.url(), "detection=exact")
      await open("/inbox")
      await page.getByRole("link", { name: "Of one monitor" }).click()
      await page.getByText("So ist keine Änderung.").waitFor()
      assert.include(page.url(), id)
      await page.getByRole("button", { name: `Ohne ${id}` }).waitFor()
      assert.deepStrictEqual(shown.faults, [])
    })

    if (name === "SQLite")
      it("can be read by everybody, and many of them on a phone", { timeout }, async () => {
        for (let n = 0; n < 12; n++) {
          const long = `View ${n} of ${"very ".repeat(12)}long`
          for (const list of ["changes", "monitors"])
            await stage.call("POST", "/v1/views", { list, name: long, filters: { q: `word ${n}` } })
        }
        for (const path of ["/inbox", "/monitors"]) {
          await using shown = await stage.show({ width: 360, height: 740, locale: "de-DE" })
          const { open, page } = shown
          await open(path)
          await page.getByRole("button", { name: /^Filter/ }).click()
          await page.getByRole("dialog").getByRole("listitem").nth(12).waitFor()
          await assertAccessible(page)
          await assertFits(page)
          assert.isAtMost(await page.evaluate<number>("document.querySelector('dialog').scrollWidth"), 360)
          assert.deepStrictEqual(shown.faults, [])
        }
        assert.isAbove((await eventually(kept, (all) => all.length > 26)).length, 26)
      })
  })
}
