/** A change shared from its screen, and the page of it in a browser that is signed in nowhere. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { needsBrowserHere } from "../../../test/setup/browser.ts"
import { needing } from "../../../test/setup/needs.ts"
import { edit, watch } from "./support/changes.ts"
import { assertAccessible, assertFits, openStage, type Shown, type Stage, storagesOf } from "./support/Stage.ts"

const timeout = 300_000

const hostile = `<img src=x onerror="document.title='owned'"> <script>document.title='owned'</script> {{7*7}}`

for (const [name, open] of await storagesOf("sharing")) {
  describe(`sharing a change on ${name}`, { ...needsBrowserHere, ...needing({ Postgres: open !== null }) }, () => {
    let stage: Stage
    let changeId: string

    beforeAll(async () => {
      if (open === null) return
      stage = await openStage(open)
      const monitor = await watch(stage, "prices", "Tea costs 10 euro")
      const news = hostile.replaceAll("<", "&lt;")
      changeId = await edit(stage, monitor, "prices", `<p>Tea costs 12 euro</p><p>${news}</p>`)
    }, timeout)

    afterAll(async () => {
      await stage?.[Symbol.asyncDispose]()
    }, timeout)

    const share = async ({ open, page }: Shown): Promise<string> => {
      await open(`/changes/${changeId}`)
      await page.getByRole("tab", { name: "Text" }).waitFor()
      await page.keyboard.press("s")
      await page.getByRole("dialog").getByRole("button", { name: "30 days" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Make a link" }).click()
      return page.getByRole("dialog").getByLabel("The link", { exact: true }).inputValue()
    }

    it("gives a link that somebody who is signed in nowhere reads, and takes it back", { timeout }, async () => {
      await using shown = await stage.show()
      const { page } = shown
      const link = await share(shown)
      assert.isTrue(link.startsWith(`${stage.server.url}/shared/changes/`), link)
      await using stranger = await stage.show({ isSignedIn: false })
      await stranger.page.goto(link)
      await stranger.page.getByRole("heading", { level: 1 }).waitFor()
      assert.deepStrictEqual(await stranger.page.locator("mark").allTextContents(), ["10", "12"])
      const said = await stranger.page.locator("main").textContent()
      assert.include(said, "onerror=")
      assert.notStrictEqual(await stranger.page.title(), "owned")
      assert.strictEqual(await stranger.page.locator("img, script, iframe").count(), 0)
      assert.deepStrictEqual(await stranger.page.context().cookies(), [])
      await page.getByRole("button", { name: "Take all links back" }).click()
      await page.getByText("All links to this change were taken back.").waitFor()
      const answer = await stranger.page.reload()
      assert.strictEqual(answer?.status(), 410)
      await stranger.page.getByRole("heading", { name: "This link works no longer" }).waitFor()
      assert.deepStrictEqual([...shown.faults, ...stranger.faults], [])
    })

    it("lets a link go on when its monitor is removed, says so before, and takes it back afterwards", {
      timeout
    }, async () => {
      const monitor = await watch(stage, "menu", "Soup of the day: leek")
      const menu = await edit(stage, monitor, "menu", "Soup of the day: pea")
      const { url } = await stage.call<{ url: string }>("POST", `/v1/monitors/changes/${menu}/share`, {})
      await using shown = await stage.show()
      const { open, page } = shown
      await open(`/monitors/${monitor.id}`)
      await page.getByRole("button", { name: "Remove" }).click()
      const dialog = page.getByRole("dialog", { name: "Remove this monitor?" })
      await dialog.getByText("Changes that were found stay in the inbox.").waitFor()
      await dialog.getByText("Links under which changes were shared go on working until they end").waitFor()
      await dialog.getByText("Events that wait are not sent any more.").waitFor()
      await dialog.getByRole("button", { name: "Remove" }).click()
      await page.getByRole("heading", { level: 1, name: "Monitors" }).waitFor()
      assert.strictEqual((await fetch(url)).status, 200)
      await open("/inbox?show=all")
      await page.getByRole("option", { name: /Page menu/ }).click()
      await page.getByText("Its monitor was removed").waitFor()
      // What went with the monitor is not offered.
      assert.deepStrictEqual(await page.getByRole("article").getByRole("tab").allTextContents(), ["Text"])
      for (const gone of [/^Mute like this/, /^Run now/])
        assert.strictEqual(await page.getByRole("article").getByRole("button", { name: gone }).count(), 0)
      await page.getByRole("button", { name: /^Share/ }).click()
      await page.getByRole("button", { name: "Take all links back" }).click()
      await page.getByText("All links to this change were taken back.").waitFor()
      assert.strictEqual((await fetch(url)).status, 410)
      assert.deepStrictEqual(shown.faults, [])
    })

    if (name === "SQLite")
      it("can be read by everybody, wide and narrow, light and dark, in both languages", { timeout }, async () => {
        await using shown = await stage.show()
        const link = await share(shown)
        await assertAccessible(shown.page)
        for (const view of [
          { scheme: "light", locale: "en-US" },
          { scheme: "dark", locale: "de-DE", width: 360, height: 740 }
        ] as const) {
          await using stranger = await stage.show({ isSignedIn: false, ...view })
          // No program runs in the page, so that axe cannot either: it looks at the same page with everything but that.
          await stranger.page.route("**/shared/**", async (route) => {
            const response = await route.fetch()
            const policy = response.headers()["content-security-policy"] ?? ""
            assert.match(policy, /; sandbox [a-z -]+$/)
            const headers = { ...response.headers(), "content-security-policy": policy.replace(/; sandbox .*$/, "") }
            await route.fulfill({ response, headers })
          })
          for (const [path, words] of [
            [link, view.locale === "de-DE" ? "Was sich geändert hat" : "What changed"],
            [`${link}x`, view.locale === "de-DE" ? "Dieser Link führt nirgendwohin" : "This link leads nowhere"]
          ] as const) {
            await stranger.page.goto(path)
            await stranger.page.getByRole("heading", { name: words }).waitFor()
            await assertAccessible(stranger.page)
            await assertFits(stranger.page)
          }
          assert.deepStrictEqual(stranger.faults, [])
        }
      })
  })
}
