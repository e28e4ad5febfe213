/** Every screen on a narrow phone, in the language with the longest words: nothing is wider than the screen, and no word of ours is broken. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { eventually } from "../../../test/endToEnd/eventually.ts"
import { openEmbedded } from "../../../test/endToEnd/storages.ts"
import { needsBrowserHere } from "../../../test/setup/browser.ts"
import { edit, watch } from "./support/changes.ts"
import { asOperator, operatorEnv, showOperator } from "./support/operator.ts"
import { openReceiver, type Receiver } from "./support/receiver.ts"
import { assertFits, assertNoHigher, assertWordsWhole, openStage, type Stage } from "./support/Stage.ts"

const timeout = 300_000

/** As a window of a laptop is. */
const low = { width: 1440, height: 757 } as const
const narrow = { width: 360, height: 740, locale: "de-DE" } as const

describe("every screen on a narrow phone", needsBrowserHere, () => {
  let stage: Stage
  let receiver: Receiver

  beforeAll(async () => {
    receiver = await openReceiver()
    stage = await openStage(openEmbedded, { env: operatorEnv, outside: [receiver] })
  }, timeout)

  afterAll(async () => {
    await stage?.[Symbol.asyncDispose]()
    await receiver?.[Symbol.asyncDispose]()
  }, timeout)

  it("fits, with every word whole", { timeout }, async () => {
    const monitor = await watch(stage, "tea", "Tea costs 10 euro", {
      webhook: { url: `${receiver.url}/refused`, events: ["change.detected", "run.completed"] }
    })
    const change = await edit(stage, monitor, "tea", "Tea costs 12 euro")
    const input = { mode: "scrape", data: { format: "markdown", urls: [{ url: stage.site.pageUrl("missing") }] } }
    const batch = await stage.call<{ id: string }>("POST", "/v1/batch/submit", { input, tags: ["Frühjahrskatalog"] })
    interface Page {
      readonly data: ReadonlyArray<{ readonly id: string; readonly request_id: string }>
    }
    const [run] = (await stage.call<Page>("GET", `/v1/monitors/${monitor.id}/runs`)).data
    const { data } = await eventually(
      () => stage.call<Page>("POST", "/v1/webhooks/deliveries", { type: "monitor" }),
      (answer) => answer.data.length > 0
    )
    const [log] = (await stage.call<Page>("GET", "/v1/logs")).data
    const [organization] = (await asOperator<Page>(stage, "/admin/organizations")).data
    const tabs = (path: string, ...names: ReadonlyArray<string>) => names.map((one) => `${path}?tab=${one}`)
    const paths = [
      "/",
      "/inbox",
      ...tabs(`/changes/${change}`, "diff", "page", "pictures", "values", "why"),
      "/monitors",
      "/monitors/new",
      ...tabs("/monitors/new".replace("/new", `/${monitor.id}`), "runs", "changes", "values", "versions", "settings"),
      "/monitors/new?type=extract",
      `/monitors/${monitor.id}/runs/${run?.id}`,
      ...["form", "json", "code"].map((one) => `/playground?operation=search.search&view=${one}`),
      "/work",
      ...["list", "crawl", "sitemap"].map((one) => `/work/new?kind=${one}`),
      `/work/${batch.id}`,
      ...tabs("/deliveries", "sent", "places", "inbox"),
      `/deliveries/${data[0]?.id}`,
      ...["path", "key_id", "status_code"].map((by) => `/usage?by=${by}&range=week`),
      ...tabs("/usage", "ledger", "requests"),
      `/usage/requests/${log?.request_id}`,
      ...tabs("/keys", "keys", "sessions", "apps", "profiles"),
      "/system"
    ]
    await using shown = await showOperator(stage, narrow)
    const { open, page } = shown
    const wrong: Array<string> = []
    for (const path of paths) {
      await open(`${path}${path.includes("?") ? "&" : "?"}org=${organization?.id}`)
      await page.getByRole("heading").first().waitFor()
      await page.locator("[role=status] > .sr-only + [aria-hidden]").first().waitFor({ state: "detached" })
      await assertFits(page).catch((error: unknown) => wrong.push(`${path}: ${error}`))
      for (const size of [low, narrow]) {
        await page.setViewportSize(size)
        await assertNoHigher(page).catch((error: unknown) => wrong.push(`${path} at ${size.width} px: ${error}`))
      }
    }
    if (wrong.length > 0) assert.fail(wrong.join("\n"))
    // What floats above the screens.
    await page.keyboard.press("?")
    await page.getByRole("dialog").waitFor()
    await assertWordsWhole(page)
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Mehr" }).last().click()
    await page.getByRole("dialog").waitFor()
    await assertWordsWhole(page)
    await page.keyboard.press("Escape")
    await open("/enter")
    await page.getByRole("heading").first().waitFor()
    await assertFits(page)
    assert.deepStrictEqual(shown.faults, [])
  })

  it("would be told if the document were higher than its window", { timeout }, async () => {
    await using shown = await showOperator(stage, narrow)
    const { open, page } = shown
    await open("/system")
    await page.getByRole("heading").first().waitFor()
    await assertNoHigher(page)
    await page.evaluate(`{
      const one = document.createElement("div")
      one.style.height = "2000px"
      document.body.append(one)
    }`)
    const told = await assertNoHigher(page).then(
      () => "nothing",
      (error: unknown) => String(error)
    )
    assert.include(told, "higher than the window")
  })

  it("would be told if a word were broken", { timeout }, async () => {
    await using shown = await showOperator(stage, narrow)
    const { open, page } = shown
    await open("/usage")
    await page.getByRole("button", { name: "Aufgerufen von" }).waitFor()
    await page.evaluate(`{
      const one = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Status")
      one.style.cssText = "width: 5ch; flex: none; padding: 0; overflow-wrap: anywhere"
    }`)
    const told = await assertWordsWhole(page).then(
      () => "nothing",
      (error: unknown) => String(error)
    )
    assert.include(told, "Status in ")
  })
})
