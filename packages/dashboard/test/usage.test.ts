import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { eventually } from "../../../test/endToEnd/eventually.ts"
import { letIn } from "../../../test/endToEnd/letIn.ts"
import { needsBrowserHere } from "../../../test/setup/browser.ts"
import { needing } from "../../../test/setup/needs.ts"
import { watch } from "./support/changes.ts"
import { asOperator, operatorEnv, showOperator } from "./support/operator.ts"
import { assertAccessible, assertFits, openStage, type Stage, storagesOf } from "./support/Stage.ts"

const timeout = 120_000

interface Log {
  readonly request_id: string
  readonly path: string
}

for (const [name, open] of await storagesOf("usage")) {
  describe(`usage on ${name}`, { ...needsBrowserHere, ...needing({ Postgres: open !== null }) }, () => {
    let stage: Stage
    let organization: string
    let scrape: Log

    beforeAll(async () => {
      if (open === null) return
      stage = await openStage(open, { env: operatorEnv })
      const { data } = await asOperator<{ data: ReadonlyArray<{ id: string }> }>(stage, "/admin/organizations")
      organization = data[0]?.id ?? ""
      await watch(stage, "tea", "Tea costs 10 euro")
      const url = encodeURIComponent(stage.site.pageUrl("tea"))
      // The log keeps what a caller calls itself.
      await fetch(`${stage.server.url}/v1/web/scrape/markdown?url=${url}`, {
        headers: { ...stage.server.headers, "user-agent": "<script>document.title='owned'</script>" }
      })
      await fetch(`${stage.server.url}/v1/monitors/mon_of_nobody`, { headers: stage.server.headers })
      const logs = await eventually(
        () => stage.call<{ data: ReadonlyArray<Log> }>("GET", "/v1/logs?path=/web/scrape/markdown"),
        (answer) => answer.data.length > 0
      )
      scrape = logs.data[0] as Log
    }, timeout)

    afterAll(async () => {
      await stage?.[Symbol.asyncDispose]()
    }, timeout)

    if (name === "SQLite")
      it("says what is left, draws what was used, and says the same as a table", { timeout }, async () => {
        await using shown = await stage.show()
        const { open, page } = shown
        await open("/usage?range=week")
        await page.getByText("Credits left").waitFor()
        await page
          .getByText(/a day$/)
          .first()
          .waitFor()
        await page.locator("canvas").waitFor()
        await page.getByText("As a table").click()
        const table = page.getByRole("table", { name: /Credits a day/ })
        const rows = await table.getByRole("row").allTextContents()
        assert.strictEqual(rows.length, 8, "a row for each of seven days, and the names of the columns")
        const history = await stage.call<{ total_credits_used: number }>("GET", "/v1/org/usage/history?interval=day")
        assert.include(rows.at(-1) ?? "", String(history.total_credits_used))
        await page.getByRole("button", { name: "24 hours" }).click()
        await page.getByRole("table", { name: /Credits an hour/ }).waitFor()
        const hours = await page
          .getByRole("table", { name: /Credits an hour/ })
          .getByRole("row")
          .allTextContents()
        assert.strictEqual(hours.length, 25)
        await page.getByRole("button", { name: "Status" }).click()
        await page.getByRole("link", { name: "404" }).waitFor()
        assert.include(page.url(), "by=status_code")
        await page.getByRole("link", { name: "Page tea" }).waitFor()
        assert.deepStrictEqual(shown.faults, [])
      })

    if (name === "SQLite")
      it("says it as a table alone where the browser's language is none that a chart can take", {
        timeout
      }, async () => {
        await using shown = await stage.show()
        const { open, page } = shown
        await page.addInitScript("Object.defineProperty(navigator, 'language', { get: () => 'en-US@posix' })")
        await open("/usage?range=week")
        await page.getByText("This browser draws no chart").waitFor()
        await page.getByText("As a table").click()
        await page.getByRole("table", { name: /Credits a day/ }).waitFor()
      })

    it("finds a call by its outcome and by its id, and shows what was sent and answered as text", {
      timeout
    }, async () => {
      await using shown = await stage.show()
      const { open, page } = shown
      await open("/usage?tab=requests")
      await page.getByLabel("Outcome").selectOption("errors")
      await page
        .getByRole("link", { name: /mon_of_nobody|\/monitors\// })
        .first()
        .waitFor()
      assert.strictEqual(await page.getByRole("link", { name: "/web/scrape/markdown" }).count(), 0)
      await page.getByRole("searchbox").fill(scrape.request_id)
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "What was answered" }).waitFor()
      assert.include(page.url(), `/usage/requests/${scrape.request_id}`)
      await page.getByText("document.title='owned'").first().waitFor()
      assert.notStrictEqual(await page.title(), "owned")
      await page.getByRole("link", { name: "Open in the playground" }).waitFor()
      assert.deepStrictEqual(shown.faults, [])
    })

    if (name === "SQLite")
      it("shows what somebody called, and what screens asked by themselves only where that is wanted", {
        timeout
      }, async () => {
        await using shown = await stage.show()
        const { open, page } = shown
        await open("/playground?operation=monitors.limits")
        await page.getByRole("button", { name: "Send", exact: true }).click()
        await page.getByText("answered 200").waitFor()
        await open("/usage?tab=requests")
        await page
          .getByRole("link", { name: /\/web\/scrape\/markdown/ })
          .first()
          .waitFor()
        await page
          .getByRole("link", { name: /\/monitors\/limits/ })
          .first()
          .waitFor()
        assert.strictEqual(await page.getByRole("link", { name: /\/v1\/(events|monitors\/changes)/ }).count(), 0)
        await page.getByLabel("Also what screens of the dashboard asked").check()
        const look = page.getByRole("row").filter({ hasText: "/v1/logs" }).filter({ hasText: "a screen" })
        await look.first().waitFor()
        assert.include(page.url(), "screens=shown")
        await look
          .first()
          .getByRole("link", { name: /\/v1\/logs/ })
          .click()
        await page.getByText(/by a screen of the dashboard/).waitFor()
        assert.deepStrictEqual(shown.faults, [])
      })

    if (name === "SQLite")
      it("names the program that called, shows its calls alone, and leads to them from where it was let in", {
        timeout
      }, async () => {
        const key = (stage.server.headers.authorization ?? "").replace("Bearer ", "")
        const hostile = "Gull <b>helper</b>"
        const token = await letIn(stage.server.url, hostile, { key })
        await fetch(`${stage.server.url}/v1/monitors/limits`, { headers: { authorization: `Bearer ${token}` } })
        await using shown = await showOperator(stage)
        const { open, page } = shown
        await open(`/usage?tab=requests&org=${organization}`)
        await page.getByRole("link", { name: hostile }).first().click()
        await page.getByRole("button", { name: `Program ${hostile}` }).waitFor()
        await page.getByRole("link", { name: "/monitors/mon_of_nobody" }).waitFor({ state: "detached" })
        await page.getByRole("link", { name: /\/monitors\/limits/ }).click()
        await page.getByRole("heading", { name: "What was answered" }).waitFor()
        await page.getByText(hostile).first().waitFor()
        await open(`/keys?tab=apps&org=${organization}`)
        await page.getByRole("link", { name: hostile }).click()
        await page.getByRole("button", { name: `Program ${hostile}` }).waitFor()
        assert.match(page.url(), /grant=grant_/)
        // Without the operator's list it is told by its id.
        await using other = await stage.show()
        await other.open("/usage?tab=requests")
        await other.page
          .getByRole("link", { name: /^grant_/ })
          .first()
          .waitFor()
        assert.deepStrictEqual(shown.faults, [])
      })

    it("shows the ledger to the operator, and to nobody else", { timeout }, async () => {
      await using shown = await showOperator(stage)
      await shown.open(`/usage?tab=ledger&org=${organization}`)
      await shown.page.getByRole("row").filter({ hasText: "run of a monitor" }).first().waitFor()
      await shown.page.getByLabel("Kind").selectOption("request")
      await shown.page.getByRole("row").filter({ hasText: "call" }).first().waitFor()
      await shown.page.getByRole("row").filter({ hasText: "run of a monitor" }).first().waitFor({ state: "detached" })
      await using other = await stage.show()
      await other.open("/usage?tab=ledger")
      await other.page.getByText("The ledger is the operator's.").waitFor()
    })

    if (name === "SQLite")
      it("can be read by everybody, wide and narrow", { timeout }, async () => {
        await using wide = await stage.show()
        await wide.open("/usage?range=week")
        await wide.page.locator("canvas").waitFor()
        await assertAccessible(wide.page)
        await using narrow = await stage.show({ width: 360, height: 740, locale: "de-DE" })
        for (const [path, seen] of [
          ["/usage", "Verbleibende Credits"],
          ["/usage?tab=requests", "Aufruf"],
          [`/usage/requests/${scrape.request_id}`, "Was gesendet wurde"]
        ] as const) {
          await narrow.open(path)
          await narrow.page.getByText(seen, { exact: true }).first().waitFor()
          await assertAccessible(narrow.page)
          await assertFits(narrow.page)
        }
      })
  })
}
