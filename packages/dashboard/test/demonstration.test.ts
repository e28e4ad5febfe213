import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { openEmbedded } from "../../../test/endToEnd/storages.ts"
import { browserEnvironment, needsBrowserHere } from "../../../test/setup/browser.ts"
import { needing } from "../../../test/setup/needs.ts"
import { assertDialog } from "./support/dialogs.ts"
import { asOperator, operatorEnv, showOperator } from "./support/operator.ts"
import { assertAccessible, assertFits, openStage, type Stage, storagesOf } from "./support/Stage.ts"

const timeout = 180_000

for (const [name, open] of await storagesOf("demonstration")) {
  describe(`the demonstration on ${name}`, { ...needsBrowserHere, ...needing({ Postgres: open !== null }) }, () => {
    let stage: Stage
    /** Where the server puts what it throws away. */
    let throwAway: string

    beforeAll(async () => {
      if (open === null) return
      throwAway = await mkdtemp(join(tmpdir(), "kittiwake-test-demonstration-"))
      stage = await openStage(open, { env: { ...operatorEnv, ...browserEnvironment, TMPDIR: throwAway } })
    }, timeout)

    afterAll(async () => {
      await stage?.[Symbol.asyncDispose]()
      if (throwAway !== undefined) await rm(throwAway, { recursive: true, force: true })
    }, timeout)

    it("is shown by a press in the empty inbox, looked around in, and removed by another, leaving nothing", {
      timeout
    }, async () => {
      const left = async () =>
        (await stage.call<{ readonly credits_remaining: number }>("GET", "/v1/org/usage")).credits_remaining
      const before = await left()
      await using shown = await showOperator(stage)
      const { open, page } = shown
      // Its stream of events ends whenever its clock goes a day, and is begun again later each time: what is shown hangs on none.
      await page.route("**/admin/demonstration/v1/events", (route) => route.abort())
      await open("/inbox")
      await page.getByRole("heading", { name: "Nothing has changed yet." }).waitFor()
      await page.getByRole("button", { name: "Show me" }).click()

      const banner = page.getByRole("region", { name: "Demonstration" })
      await banner.getByText("A week has passed. Look around.").waitFor({ timeout: 120_000 })
      assert.include(page.url(), "demo=on")

      // The inbox has real changes, with what they mean, and the story says what happened.
      await page.getByRole("option", { name: /Price of Pro – Pro: \$20 → \$24.*high/ }).waitFor()
      await page.getByRole("option", { name: /Price of Pro – Pro: \$24 → \$22/ }).waitFor()
      await page.getByText("A second look did not show the same, so nobody was told.").waitFor()
      await page.getByText("One page says nothing until its script runs.").waitFor()
      await page.getByText("5 of 5 signatures are right.").waitFor()
      if (name === "SQLite") await assertAccessible(page)

      await page.getByRole("link", { name: "Why nobody was told" }).click()
      await page.getByText("look 2 does not show the difference").first().waitFor()
      await page.getByRole("link", { name: "Deliveries" }).first().click()
      await page.getByRole("tab", { name: "Built-in inbox" }).click()
      await page.getByText("signature is right").first().waitFor()
      await assertDialog(page, { opener: banner.getByRole("button", { name: "What happened" }) })
      await banner.getByRole("button", { name: "What happened" }).click()
      await page.getByRole("dialog").getByRole("link", { name: "Open jobs – Added: jobs › Data scientist" }).click()
      await page.getByText("Data scientist").first().waitFor()
      await banner.getByRole("button", { name: "What happened" }).click()
      await page
        .getByRole("dialog")
        .getByRole("link", { name: /^Status, by browser/ })
        .click()
      await page.getByText("Maps are slow since nine.").first().waitFor()

      await banner.getByRole("button", { name: "Remove it" }).click()
      await page.getByRole("button", { name: "Show me" }).waitFor()
      assert.notInclude(page.url(), "demo")
      assert.deepStrictEqual(await readdir(throwAway), [], "nothing was written")
      const { data } = await stage.call<{ data: ReadonlyArray<unknown> }>("GET", "/v1/monitors")
      assert.deepStrictEqual(data, [])
      assert.strictEqual(await left(), before, "it costs nothing")
      assert.deepStrictEqual(shown.faults, [])
    })

    it("is shown once to all who press, says when it is gone, and is offered to others as a command", {
      timeout
    }, async () => {
      await using shown = await showOperator(stage, { width: 390, height: 844, locale: "de-DE" })
      await shown.open("/")
      await shown.page.getByRole("button", { name: "Vorführen" }).click()
      const banner = shown.page.getByRole("region", { name: "Vorführung" })
      await banner.getByRole("button", { name: "Was geschah" }).waitFor()
      await assertFits(shown.page)

      await using second = await showOperator(stage)
      await second.open("/")
      await second.page.getByRole("button", { name: "Open the demonstration" }).click()
      await second.page.getByRole("region", { name: "Demonstration" }).waitFor()
      await second.page.getByRole("button", { name: "Remove it" }).click()
      await second.page.getByRole("button", { name: "Show me" }).waitFor()

      await shown.page.reload()
      await shown.page.getByRole("button", { name: "Vorführen" }).waitFor()
      assert.strictEqual((await asOperator<{ state: string }>(stage, "/admin/demonstration")).state, "none")

      await using other = await stage.show()
      await other.open("/inbox?demo=on")
      await other.page.getByText("npx kittiwake demo").waitFor()
      assert.strictEqual(await other.page.getByRole("button", { name: "Show me" }).count(), 0)
      assert.deepStrictEqual([shown.faults, second.faults, other.faults], [[], [], []])
    })
  })
}

describe("the demonstration of an installation without a browser", needsBrowserHere, () => {
  it("leaves out the page that only a browser shows, and says why", { timeout }, async () => {
    await using stage = await openStage(openEmbedded, { env: { ...operatorEnv, KITTIWAKE_BROWSER: "off" } })
    await using shown = await showOperator(stage)
    await shown.open("/inbox")
    await shown.page.getByRole("button", { name: "Show me" }).click()
    await shown.page.getByText("The page that only a browser shows was left out:").waitFor({ timeout: 120_000 })
    await shown.page.getByText(/Pages cannot be rendered.*the option browser is off/).waitFor()
    await shown.page.getByText("4 of 4 signatures are right.").waitFor()
    const { browser, monitors } = await asOperator<{
      readonly browser: unknown
      readonly monitors: ReadonlyArray<unknown>
    }>(stage, "/admin/demonstration")
    assert.strictEqual(monitors.length, 4)
    assert.include(browser, { monitor: null, change: null })
    assert.deepStrictEqual(shown.faults, [])
  })
})
