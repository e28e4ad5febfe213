/** Screens whose files come late: observed is what stands there meanwhile, and that nothing of the screen before is left. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { openEmbedded } from "../../../test/endToEnd/storages.ts"
import { needsBrowserHere } from "../../../test/setup/browser.ts"
import { openStage, type Stage } from "./support/Stage.ts"

const timeout = 120_000

/** Holds back the files that are asked for from now on, until it is called. */
const heldFiles = async (page: Page): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route("**/app/files/*.js", async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name })

describe("screens whose files come late", needsBrowserHere, () => {
  let stage: Stage

  beforeAll(async () => {
    stage = await openStage(openEmbedded)
  }, timeout)

  afterAll(async () => {
    await stage?.[Symbol.asyncDispose]()
  }, timeout)

  for (const [from, title] of [
    ["/playground", "Playground"],
    ["/inbox", "Inbox"]
  ] as const)
    it(`shows after a second that the next is on its way, and goes back to it: ${title}`, { timeout }, async () => {
      await using shown = await stage.show()
      const { open, page } = shown
      await open(from)
      await heading(page, title).waitFor()
      const letGo = await heldFiles(page)
      await page.keyboard.press("g")
      await page.keyboard.press("u")
      await heading(page, title).waitFor({ state: "detached" })
      await page.locator("main").getByText("Loading").waitFor()
      letGo()
      await heading(page, "Usage").waitFor()
      await page.goBack()
      await heading(page, title).waitFor()
      assert.strictEqual(await heading(page, "Usage").count(), 0)
      assert.deepStrictEqual(shown.faults, [])
    })

  it("changes the language of a screen at once, with all that is typed", { timeout }, async () => {
    await using shown = await stage.show()
    const { open, page } = shown
    await open("/monitors/new")
    await page.getByLabel("Address").first().fill("https://shop.example/")
    const states: Array<string> = []
    await page.exposeFunction("told", (text: string) => states.push(text))
    await page.evaluate(`new MutationObserver(() => told(document.querySelector("main h1")?.textContent ?? "nothing"))
      .observe(document.body, { childList: true, subtree: true, characterData: true })`)
    await page.getByRole("navigation").getByRole("button").last().click()
    await page.getByRole("dialog").getByRole("button", { name: "Deutsch" }).click()
    await heading(page, "Etwas beobachten").waitFor()
    assert.strictEqual(await page.getByRole("dialog").count(), 1)
    await page.keyboard.press("Escape")
    assert.strictEqual(await page.locator("main input").first().inputValue(), "https://shop.example/")
    assert.notInclude(states, "nothing")
    assert.deepStrictEqual(shown.faults, [])
  })
})
