/** Several tabs of a browser, and several organizations in one of them: observed is what each shows. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { eventually } from "../../../test/endToEnd/eventually.ts"
import { openEmbedded } from "../../../test/endToEnd/storages.ts"
import { needsBrowserHere } from "../../../test/setup/browser.ts"
import { edit, watch } from "./support/changes.ts"
import { operatorEnv, asOperator as read, showOperator } from "./support/operator.ts"
import { openStage, type Stage } from "./support/Stage.ts"

const timeout = 300_000

const rows = (page: Page) => page.getByRole("listbox", { name: "Inbox" }).getByRole("option")

describe("tabs and organizations", needsBrowserHere, () => {
  let stage: Stage

  beforeAll(async () => {
    stage = await openStage(openEmbedded, { env: operatorEnv })
  }, timeout)

  afterAll(async () => {
    await stage?.[Symbol.asyncDispose]()
  }, timeout)

  const asOperator = (path: string, body: unknown) =>
    fetch(`${stage.server.url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${operatorEnv.KITTIWAKE_ADMIN_TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify(body)
    })

  it("shows in eight tabs what changes, by one stream of events", { timeout }, async () => {
    const monitor = await watch(stage, "prices", "Tea costs 10 euro")
    await using shown = await stage.show()
    const context = shown.page.context()
    /** The tabs that began to read a stream, in order. */
    const readers: Array<Page> = []
    context.on("request", (request) => {
      if (new URL(request.url()).pathname === "/v1/events") readers.push(request.frame().page())
    })
    const tabs = [shown.page, ...(await Promise.all(Array.from({ length: 7 }, () => context.newPage())))]
    for (const tab of tabs) await tab.goto(`${stage.server.url}/app/inbox`)
    await edit(stage, monitor, "prices", "Tea costs 12 euro")
    for (const tab of tabs) await rows(tab).first().waitFor()
    assert.lengthOf(readers, 1)
    // Another takes over from the one that is closed.
    const [reader] = readers
    await reader?.close()
    await eventually(
      () => Promise.resolve(readers.length),
      (count) => count === 2
    )
    await edit(stage, monitor, "prices", "Tea costs 14 euro")
    for (const tab of tabs.filter((one) => one !== reader)) await rows(tab).nth(1).waitFor()
    assert.deepStrictEqual(shown.faults, [])
  })

  it("shows nothing of one organization under another, also when one goes back", { timeout }, async () => {
    const made = await asOperator("/admin/organizations", { name: "Second", plan: "pro" })
    assert.isTrue(made.ok, await made.clone().text())
    await watch(stage, "first", "Only of the first")
    await using shown = await showOperator(stage)
    const { open, page } = shown
    const { data } = await read<{ data: ReadonlyArray<{ id: string; name: string }> }>(stage, "/admin/organizations")
    const idOf = (isSecond: boolean) => data.find(({ name }) => (name === "Second") === isSecond)?.id ?? assert.fail()
    const [first, second] = [idOf(false), idOf(true)]
    await open(`/monitors?org=${first}`)
    await page.getByText("Page first").first().waitFor()
    // Without loading the page anew, as a person does.
    await page.getByRole("navigation").getByRole("button", { name: "Default" }).click()
    await page.getByRole("dialog").getByRole("combobox").selectOption(second)
    await page.waitForURL(`**/app/?org=${second}`)
    await page.keyboard.press("Escape")
    await page.getByRole("navigation").getByRole("link", { name: "Monitors" }).click()
    await page.waitForURL(`**/app/monitors?org=${second}`)
    await page.getByText("Page first").first().waitFor({ state: "detached", timeout: 10_000 })
    await page.goBack()
    await page.goBack()
    await page.getByText("Page first").first().waitFor()
    assert.strictEqual(new URL(page.url()).searchParams.get("org"), first)
  })

  it("goes by letters from a screen that has meanings of its own for them, and finds by typing", {
    timeout
  }, async () => {
    await using shown = await stage.show()
    const { open, page } = shown
    await open("/inbox")
    await rows(page).first().waitFor()
    await page.keyboard.press("j")
    await page.getByRole("tab", { name: "Text" }).waitFor()
    await page.keyboard.press("g")
    await page.keyboard.press("m")
    await page.waitForURL("**/app/monitors*")
    assert.strictEqual(await page.getByRole("dialog").count(), 0)
    await page.keyboard.press("Control+k")
    await page.getByRole("dialog").waitFor()
    await page.keyboard.type("Usage")
    await page.keyboard.press("Enter")
    await page.waitForURL("**/app/usage*")
  })
})
