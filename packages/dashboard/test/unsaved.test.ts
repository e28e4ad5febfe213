/** Forms that are filled and left: observed is whether one is asked, and what then stands where. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { openEmbedded } from "../../../test/endToEnd/storages.ts"
import { needsBrowserHere } from "../../../test/setup/browser.ts"
import { watch } from "./support/changes.ts"
import { asOperator, operatorEnv, showOperator } from "./support/operator.ts"
import { assertAccessible, assertFits, openStage, type Stage } from "./support/Stage.ts"

const timeout = 300_000

const question = (page: Page) => page.getByRole("dialog", { name: "Discard what you filled in?" })

const stay = async (page: Page) => {
  await question(page).getByRole("button", { name: "Go on with it" }).click()
  await question(page).waitFor({ state: "detached" })
}

const lose = (page: Page) => question(page).getByRole("button", { name: "Discard it" }).click()

const rail = (page: Page, name: string) => page.getByRole("navigation").getByRole("link", { name }).first()

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor()

describe("what was filled in", needsBrowserHere, () => {
  let stage: Stage
  let organization: string
  let monitorId: string

  beforeAll(async () => {
    stage = await openStage(openEmbedded, { env: operatorEnv })
    const { data } = await asOperator<{ data: ReadonlyArray<{ id: string }> }>(stage, "/admin/organizations")
    organization = data[0]?.id ?? assert.fail()
    monitorId = (await watch(stage, "tea", "Tea costs 10 euro")).id
    await asOperator(stage, "/admin/organizations", { name: "Second", plan: "free" })
  }, timeout)

  afterAll(async () => {
    await stage?.[Symbol.asyncDispose]()
  }, timeout)

  it("of a new monitor is asked about by links, keys and the way back, and stays where one stays", {
    timeout
  }, async () => {
    await using shown = await stage.show()
    const { open, page } = shown
    await open("/usage")
    await heading(page, "Usage")
    await page.keyboard.press("g")
    await page.keyboard.press("m")
    await page.getByRole("link", { name: "Watch something" }).click()
    const address = page.getByLabel("Address", { exact: true })
    await address.fill("https://shop.example/")
    // Who presses at once is asked as well.
    await rail(page, "Usage").click()
    await question(page).waitFor()
    await assertAccessible(page)
    await stay(page)
    assert.strictEqual(await address.inputValue(), "https://shop.example/")
    assert.include(page.url(), "/monitors/new")
    await page.getByRole("button", { name: "Watch it" }).focus()
    await page.keyboard.press("g")
    await page.keyboard.press("u")
    await question(page).waitFor()
    await page.keyboard.press("Escape")
    await question(page).waitFor({ state: "detached" })
    await page.goBack()
    await stay(page)
    await page.waitForURL("**/monitors/new")
    assert.strictEqual(await address.inputValue(), "https://shop.example/")
    // The leap to the content leaves nothing, and a dialog above it takes nothing away.
    await page.getByRole("link", { name: "Skip to the content" }).press("Enter")
    await page.waitForURL(/#content$/)
    await page.goBack()
    await page.waitForURL("**/monitors/new")
    assert.strictEqual(await question(page).count(), 0)
    assert.strictEqual(await address.inputValue(), "https://shop.example/")
    await page.getByRole("button", { name: "As a call of the API" }).click()
    await page.getByRole("dialog", { name: "As a call of the API" }).waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await page.goBack()
    await lose(page)
    await heading(page, "Monitors")
    // It is not asked about any more.
    await rail(page, "Usage").click()
    await heading(page, "Usage")
    assert.deepStrictEqual(shown.faults, [])
  })

  it("is not asked about where there is nothing, or nothing any more, or where it was saved", { timeout }, async () => {
    await using shown = await stage.show()
    const { open, page } = shown
    await open(`/monitors/new?url=${encodeURIComponent(stage.site.pageUrl("tea"))}`)
    const name = page.getByLabel("Name", { exact: true })
    await name.fill("Of tea")
    await name.fill("")
    await rail(page, "Usage").click()
    await heading(page, "Usage")
    await page.goBack()
    await heading(page, "Watch something")
    await name.fill("Of tea")
    await page.getByRole("button", { name: "Watch it" }).click()
    await heading(page, "Of tea")
    await page.getByRole("tab", { name: "Settings" }).click()
    const form = page.getByRole("form", { name: "Settings" })
    await form.getByLabel("Name").fill("Of green tea")
    await form.getByRole("button", { name: "Save" }).click()
    await heading(page, "Of green tea")
    await page.getByRole("tab", { name: "Runs" }).click()
    await page.getByRole("columnheader", { name: "Outcome" }).waitFor()
    assert.strictEqual(await question(page).count(), 0)
    assert.deepStrictEqual(shown.faults, [])
  })

  it("of settings is asked about by another tab, and is not in the way of removing the monitor", {
    timeout
  }, async () => {
    const { id } = await watch(stage, "spare", "Nothing to see")
    await using shown = await stage.show()
    const { open, page } = shown
    await open(`/monitors/${id}?tab=settings`)
    const form = page.getByRole("form", { name: "Settings" })
    await form.getByLabel("Where to tell").fill("https://hooks.example/")
    await page.getByRole("tab", { name: "Runs" }).click()
    await stay(page)
    assert.strictEqual(await form.getByLabel("Where to tell").inputValue(), "https://hooks.example/")
    await page.getByRole("button", { name: "Remove" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
    await heading(page, "Monitors")
    assert.deepStrictEqual(shown.faults, [])
  })

  it("of a batch is asked about, and begun without a question", { timeout }, async () => {
    await using shown = await stage.show()
    const { open, page } = shown
    await open("/work/new")
    const list = page.getByLabel("Addresses, one a line")
    await list.fill(stage.site.pageUrl("tea"))
    await page.getByLabel("Tags, with commas between").fill("spring")
    await page.getByRole("button", { name: "HTML", exact: true }).click()
    await page.waitForURL(/format=html/)
    assert.strictEqual(await question(page).count(), 0)
    await rail(page, "Usage").click()
    await stay(page)
    assert.strictEqual(await list.inputValue(), stage.site.pageUrl("tea"))
    await page.getByRole("button", { name: "Begin", exact: true }).click()
    await page.getByText(/^1 done/).waitFor()
    assert.deepStrictEqual(shown.faults, [])
  })

  it("in a dialog is asked about however it is closed, and not where it is called off", { timeout }, async () => {
    await using shown = await showOperator(stage)
    const { open, page } = shown
    await open(`/keys?org=${organization}`)
    const make = page.getByRole("button", { name: "Make a key" }).first()
    const dialog = page.getByRole("dialog", { name: "Make a key" })
    const name = dialog.getByRole("textbox", { name: "Name" })
    await make.click()
    await name.fill("Nightly prices")
    const ways = [
      () => page.keyboard.press("Escape"),
      () => dialog.getByRole("button", { name: "Close" }).click(),
      () => page.mouse.click(5, 5)
    ]
    for (const leave of ways) {
      await leave()
      await stay(page)
      assert.strictEqual(await name.inputValue(), "Nightly prices")
    }
    // Browsers close for whoever presses Escape again and again: both questions stand where they can be seen.
    for (let presses = 0; presses < 6; presses++) await page.keyboard.press("Escape")
    await dialog.waitFor()
    if ((await question(page).count()) > 0) await stay(page)
    assert.strictEqual(await name.inputValue(), "Nightly prices")
    await page.keyboard.press("Escape")
    await lose(page)
    await dialog.waitFor({ state: "detached" })
    await make.click()
    assert.strictEqual(await name.inputValue(), "")
    await name.fill("Another")
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await dialog.waitFor({ state: "detached" })
    assert.strictEqual(await question(page).count(), 0)

    await open(`/keys?tab=profiles&org=${organization}`)
    await page.getByRole("button", { name: "Keep a profile" }).click()
    const file = page.getByLabel("Session")
    await file.setInputFiles({ name: "session.json", mimeType: "application/json", buffer: Buffer.from("{}") })
    // A choice of a file that is called off closes nothing.
    await file.dispatchEvent("cancel", { bubbles: true })
    assert.strictEqual(await question(page).count(), 0)
    await page.keyboard.press("Escape")
    await lose(page)
    await page.getByRole("dialog").waitFor({ state: "detached" })
    assert.deepStrictEqual(shown.faults, [])
  })

  it("is asked about before somebody signs out, acts for another organization, or loads the page anew", {
    timeout
  }, async () => {
    await using shown = await showOperator(stage)
    const { open, page } = shown
    await open(`/monitors/new?org=${organization}`)
    await page.getByLabel("Name", { exact: true }).fill("Of tea")
    await page.getByRole("navigation").getByRole("button", { name: "Default" }).click()
    const chosen = page.getByRole("combobox", { name: "Organization" })
    await chosen.selectOption({ label: "Second" })
    await stay(page)
    assert.strictEqual(await chosen.inputValue(), organization)
    await page.getByRole("button", { name: "Sign out" }).click()
    await stay(page)
    assert.strictEqual((await page.context().request.get(`${stage.server.url}/session`)).status(), 200)
    await page.keyboard.press("Escape")
    const asked = Promise.withResolvers<string>()
    page.on("dialog", async (dialog) => {
      asked.resolve(dialog.type())
      await dialog.accept()
    })
    await page.reload()
    assert.strictEqual(await asked.promise, "beforeunload")
    await page.getByLabel("Name", { exact: true }).fill("Of tea")
    await page.getByRole("navigation").getByRole("button", { name: "Default" }).click()
    await page.getByRole("button", { name: "Sign out" }).click()
    await lose(page)
    await heading(page, "Sign in")
    assert.deepStrictEqual(shown.faults, [])
  })

  it("is asked about no second time where a tab said that all of it is lost", { timeout }, async () => {
    await using shown = await stage.show()
    const { open, page } = shown
    await open("/monitors/new")
    await page.getByLabel("Name", { exact: true }).fill("Of tea")
    let asked = 0
    page.on("dialog", async (dialog) => {
      asked += 1
      await dialog.accept()
    })
    await page.context().request.delete(`${stage.server.url}/session`, { headers: { "x-kittiwake-session": "1" } })
    await page.evaluate("new BroadcastChannel('kittiwake session').postMessage(null)")
    const told = page.getByRole("alertdialog", { name: "This browser is signed out." })
    await told.getByRole("link", { name: "Sign in" }).click()
    await heading(page, "Sign in")
    assert.strictEqual(asked, 0)
    assert.deepStrictEqual(shown.faults, [])
  })

  it("is asked about in German on a phone", { timeout }, async () => {
    await using shown = await stage.show({ width: 360, height: 740, locale: "de-DE" })
    const { open, page } = shown
    await open(`/monitors/${monitorId}?tab=settings`)
    await page.getByRole("form").getByLabel("Name").fill("Tee")
    await page.getByRole("navigation").getByRole("link", { name: "Eingang" }).last().click()
    await page.getByRole("dialog", { name: "Eingaben verwerfen?" }).waitFor()
    await assertAccessible(page)
    await assertFits(page)
    await page.getByRole("button", { name: "Weiter ausfüllen" }).click()
    await page.getByRole("dialog").waitFor({ state: "detached" })
    assert.strictEqual(await page.getByRole("form").getByLabel("Name").inputValue(), "Tee")
    assert.deepStrictEqual(shown.faults, [])
  })
})
