import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { eventually } from "../../../test/endToEnd/eventually.ts"
import { needsBrowserHere } from "../../../test/setup/browser.ts"
import { needing } from "../../../test/setup/needs.ts"
import { asOperator, operatorEnv, showOperator } from "./support/operator.ts"
import { assertAccessible, assertFits, openStage, type Stage, storagesOf } from "./support/Stage.ts"

const timeout = 120_000

for (const [name, open] of await storagesOf("keys")) {
  describe(`keys on ${name}`, { ...needsBrowserHere, ...needing({ Postgres: open !== null }) }, () => {
    let stage: Stage
    let organization: string

    beforeAll(async () => {
      if (open === null) return
      stage = await openStage(open, { env: operatorEnv })
      const { data } = await asOperator<{ data: ReadonlyArray<{ id: string }> }>(stage, "/admin/organizations")
      organization = data[0]?.id ?? ""
      await stage.call("POST", "/v1/org/browser/profiles", {
        description: `<img src=x onerror="document.title='owned'"> portal`,
        session: { cookies: [], origins: [] }
      })
    }, timeout)

    afterAll(async () => {
      await stage?.[Symbol.asyncDispose]()
    }, timeout)

    it("makes a key that may only read the web, shows it once, and ends it", { timeout }, async () => {
      await using shown = await showOperator(stage)
      const { open, page } = shown
      await open(`/keys?org=${organization}`)
      await page.getByRole("button", { name: "Make a key" }).click()
      await page.getByRole("textbox", { name: "Name" }).fill("Build <b>server</b>")
      await page.getByRole("button", { name: "Only read the web" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Make a key" }).click()
      const secret = await page.getByLabel("The key is made.", { exact: true }).last().textContent()
      const asked = (path: string) =>
        fetch(`${stage.server.url}${path}`, { headers: { authorization: `Bearer ${secret?.trim()}` } })
      assert.strictEqual((await asked("/v1/org/usage")).status, 403)
      assert.notStrictEqual((await asked("/v1/web/scrape/markdown?url=x")).status, 401)
      await page.getByRole("button", { name: "I have it" }).click()
      const row = page.getByRole("row").filter({ hasText: "Build <b>server</b>" })
      await row.getByText("Read the web").waitFor()
      assert.notInclude(await page.content(), secret ?? "?")
      await row.getByRole("button", { name: "End" }).click()
      await page.getByText(/In the last seven days it made|It made no call/).waitFor()
      await page.getByRole("dialog").getByRole("button", { name: "End", exact: true }).click()
      await row.waitFor({ state: "detached" })
      await eventually(
        async () => (await asked("/v1/org/usage")).status,
        (status) => status === 401
      )
      assert.deepStrictEqual(shown.faults, [])
    })

    if (name === "SQLite")
      it("finds the organization that was used last, and the first, however many there are", { timeout }, async () => {
        const made: Array<string> = []
        for (let n = 0; n < 110; n++) {
          const { id } = await asOperator<{ id: string }>(stage, "/admin/organizations", {
            name: `Shop ${n} <b>`,
            plan: "free"
          })
          made.push(id)
        }
        const [early = "", late = ""] = [made[3], made.at(-1)]
        await using shown = await showOperator(stage)
        const { open, page } = shown
        const opened = (id: string) => page.waitForURL((url) => url.searchParams.get("org") === id)
        await open("/usage")
        await opened(organization)
        await open(`/usage?org=${early}`)
        await page.getByRole("button", { name: "Shop 3 <b>" }).waitFor()
        await open("/usage")
        await opened(early)
        await page.getByRole("button", { name: "Shop 3 <b>" }).click()
        const chosen = page.getByRole("combobox", { name: "Organization" })
        await page.getByRole("searchbox", { name: "Find by name or id" }).fill("shop 10")
        await page.getByText("11 found").waitFor()
        const options = await chosen.getByRole("option").allTextContents()
        assert.deepStrictEqual(options.slice(0, 2), ["Shop 3 <b>", "Shop 109 <b>"])
        await page.getByRole("searchbox", { name: "Find by name or id" }).fill(late)
        await page.getByText("1 found").waitFor()
        await chosen.selectOption({ label: "Shop 109 <b>" })
        await opened(late)
        // One that is no more is as none that was used.
        await page.evaluate("localStorage.setItem('kittiwake-organization', 'org_of_before')")
        await open("/usage")
        await opened(organization)
        assert.deepStrictEqual(shown.faults, [])
      })

    if (name === "SQLite")
      it("tells who has a key what it may do, and how to get another", { timeout }, async () => {
        await using shown = await stage.show()
        const { open, page } = shown
        await open("/keys")
        await page.getByText("It may do everything.").waitFor()
        await page.getByText(`kittiwake key create --org ${organization}`).waitFor()
      })

    it("keeps and removes profiles, and takes what they are called as text", { timeout }, async () => {
      await using shown = await stage.show()
      const { open, page } = shown
      await open("/keys?tab=profiles")
      await page.getByText(`<img src=x onerror="document.title='owned'"> portal`).waitFor()
      await page.getByRole("button", { name: "Keep a profile" }).click()
      await page.getByLabel("Description").fill("Supplier portal")
      await page.getByLabel("Session").setInputFiles({
        name: "wrong.json",
        mimeType: "application/json",
        buffer: Buffer.from("[]")
      })
      const keep = page.getByRole("dialog").getByRole("button", { name: "Keep a profile" })
      await keep.click()
      await page.getByText("This is no file of storageState").waitFor()
      await page.getByLabel("Session").setInputFiles({
        name: "session.json",
        mimeType: "application/json",
        buffer: Buffer.from(JSON.stringify({ cookies: [], origins: [] }))
      })
      await keep.click()
      const row = page.getByRole("row").filter({ hasText: "Supplier portal" })
      await row.waitFor()
      await row.getByRole("button", { name: "Renew" }).click()
      const renew = page.getByRole("dialog").getByRole("button", { name: "Renew" })
      await renew.click()
      await page.getByText("This is no file of storageState").waitFor()
      await page.getByLabel("Session").setInputFiles({
        name: "session.json",
        mimeType: "application/json",
        buffer: Buffer.from(JSON.stringify({ cookies: [], origins: [] }))
      })
      await renew.click()
      await page.getByText("The profile is renewed.").waitFor()
      await row.getByRole("button", { name: "Remove" }).click()
      await page.getByText("Remove the profile “Supplier portal”?").waitFor()
      await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
      await row.waitFor({ state: "detached" })
      assert.notStrictEqual(await page.title(), "owned")
      assert.deepStrictEqual(shown.faults, [])
    })

    if (name === "SQLite")
      it("shows how a client is connected to this installation", { timeout }, async () => {
        await using shown = await stage.show()
        const { open, page } = shown
        await open("/keys?tab=apps")
        await page.getByRole("button", { name: "Claude Code" }).click()
        await page.getByText(`claude mcp add --transport http kittiwake ${stage.server.url}/mcp`).waitFor()
        assert.include(page.url(), "client=claude")
      })

    if (name === "SQLite")
      it("lists the browsers that are signed in, and signs one of them out", { timeout }, async () => {
        await using other = await stage.show()
        await using shown = await stage.show()
        const { open, page } = shown
        await open("/keys?tab=sessions")
        await page.getByText("this one").waitFor()
        const others = page.getByRole("row").filter({ hasNotText: "this one" })
        const before = await others.count()
        assert.isAtLeast(before, 2)
        await others.nth(1).getByRole("button", { name: "End" }).click()
        await page.getByRole("dialog").getByRole("button", { name: "End", exact: true }).click()
        await eventually(
          () => others.count(),
          (count) => count === before - 1
        )
        await eventually(
          async () => (await other.page.context().request.get(`${stage.server.url}/session`)).status(),
          (status) => status === 401
        )
      })

    if (name === "SQLite")
      it("can be read by everybody, wide and narrow", { timeout }, async () => {
        await using operator = await showOperator(stage)
        await operator.open(`/keys?org=${organization}`)
        await operator.page.getByRole("button", { name: "Make a key" }).click()
        await operator.page.getByRole("textbox", { name: "Name" }).waitFor()
        await assertAccessible(operator.page)
        await using narrow = await stage.show({ width: 360, height: 740, locale: "de-DE" })
        for (const [tab, heading] of [
          ["keys", "Womit Sie angemeldet sind"],
          ["profiles", "Profil aufbewahren"],
          ["apps", "Einen KI-Client verbinden"],
          ["sessions", "dieser"]
        ] as const) {
          await narrow.open(`/keys?tab=${tab}`)
          await narrow.page.getByText(heading, { exact: true }).first().waitFor()
          await assertAccessible(narrow.page)
          await assertFits(narrow.page)
        }
      })
  })
}
