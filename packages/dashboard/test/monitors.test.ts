import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Locator } from "playwright-core"
import { eventually } from "../../../test/endToEnd/eventually.ts"
import { needsBrowserHere } from "../../../test/setup/browser.ts"
import { needing } from "../../../test/setup/needs.ts"
import { edit, watch } from "./support/changes.ts"
import { assertAccessible, assertFits, openStage, type Stage, storagesOf } from "./support/Stage.ts"

const timeout = 300_000

for (const [name, open] of await storagesOf("monitors")) {
  describe(`monitors on ${name}`, { ...needsBrowserHere, ...needing({ Postgres: open !== null }) }, () => {
    let stage: Stage
    let monitorId: string
    let runId: string

    beforeAll(async () => {
      if (open === null) return
      stage = await openStage(open)
      const monitor = await watch(stage, "menu", "Soup of the day: leek")
      monitorId = monitor.id
      const changeId = await edit(stage, monitor, "menu", "Soup of the day: pea")
      const change = await stage.call<{ run_id: string }>("GET", `/v1/monitors/changes/${changeId}`)
      runId = change.run_id
    }, timeout)

    afterAll(async () => {
      await stage?.[Symbol.asyncDispose]()
    }, timeout)

    it("tells why a monitor is refused where it is seen, and says what is not there in a title", {
      timeout
    }, async () => {
      await using shown = await stage.show({ width: 1280, height: 500 })
      const { open, page } = shown
      await open("/monitors/new")
      const message = "The organization has all of its 10 monitors."
      await page.route("**/v1/monitors", (route) =>
        route.request().method() === "POST"
          ? route.fulfill({ status: 403, json: { error_code: "MONITOR_LIMIT_EXCEEDED", message } })
          : route.continue()
      )
      await page.locator("input[inputmode=url]").first().fill("https://shop.example/")
      await page.locator("input[inputmode=url]").first().press("Enter")
      const alert = page.getByRole("alert")
      await alert.getByText("A limit of this organization is reached.").waitFor()
      await alert.getByText(message).waitFor()
      const { height = 0, y = 0 } = (await alert.boundingBox()) ?? {}
      assert.isTrue(y >= 0 && y + height <= 500, `${y} to ${y + height}`)
      await page.locator("input[inputmode=url]").first().fill("https://shop.example/other")
      // What was refused was another draft.
      await alert.getByText(message).waitFor({ state: "detached" })
      const missing = "There is nothing under this address."
      for (const path of ["/monitors/mon_nosuch", "/changes/chg_nosuch", "/nosuch"]) {
        await open(path)
        await page.getByRole("heading", { level: 1, name: missing }).waitFor()
        await page.waitForFunction((title) => document.title === title, `${missing} · Kittiwake`)
      }
      assert.deepStrictEqual(shown.faults, [])
    })

    it("are made from what two looks saw, and can be read step by step", { timeout }, async () => {
      stage.site.show("opening", "Open from 9 to 5")
      await using shown = await stage.show()
      const { open, page } = shown
      await open("/monitors")
      await page.getByRole("heading", { level: 1, name: "Monitors" }).waitFor()
      await page.keyboard.press("Control+k")
      await page.getByRole("dialog").waitFor()
      await page.keyboard.type("Watch something")
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { level: 1, name: "Watch something" }).waitFor()
      const hasFocus = (control: Locator) => control.evaluate((one) => one === document.activeElement)
      const address = page.getByLabel("Address", { exact: true })
      await eventually(
        () => hasFocus(address),
        (has) => has
      )
      await page.keyboard.type(stage.site.pageUrl("opening"))
      await page.keyboard.press("Tab")
      await page.keyboard.press("Enter")
      await page.getByText("Two looks saw the same.").waitFor()
      assert.isTrue(await hasFocus(page.getByRole("button", { name: "Look at it now" })))
      await page.getByRole("button", { name: "Use the built-in inbox" }).click()
      await page.getByRole("button", { name: "Send a test event" }).click()
      await page.getByText("It took the signed event with 200").waitFor()
      await page.getByLabel("Where to tell").fill("http://127.0.0.1:9/nobody")
      await page.getByRole("button", { name: "Send a test event" }).click()
      await page.getByText("Port 9 may not be used").waitFor()
      await page.getByLabel("Where to tell").fill("")
      await page.getByRole("region", { name: "What is watched" }).getByText("Open from 9 to 5").waitFor()
      await page.getByRole("button", { name: "Watch it" }).click()
      await page.getByRole("tab", { name: "Runs" }).click()
      await page.getByRole("cell", { name: "first look" }).waitFor()
      await page.getByRole("tabpanel").getByRole("link").first().click()
      await page.getByRole("list", { name: "What the run did" }).getByText("status 200").first().waitFor()
      assert.deepStrictEqual(shown.faults, [])
    })

    it("are found, paused with a way back, and removed by name", { timeout }, async () => {
      const spare = await watch(stage, "spare", "Nothing to see", { name: `<b>Spare</b> ${"long ".repeat(36)}` })
      await using shown = await stage.show()
      const { open, page } = shown
      await open("/monitors?q=%3Cb%3ESpare")
      await page.getByRole("link", { name: "<b>Spare</b>" }).click()
      await page.getByRole("button", { name: "Pause" }).click()
      await page.getByRole("button", { name: "Resume" }).waitFor()
      await page.getByRole("button", { name: "Undo" }).click()
      await page.getByRole("button", { name: "Pause" }).waitFor()
      await page.getByRole("button", { name: "Remove" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
      await page.getByRole("heading", { name: "Monitors" }).waitFor()
      const gone = await fetch(`${stage.server.url}/v1/monitors/${spare.id}`, { headers: stage.server.headers })
      assert.strictEqual(gone.status, 404)
      assert.deepStrictEqual(shown.faults, [])
    })

    if (name === "SQLite")
      it("are paused, run and removed many at once, and tell which refused", { timeout }, async () => {
        const made = await Promise.all(
          ["one", "two", "three"].map((one) =>
            stage.call<{ id: string }>("POST", "/v1/monitors", {
              name: `<i>Herd</i> ${one}`,
              target: { type: "page", url: stage.site.pageUrl("menu") },
              change_detection: { type: "exact" },
              tags: ["herd"]
            })
          )
        )
        await using shown = await stage.show()
        const { open, page } = shown
        await open("/monitors?tag=herd")
        await page.getByRole("checkbox", { name: "Choose <i>Herd</i> three" }).waitFor()
        await page.keyboard.press("a")
        await stage.call("DELETE", `/v1/monitors/${made[1]?.id}`)
        const bar = page.getByRole("toolbar", { name: "With those that are chosen" })
        await bar.getByText("3 chosen").waitFor()
        await bar.getByRole("button", { name: "Pause" }).click()
        const said = page.getByRole("region", { name: "What is done with many monitors" })
        await said.getByText("2 of 3 paused.").waitFor()
        await said.getByRole("link", { name: "<i>Herd</i> two" }).waitFor()
        await assertAccessible(page)
        const herd = () =>
          stage
            .call<{ data: ReadonlyArray<{ status: string }> }>("GET", "/v1/monitors?tag=herd")
            .then(({ data }) => data)
        assert.deepStrictEqual(
          (await herd()).map(({ status }) => status),
          ["paused", "paused"]
        )
        await said.getByRole("button", { name: "Undo" }).click()
        await said.getByText("2 of 2 watching again.").waitFor()
        await page.keyboard.press("j")
        await page.keyboard.press("x")
        await bar.getByText("1 chosen").waitFor()
        await page.getByRole("checkbox", { name: "Choose all that are shown" }).check()
        await bar.getByRole("button", { name: "Remove" }).click()
        const dialog = page.getByRole("dialog", { name: "Remove 2 monitors?" })
        await dialog.getByText("<i>Herd</i> one").waitFor()
        await dialog.getByRole("button", { name: "Remove" }).click()
        await said.getByText("2 of 2 removed.").waitFor()
        assert.deepStrictEqual(await herd(), [])
        assert.deepStrictEqual(shown.faults, [])
      })

    if (name === "SQLite")
      it("are looked at once for one press, also where the look is refused", { timeout }, async () => {
        await using shown = await stage.show()
        const { open, page } = shown
        await open("/monitors/new")
        let looks = 0
        page.on("request", (request) => {
          if (request.url().endsWith("/v1/monitors/preview")) looks += 1
        })
        const field = page.getByLabel("Address", { exact: true })
        for (const [n, wrong] of ["not an address", "http://", "https://exa mple.com"].entries()) {
          await field.fill(wrong)
          const button = page.getByRole("button", { name: "Look at it" })
          await button.hover()
          await page.mouse.down()
          await page.waitForTimeout(600)
          await page.mouse.up()
          await page.locator("[role=alert], [aria-invalid]").first().waitFor()
          assert.strictEqual(looks, n + 1, wrong)
        }
        // A look costs: nothing but the press asks for it, and what it costs is said before.
        await page.getByText("A look before you save costs 1 credit").waitFor()
        await field.fill(stage.site.pageUrl("menu"))
        await field.press("Tab")
        await page.getByRole("button", { name: "Sitemap" }).click()
        await page.getByRole("button", { name: "Page", exact: true }).click()
        await page.getByLabel("What matters to you?").fill("when the soup changes")
        await open(`/monitors/new?url=${encodeURIComponent(stage.site.pageUrl("menu"))}`)
        await page.getByText("Type an address and press “Look at it now”").waitFor()
        await page.waitForTimeout(500)
        assert.strictEqual(looks, 3)
        await page.getByRole("button", { name: "Data" }).click()
        assert.strictEqual(await page.getByRole("button", { name: "Look at it now" }).count(), 0)
        await page.getByText("there is no look before").first().waitFor()
        assert.deepStrictEqual(shown.faults, [])
      })

    if (name === "SQLite")
      it("watch a part of the page that one points at", { timeout }, async () => {
        stage.site.show(
          "plans",
          "<section class='plan'><h2>Pro</h2><p>$20</p></section><p class='quote'>It pays for itself</p>"
        )
        await using shown = await stage.show()
        const { open, page } = shown
        await open(`/monitors/new?url=${encodeURIComponent(stage.site.pageUrl("plans"))}`)
        await page.getByRole("button", { name: "Look at it now" }).click()
        const parts = page.getByRole("region", { name: "Parts of the page" })
        await parts.getByRole("button", { name: "It pays for itself" }).click()
        await parts.getByRole("button", { name: "Leave it out" }).click()
        await page.getByText("Leaves out p.quote: 1 place, 15 characters").waitFor()
        await parts.getByRole("button", { name: "$20" }).click()
        await parts.getByRole("button", { name: "Take more around it" }).click()
        await assertAccessible(page)
        await page.setViewportSize({ width: 360, height: 740 })
        await parts.scrollIntoViewIfNeeded()
        await assertFits(page)
        await parts.getByRole("button", { name: "Watch this" }).click()
        await page.getByText("Watches section.plan: 1 place").waitFor()
        const watched = await page.getByRole("region", { name: "What is watched" }).locator("div").textContent()
        assert.strictEqual(watched?.trim(), "Pro\n$20")
        await page.getByRole("button", { name: "Watch it" }).click()
        await page.getByRole("tab", { name: "Runs" }).waitFor()
        assert.deepStrictEqual(shown.faults, [])
      })

    if (name === "SQLite")
      it("leave out what differs between two looks by one press", { timeout }, async () => {
        stage.site.show("visited", "Open daily</p><p class='visits'>Visitor {{visits}}</p><p>Free entry")
        await using shown = await stage.show()
        const { open, page } = shown
        await open(`/monitors/new?url=${encodeURIComponent(stage.site.pageUrl("visited"))}`)
        await page.getByRole("button", { name: "Look at it now" }).click()
        const parts = page.getByRole("region", { name: "Parts of the page" })
        await parts.getByText("One part differs between two looks.").waitFor()
        await parts.getByRole("button", { name: "Leave that part out" }).click()
        await page.getByText("Leaves out p.visits: 1 place").waitFor()
        await parts.getByText("One part differs between two looks.").waitFor({ state: "detached" })
        const watched = await page.getByRole("region", { name: "What is watched" }).locator("div").textContent()
        assert.strictEqual(watched?.trim(), "Open daily\nFree entry")
        assert.deepStrictEqual(shown.faults, [])
      })

    if (name === "SQLite")
      it("are listed with how their last runs ended", { timeout }, async () => {
        await using shown = await stage.show()
        const { open, page } = shown
        await open("/monitors?q=menu")
        const row = page.getByRole("row").filter({ hasText: "Page menu" })
        await row.getByRole("img", { name: "Last 2 runs: 1 changed, 0 failed" }).waitFor()
        assert.deepStrictEqual(shown.faults, [])
      })

    it("have their versions compared, two of which stand in the address", { timeout }, async () => {
      await using shown = await stage.show()
      const { open, page } = shown
      await open(`/monitors/${monitorId}`)
      await page.getByRole("tab", { name: "Versions" }).click()
      const compared = page.getByRole("region", { name: "Two versions compared" })
      await compared.locator("mark").filter({ hasText: "pea" }).waitFor()
      const before = page.getByRole("radio", { name: /^Compare from/ })
      const after = page.getByRole("radio", { name: /^Compare to/ })
      assert.deepStrictEqual([await before.count(), await after.count()], [2, 2])
      await before.first().check()
      await page.getByText("Choose another version to compare this one with.").waitFor()
      await after.last().check()
      // From the newer to the older: what came last is what goes.
      await compared.locator("mark.bg-rem-mark").filter({ hasText: "pea" }).waitFor()
      const { data } = await stage.call<{ data: ReadonlyArray<{ id: string }> }>(
        "GET",
        `/v1/monitors/${monitorId}/versions`
      )
      assert.deepStrictEqual(new URL(page.url()).search, `?tab=versions&a=${data[0]?.id}&b=${data[1]?.id}`)
      await page.reload()
      await compared.locator("mark.bg-rem-mark").filter({ hasText: "pea" }).waitFor()
      await page.getByRole("link", { name: "its run" }).first().click()
      await page.getByRole("heading", { level: 1, name: "Run of" }).waitFor()
      assert.deepStrictEqual(shown.faults, [])
    })

    it("have settings that are saved and taken back, and tell again what was muted", { timeout }, async () => {
      const { id } = await watch(stage, "hours", "Open from 9 to 5", {
        tags: ["shop"],
        target: {
          type: "page",
          url: stage.site.pageUrl("hours"),
          exclude_selectors: [".ad"],
          pinned_lines: ["Visitors: 7"]
        }
      })
      interface Kept {
        readonly name: string
        readonly tags: ReadonlyArray<string>
        readonly schedule: unknown
        readonly target: {
          readonly exclude_selectors: ReadonlyArray<string>
          readonly pinned_lines?: ReadonlyArray<string>
        }
      }
      const kept = (until: (monitor: Kept) => boolean) =>
        eventually(() => stage.call<Kept>("GET", `/v1/monitors/${id}`), until)
      await using shown = await stage.show()
      const { open, page } = shown
      await open(`/monitors/${id}?tab=settings`)
      const form = page.getByRole("form", { name: "Settings" })
      await form.getByLabel("Name").fill("<b>Hours</b>")
      await form.getByLabel("Tags").fill("shop, door ,")
      await form.getByLabel("Number").fill("6")
      const save = form.getByRole("button", { name: "Save" })
      assert.strictEqual(await form.getByText("The monitor begins anew").count(), 0)
      await save.click()
      await page.getByRole("heading", { level: 1, name: "<b>Hours</b>" }).waitFor()
      const saved = await kept(({ name }) => name === "<b>Hours</b>")
      assert.deepStrictEqual(
        [saved.tags, saved.schedule],
        [["shop", "door"], { type: "interval", frequency: 6, unit: "hours" }]
      )
      await page.getByRole("button", { name: "Undo" }).click()
      assert.deepStrictEqual((await kept(({ name }) => name === "Page hours")).tags, ["shop"])
      // What is watched would be another: that is said before it is saved, and a refusal leaves everything as it was.
      await form.getByLabel("What matters to you?").fill("when the hours change")
      await form.getByText("The monitor begins anew").waitFor()
      await form.getByRole("button", { name: "Cancel" }).click()
      await form.getByLabel("Where to tell").fill("ftp://nobody")
      await save.click()
      // It says so under the field, which has the focus then.
      const tell = form.getByLabel("Where to tell")
      await form.locator("[aria-invalid]:focus").waitFor()
      assert.strictEqual(await tell.inputValue(), "ftp://nobody")
      const [refused = ""] = (await tell.getAttribute("aria-describedby"))?.split(" ") ?? []
      assert.match((await form.locator(`[id="${refused}"]`).textContent()) ?? "", /must be/)
      assert.strictEqual(await form.getByRole("alert").count(), 0)
      const muted = page.getByRole("region", { name: "What it keeps quiet" })
      await muted.getByRole("button", { name: "Tell it again: Visitors: 7" }).click()
      await kept(({ target }) => target.pinned_lines === undefined)
      await muted.getByRole("button", { name: "Tell it again: .ad" }).click()
      await muted.getByText("Nothing.").waitFor()
      await kept(({ target }) => target.exclude_selectors.length === 0)
      await page.getByRole("button", { name: "Undo" }).click()
      await kept(({ target }) => target.exclude_selectors.includes(".ad"))
      await muted.getByText("A part of the page is left out").waitFor()
      assert.deepStrictEqual(shown.faults, [])
    })

    it("draw the numbers that they read over time, for who points, who types and who reads a table", {
      timeout
    }, async () => {
      const monitor = await watch(stage, "price", "<b>Pro</b> costs $20 a month")
      await using none = await stage.show()
      await none.open(`/monitors/${monitor.id}?tab=values`)
      await none.page.getByText("No change told a number yet.").waitFor()
      const first = await edit(stage, monitor, "price", "<b>Pro</b> costs $1,024 a month")
      stage.site.show("price", "<b>Pro</b> costs $30 a month")
      await stage.call("POST", `/v1/monitors/${monitor.id}/run`, {})
      // It is told as it happens.
      await none.page.getByText("Rose from $20 to $30, by 50%.").waitFor()
      await none.page.getByText("Lowest $20, highest $1,024.").waitFor()
      const figure = none.page.getByRole("figure", { name: /^Pro costs … a month/ })
      const chart = figure.getByRole("slider", { name: "Pro costs … a month, over time" })
      await figure.locator("canvas").waitFor({ state: "attached" })
      assert.match((await chart.getAttribute("aria-valuetext")) ?? "", /^\$30, .* \d{4} at \d\d:\d\d:\d\d/)
      await chart.press("ArrowLeft")
      await chart.press("ArrowLeft")
      assert.match((await chart.getAttribute("aria-valuetext")) ?? "", /^\$1,024, .*\d\d:\d\d:\d\d/)
      assert.strictEqual(await chart.getAttribute("aria-valuenow"), "2")
      await chart.press("Home")
      await figure.getByText(/^\$20, /).waitFor()
      await chart.hover({ position: { x: 75, y: 60 } })
      await figure.getByText(/^\$20, /).waitFor()
      await figure.getByText("As a table").click()
      const rows = figure.getByRole("row")
      assert.deepStrictEqual(await rows.nth(1).getByRole("cell").allTextContents(), ["$30", "−994", "its change"])
      assert.deepStrictEqual(await rows.nth(3).getByRole("cell").allTextContents(), ["$20", "", "as it was first seen"])
      if (name === "SQLite") await assertAccessible(none.page)
      await rows.nth(2).getByRole("link").click()
      await none.page.waitForURL((url) => url.pathname.endsWith(`/changes/${first}`))
      assert.deepStrictEqual(none.faults, [])
      await using german = await stage.show({ width: 360, height: 740, locale: "de-DE" })
      await german.open(`/monitors/${monitor.id}?tab=values`)
      await german.page.getByText("Stieg von $20 auf $30, um 50 %.").waitFor()
      await german.page.getByText("Tiefster Wert $20, höchster $1.024.").waitFor()
      await assertFits(german.page)
      if (name === "SQLite") await assertAccessible(german.page)
      assert.deepStrictEqual(german.faults, [])
    })

    if (name === "SQLite")
      it("have a page read in the playground, and its Markdown shown", { timeout }, async () => {
        await using shown = await stage.show()
        const { open, page } = shown
        const input = JSON.stringify({ query: { url: stage.site.pageUrl("menu") } })
        await open(`/playground?operation=web.markdown&input=${encodeURIComponent(input)}`)
        await page.getByRole("button", { name: "Send" }).click()
        await page.getByRole("tabpanel").getByText("Soup of the day").waitFor()
        assert.deepStrictEqual(shown.faults, [])
      })

    if (name === "SQLite")
      it("can be read by everybody", { timeout }, async () => {
        await using shown = await stage.show()
        const screens = [
          ["/monitors", "Monitors"],
          ["/monitors/new", "Watch something"],
          [`/monitors/${monitorId}`, "Page menu"],
          [`/monitors/${monitorId}?tab=versions`, "Two versions compared"],
          [`/monitors/${monitorId}?tab=settings`, "What it keeps quiet"],
          [`/monitors/${monitorId}/runs/${runId}`, "Run of"],
          ["/playground", "Playground"],
          ["/work", "Crawls, batches"]
        ] as const
        for (const [path, heading] of screens) {
          await shown.open(path)
          const { page } = shown
          await page
            .getByRole("heading", { name: heading })
            .or(page.getByRole("region", { name: heading }))
            .first()
            .waitFor()
          await assertAccessible(page)
        }
        assert.deepStrictEqual(shown.faults, [])
      })
  })
}
