/** The dashboard of a program that embeds Kittiwake and mounts it below a path: observed is what a real browser shows and asks for. */
import { createServer } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { Kittiwake } from "kittiwake"
import { listen } from "../../../test/endToEnd/listen.ts"
import { openSite } from "../../../test/endToEnd/Site.ts"
import { needsBrowserHere } from "../../../test/setup/browser.ts"
import { browserOfFile } from "./support/Stage.ts"

const timeout = 300_000

/** Hands over what is below a path without that path, as Express does; everything else is not there. */
const mounted = (prefix: string, handler: Kittiwake["nodeHandler"]) =>
  createServer((request, response) => {
    const { url = "/" } = request
    if (url !== prefix && !url.startsWith(`${prefix}/`)) return void response.writeHead(404).end()
    request.url = url.slice(prefix.length) || "/"
    handler(request, response)
  })

describe("a dashboard in a program of one's own", needsBrowserHere, () => {
  for (const prefix of ["/shop/kittiwake", ""]) {
    it(`signs in, shows, follows and shares below ${prefix || "the root"}`, { timeout }, async () => {
      await using site = await openSite()
      site.show("prices", "Tea costs 10 euro")
      await using kittiwake = await Kittiwake.open({
        memory: true,
        worker: false,
        dashboard: true,
        browser: "off",
        egressAllow: [site.address]
      })
      await using server = await listen(mounted(prefix, kittiwake.nodeHandler))
      const root = `${server.url}${prefix}`
      const monitor = await kittiwake.monitors.create({
        name: "Prices",
        target: { type: "page", url: site.pageUrl("prices") },
        schedule: { type: "interval", frequency: 1, unit: "hours" }
      })
      await kittiwake.runDue()

      const context = await (await browserOfFile()).newContext({ locale: "en-US" })
      await using _ = { [Symbol.asyncDispose]: () => context.close() }
      context.setDefaultTimeout(45_000)
      const page = await context.newPage()
      const faults: Array<string> = []
      page.on("pageerror", (error) => faults.push(error.message))
      page.on("console", (message) => {
        if (/content.security.policy/i.test(message.text())) faults.push(message.text())
      })
      page.on("response", (response) => {
        // That nobody is signed in, and that no demonstration is shown, are answers.
        const isKnown = [`401 ${root}/session`, `404 ${root}/admin/demonstration`]
        const said = `${response.status()} ${response.url()}`
        if (response.status() >= 400 && !isKnown.includes(said)) faults.push(said)
      })
      page.on("request", (request) => {
        if (!request.url().startsWith(`${root}/`)) faults.push(`asked ${request.url()}`)
      })

      // Whoever comes without a session signs in, and is where they wanted to be.
      await page.goto(`${root}/app/monitors/${monitor.id}`)
      await page.getByRole("heading", { name: "Sign in" }).waitFor()
      assert.isTrue(page.url().startsWith(`${root}/app/enter?`), page.url())
      assert.isTrue(
        await page.getByLabel("API key or operator token").evaluate((field) => field === document.activeElement)
      )
      const { path, url } = await kittiwake.dashboard.newLink()
      assert.isNull(url)
      await page.goto(`${root}${path}`)
      const isHome = (now: URL) => now.pathname === `${prefix}/app/` || now.pathname === `${prefix}/app`
      await page.waitForURL(isHome)

      // Opened once more it signs nobody in, and whoever is signed in is.
      await page.goto(`${root}/app/keys`)
      await page.goto(`${root}${path}`)
      await page.waitForURL(isHome)

      // A screen two folders down, loaded anew, with what it loads later.
      await page.goto(`${root}/app/monitors/${monitor.id}`)
      await page.getByRole("heading", { name: "Prices" }).waitFor()
      await page.getByRole("link", { name: "Inbox" }).first().click()
      await page.waitForURL((now) => now.pathname === `${prefix}/app/inbox`)

      // The stream of events, and a link for somebody else.
      site.show("prices", "Tea costs 12 euro")
      await kittiwake.monitors.runNow(monitor.id)
      await kittiwake.runDue()
      await page.getByRole("listbox", { name: "Inbox" }).getByRole("option").first().waitFor()
      const { data } = await kittiwake.monitors.changes({ monitor_id: monitor.id })
      await page.goto(`${root}/app/changes/${data[0]!.id}`)
      await page.getByRole("tab", { name: "Text" }).waitFor()
      await page.keyboard.press("s")
      await page.getByRole("dialog").getByRole("button", { name: "30 days" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Make a link" }).click()
      const link = await page.getByRole("dialog").getByLabel("The link", { exact: true }).inputValue()
      assert.isTrue(link.startsWith(`${root}/shared/changes/`), link)
      assert.strictEqual((await fetch(link)).status, 200)
      assert.deepStrictEqual(faults, [])
    })
  }

  it("is told with its whole address where that is known", { timeout: 60_000 }, async () => {
    await using kittiwake = await Kittiwake.open({
      memory: true,
      worker: false,
      dashboard: true,
      publicUrl: "https://example.com/shop/kittiwake/"
    })
    const { path, url } = await kittiwake.dashboard.newLink()
    assert.match(path, /^\/app\/enter#\S{20,}$/)
    assert.strictEqual(url, `https://example.com/shop/kittiwake${path}`)
  })
})
