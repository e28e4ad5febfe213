/** Which program made a monitor: observed is what the page of a monitor, the list and saved views say of it. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { letIn } from "../../../test/endToEnd/letIn.ts"
import { openEmbedded } from "../../../test/endToEnd/storages.ts"
import { needsBrowserHere } from "../../../test/setup/browser.ts"
import { watch } from "./support/changes.ts"
import { asOperator, operatorEnv, showOperator } from "./support/operator.ts"
import { assertAccessible, openStage, type Stage } from "./support/Stage.ts"

const timeout = 300_000

const hostile = "Gull <b>helper</b>"

describe("monitors that programs made", needsBrowserHere, () => {
  let stage: Stage
  let organization: string
  let made: { readonly id: string; readonly grant_id: string }

  beforeAll(async () => {
    stage = await openStage(openEmbedded, { env: operatorEnv })
    const { data } = await asOperator<{ data: ReadonlyArray<{ id: string }> }>(stage, "/admin/organizations")
    organization = data[0]?.id ?? assert.fail()
    await watch(stage, "own", "Watched by a person")
    const key = (stage.server.headers.authorization ?? "").replace("Bearer ", "")
    const token = await letIn(stage.server.url, hostile, { key, credits: 10_000 })
    await letIn(stage.server.url, "Tern", { key })
    stage.site.show("tea", "Tea costs 10 euro")
    const answer = await fetch(`${stage.server.url}/v1/monitors`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({
        name: "Tea of the helper",
        target: { type: "page", url: stage.site.pageUrl("tea") },
        schedule: { type: "interval", frequency: 1, unit: "days" }
      })
    })
    const body = await answer.text()
    assert.strictEqual(answer.status, 201, body)
    made = JSON.parse(body)
  }, timeout)

  afterAll(async () => {
    await stage?.[Symbol.asyncDispose]()
  }, timeout)

  it("name it on their page, and are listed and kept in a view by it", { timeout }, async () => {
    await using shown = await showOperator(stage)
    const { open, page } = shown
    await open(`/monitors/${made.id}?org=${organization}`)
    await page.getByText("Made by", { exact: true }).waitFor()
    await page.getByRole("link", { name: hostile }).click()
    await page.waitForURL(`**/app/monitors?*grant=${made.grant_id}*`)
    await page.getByText("Tea of the helper").first().waitFor()
    await page.getByText("Page own").first().waitFor({ state: "detached" })
    const maker = page.getByRole("combobox", { name: "Made by" })
    assert.strictEqual(await maker.inputValue(), made.grant_id)
    await page.getByRole("button", { name: "Views" }).click()
    const dialog = page.getByRole("dialog", { name: "Saved views of monitors" })
    await dialog.getByText(`It shows: Made by: ${hostile}`).waitFor()
    await page.keyboard.type("Of the helper")
    await page.keyboard.press("Enter")
    await page.getByText("Kept. It stands above the list.").waitFor()
    const { data } = await stage.call<{ data: ReadonlyArray<{ filters: object }> }>("GET", "/v1/views")
    assert.deepStrictEqual(
      data.map(({ filters }) => filters),
      [{ grant_id: made.grant_id }]
    )
    await maker.selectOption({ label: "Tern" })
    await page.getByText("No monitor is like this.").waitFor()
    await maker.selectOption({ label: "Made by anybody" })
    await page.getByText("Page own").first().waitFor()
    await assertAccessible(page)
    await page.getByRole("link", { name: "Of the helper", exact: true }).click()
    await page.getByText("Page own").first().waitFor({ state: "detached" })
    await open(`/keys?tab=apps&org=${organization}`)
    const row = page.getByRole("row").filter({ hasText: hostile })
    await row.getByRole("link", { name: "Monitors that it made" }).click()
    await page.waitForURL(`**/app/monitors?*grant=${made.grant_id}*`)
    assert.deepStrictEqual(shown.faults, [])
  })

  it("are told by the id of the grant to who may not list grants, and without it by a press", { timeout }, async () => {
    await using shown = await stage.show({ width: 390, height: 844, locale: "de-DE" })
    const { open, page } = shown
    await open(`/monitors/${made.id}`)
    await page.getByText("Angelegt von", { exact: true }).waitFor()
    await page.getByRole("link", { name: made.grant_id }).click()
    await page.getByText("Tea of the helper").first().waitFor()
    await page.getByText("Page own").first().waitFor({ state: "detached" })
    await page.getByRole("button", { name: made.grant_id }).click()
    await page.getByText("Page own").first().waitFor()
    assert.isAtMost(await page.evaluate<number>("document.scrollingElement.scrollWidth"), 390)
    assert.deepStrictEqual(shown.faults, [])
  })
})
