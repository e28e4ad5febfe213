/** Where monitors tell, as the dashboard sets it: observed is what the API then has of the monitor, and what the receiver gets. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { eventually } from "../../../test/endToEnd/eventually.ts"
import { openEmbedded } from "../../../test/endToEnd/storages.ts"
import { needsBrowserHere } from "../../../test/setup/browser.ts"
import { watch } from "./support/changes.ts"
import { openReceiver, type Receiver } from "./support/receiver.ts"
import { assertAccessible, assertFits, openStage, type Stage } from "./support/Stage.ts"

const timeout = 300_000

interface Kept {
  readonly id: string
  readonly name: string
  readonly webhook: {
    readonly url: string
    readonly secret?: string
    readonly retry?: { readonly delays_seconds: ReadonlyArray<number> }
  } | null
  readonly target: { readonly include?: ReadonlyArray<string>; readonly exclude?: ReadonlyArray<string> }
}

const seven = [60, 300, 1_800, 7_200, 28_800, 86_400]

describe("where a monitor tells, in the dashboard", needsBrowserHere, () => {
  let stage: Stage
  let receiver: Receiver

  beforeAll(async () => {
    receiver = await openReceiver()
    stage = await openStage(openEmbedded, { outside: [receiver] })
  }, timeout)

  afterAll(async () => {
    await stage?.[Symbol.asyncDispose]()
    await receiver?.[Symbol.asyncDispose]()
  }, timeout)

  const monitors = async () => (await stage.call<{ data: ReadonlyArray<Kept> }>("GET", "/v1/monitors")).data
  const kept = (id: string, until: (monitor: Kept) => boolean) =>
    eventually(() => stage.call<Kept>("GET", `/v1/monitors/${id}`), until)

  it("is tried seven times from the new form on, and its secret is shown once", { timeout }, async () => {
    stage.site.show("tea", "Tea costs 10 euro")
    await using shown = await stage.show()
    const { open, page } = shown
    await open("/usage")
    await page.getByRole("heading", { level: 1 }).waitFor()
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox").waitFor()
    await page.keyboard.type("watch")
    await page.getByRole("option", { name: "Watch something", selected: true }).waitFor()
    await page.keyboard.press("Enter")
    await page.waitForURL(/\/monitors\/new$/)
    await page.getByLabel("Address", { exact: true }).fill(stage.site.pageUrl("tea"))
    await page.getByLabel("Name").fill("Tea")
    const tell = page.getByLabel("Where to tell")
    // What is no address is said at once, and what lacks its scheme alone can be tested.
    await tell.fill("nobody")
    await page.getByText("This is no address of the web").waitFor()
    assert.strictEqual(await page.getByRole("button", { name: "Send a test event" }).count(), 0)
    await tell.fill(`${receiver.url}/taken`.replace("http://", ""))
    await page.getByRole("button", { name: "Send a test event" }).click()
    await page.getByText("It took the signed event with 204").waitFor()
    await page.getByRole("button", { name: "Watch it" }).click()
    const made = page.getByRole("region", { name: "Its events are signed with this secret." })
    const secret = await made.getByText(/^whsec_/).textContent()
    await assertAccessible(page)
    const monitor = (await monitors()).find(({ name }) => name === "Tea")
    assert.deepStrictEqual(
      [monitor?.webhook?.url, monitor?.webhook?.retry?.delays_seconds, monitor?.webhook?.secret],
      [`${receiver.url}/taken`, seven, secret?.trim()]
    )
    // It is of this monitor alone, and is shown once.
    await watch(stage, "coffee", "Coffee")
    await page.keyboard.press("Control+k")
    await page.keyboard.type("coffee")
    await page.getByRole("option", { name: "Page coffee" }).click()
    await page.getByRole("heading", { level: 1, name: "Page coffee" }).waitFor()
    assert.strictEqual(await made.count(), 0)
    await open(`/monitors/${monitor?.id}`)
    await page.getByRole("tab", { name: "Settings" }).waitFor()
    assert.strictEqual(await made.count(), 0)
    assert.deepStrictEqual(shown.faults, [])
  })

  it("keeps the plan that it has, which is said and can be more, and has its secret shown and replaced", {
    timeout
  }, async () => {
    const { id } = await watch(stage, "once", "Open daily", { webhook: { url: `${receiver.url}/taken` } })
    await using shown = await stage.show()
    const { open, page } = shown
    await open(`/monitors/${id}?tab=settings`)
    const tells = page.getByRole("region", { name: "How it tells" })
    await tells.getByText("Each event is tried once").waitFor()
    const form = page.getByRole("form", { name: "Settings" })
    await form.getByRole("button", { name: "Send a test event" }).click()
    await form.getByText("It took the signed event with 204").waitFor()
    await form.getByLabel("Where to tell").fill(`${receiver.url}/taken?by=once`)
    await form.getByRole("button", { name: "Save" }).click()
    const moved = await kept(id, ({ webhook }) => webhook?.url.endsWith("?by=once") === true)
    assert.isUndefined(moved.webhook?.retry)
    await tells.getByRole("button", { name: "Try each event up to seven times" }).click()
    await tells
      .getByText(
        "Each event is tried up to 7 times. After a try that fails, the next ones wait: 1 minute, 5 minutes, 30 minutes, 2 hours, 8 hours, 24 hours."
      )
      .waitFor()
    const planned = await kept(id, ({ webhook }) => webhook?.retry !== undefined)
    assert.deepStrictEqual(planned.webhook?.retry?.delays_seconds, seven)
    const before = planned.webhook?.secret ?? ""
    assert.strictEqual(await tells.getByText(before).count(), 0)
    await tells.getByRole("button", { name: "Show the signing secret" }).click()
    await tells.getByText(before).waitFor()
    await tells.getByRole("button", { name: "Make a new secret" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Make a new secret" }).click()
    const after = (await kept(id, ({ webhook }) => webhook?.secret !== before)).webhook?.secret ?? ""
    await tells.getByText(after).waitFor()
    await assertAccessible(page)
    // A plan of one's own stays when the address moves.
    await stage.call("PATCH", `/v1/monitors/${id}`, {
      webhook: { url: `${receiver.url}/taken`, retry: { delays_seconds: [90] } }
    })
    await page.reload()
    await tells.getByText("up to 2 times. After a try that fails, the next ones wait: 90 seconds.").waitFor()
    await form.getByRole("button", { name: "Use the built-in inbox" }).click()
    await form.getByRole("button", { name: "Save" }).click()
    const inbox = await kept(id, ({ webhook }) => webhook?.url.includes("/inbox/") === true)
    assert.deepStrictEqual(inbox.webhook?.retry?.delays_seconds, [90])
    assert.deepStrictEqual(shown.faults, [])
  })

  it("is a chat, which says what comes there and how its address is made", { timeout }, async () => {
    await using shown = await stage.show({ locale: "de-DE", width: 360, height: 740 })
    const { open, page } = shown
    await open("/monitors/new")
    const tell = page.getByLabel("Wohin melden")
    await tell.fill("hooks.slack.com/services/T0/B0/x")
    await page.getByText("Nachrichten an, die für Slack geschrieben sind").waitFor()
    await page.getByText("api.slack.com/apps").waitFor()
    await page.getByRole("button", { name: "Testereignis senden" }).waitFor()
    await assertFits(page)
    await tell.fill("https://teams.microsoft.com/l/channel/x")
    await page.getByText("Diese Adresse von Microsoft Teams nimmt keine Nachrichten an").waitFor()
    await assertAccessible(page)
    assert.deepStrictEqual(shown.faults, [])
  })

  it("does not hide which paths of a sitemap are watched", { timeout }, async () => {
    await using shown = await stage.show()
    const { open, page } = shown
    await open(`/monitors/new?type=sitemap&url=${encodeURIComponent(stage.site.pageUrl(""))}&name=Map`)
    await page.getByLabel("Watch only (paths)").fill("/blog/*\n\n /news/* ")
    await page.getByRole("button", { name: "Watch it" }).click()
    await page.getByRole("tab", { name: "Settings" }).click()
    const made = (await monitors()).find(({ name }) => name === "Map")
    assert.deepStrictEqual(made?.target.include, ["/blog/*", "/news/*"])
    const form = page.getByRole("form", { name: "Settings" })
    assert.strictEqual(await form.getByLabel("Watch only (paths)").inputValue(), "/blog/*\n/news/*")
    await form.getByLabel("Leave out (paths)").fill("/blog/old/*")
    await form.getByText("The monitor begins anew").waitFor()
    await form.getByRole("button", { name: "Save" }).click()
    const left = await kept(made?.id ?? "", ({ target }) => target.exclude?.length === 1)
    assert.deepStrictEqual([left.target.include, left.target.exclude], [["/blog/*", "/news/*"], ["/blog/old/*"]])
    assert.deepStrictEqual(shown.faults, [])
  })

  it("shows what was found and told nobody, since it is not worth telling", { timeout }, async () => {
    const monitor = await watch(stage, "plans", "Pro costs $20 a month", {
      target: { type: "page", url: stage.site.pageUrl("plans"), instructions: "the word enterprise appears" },
      change_detection: { type: "semantic" }
    })
    stage.site.show("plans", "Pro costs $44 a month")
    await stage.call("POST", `/v1/monitors/${monitor.id}/run`, {})
    await using shown = await stage.show()
    const { open, page } = shown
    await open(`/monitors/${monitor.id}?tab=runs`)
    await page.getByRole("cell", { name: "a change that is not worth telling" }).waitFor()
    await page.getByRole("cell", { name: "first look" }).waitFor()
    await page.getByRole("row").filter({ hasText: "not worth telling" }).getByRole("link").click()
    await page.getByText("it is not worth telling: nobody was told.").waitFor()
    const compared = page.getByRole("region", { name: "Two versions compared" })
    await compared.locator("mark").filter({ hasText: "44" }).waitFor()
    assert.strictEqual(await page.getByText("Nothing was told: what was seen").count(), 0)
    await assertAccessible(page)
    assert.deepStrictEqual(shown.faults, [])
  })
})
