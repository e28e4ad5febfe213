/** The screens for a key that may only read: observed is that what is missing has its reason, and that keys say it too. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { eventually } from "../../../test/endToEnd/eventually.ts"
import { openEmbedded } from "../../../test/endToEnd/storages.ts"
import { needsBrowserHere } from "../../../test/setup/browser.ts"
import { edit, watch } from "./support/changes.ts"
import { asOperator, operatorEnv } from "./support/operator.ts"
import { openReceiver, type Receiver } from "./support/receiver.ts"
import { assertAccessible, assertFits, openStage, type Shown, type Stage } from "./support/Stage.ts"

const timeout = 300_000

const lack = (scope: string) => `This key may only read here: to do something takes the scope ${scope}.`

describe("a key that may only read", needsBrowserHere, () => {
  let stage: Stage
  let receiver: Receiver
  let secret: string
  /** One that may not even read batches. */
  let monitorsOnly: string
  let screens: ReadonlyArray<readonly [path: string, scope: string]>
  let change: string

  /** A browser that is signed in with it, or with another key. */
  const show = async (view: Parameters<Stage["show"]>[0] = {}, key = secret): Promise<Shown> => {
    const shown = await stage.show({ ...view, isSignedIn: false })
    const answer = await shown.page.context().request.post(`${stage.server.url}/session`, { data: { key } })
    assert.strictEqual(answer.status(), 200, await answer.text())
    return shown
  }

  beforeAll(async () => {
    receiver = await openReceiver()
    stage = await openStage(openEmbedded, { env: operatorEnv, outside: [receiver] })
    const { data } = await asOperator<{ data: ReadonlyArray<{ id: string }> }>(stage, "/admin/organizations")
    const made = await asOperator<{ secret: string }>(stage, `/admin/organizations/${data[0]?.id}/keys`, {
      name: "Reader",
      scopes: ["monitors:read", "batches:read", "logs:read"]
    })
    secret = made.secret
    const less = { name: "Reader of monitors", scopes: ["monitors:read"] }
    monitorsOnly = (await asOperator<{ secret: string }>(stage, `/admin/organizations/${data[0]?.id}/keys`, less))
      .secret
    const monitor = await watch(stage, "tea", "Tea costs 10 euro", {
      webhook: { url: `${receiver.url}/refused`, events: ["change.detected", "run.completed"] }
    })
    change = await edit(stage, monitor, "tea", "Tea costs 12 euro")
    const deliveries = await eventually(
      () =>
        stage.call<{ data: ReadonlyArray<{ id: string; status: string }> }>("POST", "/v1/webhooks/deliveries", {
          type: "monitor"
        }),
      (answer) => answer.data.some(({ status }) => status === "failed")
    )
    const failed = deliveries.data.find(({ status }) => status === "failed")
    const input = { mode: "scrape", data: { format: "markdown", urls: [{ url: stage.site.pageUrl("missing") }] } }
    const batch = await stage.call<{ id: string }>("POST", "/v1/batch/submit", { input })
    await stage.call("POST", "/v1/org/browser/profiles", { description: "Portal" })
    screens = [
      ["/", "monitors:write"],
      ["/inbox", "monitors:write"],
      [`/changes/${change}`, "monitors:write"],
      ["/monitors", "monitors:write"],
      ["/monitors/new", "monitors:write"],
      [`/monitors/${monitor.id}`, "monitors:write"],
      [`/monitors/${monitor.id}?tab=settings`, "monitors:write"],
      ["/deliveries", "monitors:write"],
      ["/deliveries?source=batch", "batches:write"],
      ["/deliveries?tab=inbox", "monitors:write"],
      [`/deliveries/${failed?.id}`, "monitors:write"],
      ["/work/new", "batches:write"],
      [`/work/${batch.id}`, "batches:write"],
      ["/keys?tab=profiles", "data:execute"]
    ]
  }, timeout)

  afterAll(async () => {
    await stage?.[Symbol.asyncDispose]()
    await receiver?.[Symbol.asyncDispose]()
  }, timeout)

  it("is told on each screen which scope is missing, once, and another is told nothing", { timeout }, async () => {
    await using reader = await show()
    await using writer = await stage.show()
    const wrong: Array<string> = []
    for (const [path, scope] of screens) {
      await reader.open(path)
      const said = reader.page.getByText(lack(scope))
      await said
        .first()
        .waitFor()
        .catch(() => wrong.push(`${path}: not told`))
      if ((await said.count()) > 1) wrong.push(`${path}: told twice`)
      await writer.open(path)
      await writer.page.getByRole("heading", { level: 1 }).first().waitFor({ state: "attached" })
      if ((await writer.page.getByText("This key may only read").count()) > 0) wrong.push(`${path}: told to a writer`)
    }
    if (wrong.length > 0) assert.fail(wrong.join("\n"))
    assert.deepStrictEqual([...reader.faults, ...writer.faults], [])
  })

  it("has no button that is refused, and keys that say why nothing happens", { timeout }, async () => {
    await using shown = await show()
    const { open, page } = shown
    let refused = 0
    page.on("response", (response) => {
      if (response.status() === 403) refused += 1
    })
    await open("/inbox")
    const row = page.getByRole("listbox", { name: "Inbox" }).getByRole("option").first()
    await row.waitFor()
    await row.click()
    await page.getByRole("tab", { name: "Text" }).waitFor()
    assert.strictEqual(await page.getByText(lack("monitors:write")).count(), 1)
    for (const key of ["e", "x", "m", "s", "r"]) {
      await page.keyboard.press(key)
      const notice = page.locator("[aria-live=polite]").getByText(lack("monitors:write"))
      await notice.waitFor()
      assert.strictEqual(await page.getByRole("dialog").count(), 0, key)
    }
    for (const name of [/^Done/, /^Mute like this/, /^Not useful/, /^Share/, /^Run now/])
      assert.strictEqual(await page.locator("article").getByRole("button", { name }).count(), 0, String(name))
    await page.keyboard.press("v")
    await page.getByRole("dialog").getByText(lack("monitors:write")).waitFor()
    await page.keyboard.press("Escape")
    await open("/monitors/new")
    await page.getByLabel("Address", { exact: true }).fill(stage.site.pageUrl("tea"))
    assert.isTrue(await page.getByRole("button", { name: "Look at it now" }).isDisabled())
    assert.isTrue(await page.getByRole("button", { name: "Watch it" }).isDisabled())
    assert.strictEqual(refused, 0)
    assert.deepStrictEqual(shown.faults, [])
  })

  it("reads it in German on a phone", { timeout }, async () => {
    await using shown = await show({ width: 360, height: 740, locale: "de-DE" })
    for (const path of ["/inbox", `/changes/${change}`, "/monitors/new"]) {
      await shown.open(path)
      await shown.page.getByText("Mit diesem Schlüssel dürfen Sie hier nur lesen").first().waitFor()
      await assertAccessible(shown.page)
      await assertFits(shown.page)
    }
    assert.deepStrictEqual(shown.faults, [])
  })

  it("is told in German which right a list takes that it may not read", { timeout }, async () => {
    await using shown = await show({ locale: "de-DE" }, monitorsOnly)
    await shown.open("/work")
    await shown.page.getByText("Das verlangt das Recht batches:read").first().waitFor()
    assert.strictEqual(await shown.page.getByText("lacks the scope").count(), 0)
  })
})
