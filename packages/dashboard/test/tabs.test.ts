/** Several tabs of a browser, and several organizations in one of them: observed is what each shows. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { eventually } from "../../../test/endToEnd/eventually.ts"
import { openEmbedded } from "../../../test/endToEnd/storages.ts"
import { needsBrowserHere } from "../../../test/setup/browser.ts"
import { edit, watch } from "./support/changes.ts"
import { assertGoesAround } from "./support/dialogs.ts"
import { operatorEnv, asOperator as read, showOperator } from "./support/operator.ts"
import { assertAccessible, openStage, type Stage } from "./support/Stage.ts"

const timeout = 300_000

const rows = (page: Page) => page.getByRole("listbox", { name: "Inbox" }).getByRole("option")

/** Holds the stream of events of a page until it is told to let it open. */
const heldStream = async (page: Page): Promise<() => void> => {
  const opening = Promise.withResolvers<void>()
  await page.route("**/v1/events", async (route) => {
    await opening.promise
    await route.continue()
  })
  return opening.resolve
}

describe("tabs and organizations", needsBrowserHere, () => {
  let stage: Stage

  beforeAll(async () => {
    stage = await openStage(openEmbedded, { env: operatorEnv })
  }, timeout)

  afterAll(async () => {
    await stage?.[Symbol.asyncDispose]()
  }, timeout)

  const asOperator = (path: string, body: unknown) =>
    fetch(`${stage.server.url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${operatorEnv.KITTIWAKE_ADMIN_TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify(body)
    })

  it("shows in eight tabs what changes, by one stream of events", { timeout }, async () => {
    const monitor = await watch(stage, "prices", "Tea costs 10 euro")
    await using shown = await stage.show()
    const context = shown.page.context()
    /** The tabs that began to read a stream, in order. */
    const readers: Array<Page> = []
    context.on("request", (request) => {
      if (new URL(request.url()).pathname === "/v1/events") readers.push(request.frame().page())
    })
    const tabs = [shown.page, ...(await Promise.all(Array.from({ length: 7 }, () => context.newPage())))]
    for (const tab of tabs) await tab.goto(`${stage.server.url}/app/inbox`)
    await edit(stage, monitor, "prices", "Tea costs 12 euro")
    for (const tab of tabs) await rows(tab).first().waitFor()
    assert.lengthOf(readers, 1)
    // Another takes over from the one that is closed.
    const [reader] = readers
    await reader?.close()
    await eventually(
      () => Promise.resolve(readers.length),
      (count) => count === 2
    )
    await edit(stage, monitor, "prices", "Tea costs 14 euro")
    for (const tab of tabs.filter((one) => one !== reader)) await rows(tab).nth(1).waitFor()
    assert.deepStrictEqual(shown.faults, [])
  })

  it("shows what changed after a screen was read and before the stream of events was open", { timeout }, async () => {
    const monitor = await watch(stage, "early", "Tea costs 10 euro")
    await using shown = await stage.show()
    const { open, page } = shown
    const openStream = await heldStream(page)
    await open("/monitors")
    await page.getByText("Page early").first().waitFor()
    await stage.call("PATCH", `/v1/monitors/${monitor.id}`, { name: "Renamed meanwhile" })
    openStream()
    await page.getByText("Renamed meanwhile").first().waitFor()
    assert.deepStrictEqual(shown.faults, [])
  })

  it("shows what changed while a screen was read and the stream of events was opened", { timeout }, async () => {
    const monitor = await watch(stage, "late", "Tea costs 10 euro")
    await using shown = await stage.show()
    const { open, page } = shown
    const openStream = await heldStream(page)
    let isFirst = true
    await page.route("**/v1/monitors?*", async (route) => {
      if (!isFirst) return route.fallback()
      isFirst = false
      const response = await route.fetch()
      await stage.call("PATCH", `/v1/monitors/${monitor.id}`, { name: "Renamed at once" })
      const isOpen = page.waitForResponse("**/v1/events")
      openStream()
      await isOpen
      // What else the screen shows is read again once the stream is open.
      await page.waitForRequest("**/v1/**")
      await route.fulfill({ response })
    })
    await open("/monitors")
    await page.getByText("Renamed at once").first().waitFor()
    assert.deepStrictEqual(shown.faults, [])
  })

  it("shows nothing of one organization under another, also when one goes back", { timeout }, async () => {
    const made = await asOperator("/admin/organizations", { name: "Second", plan: "pro" })
    assert.isTrue(made.ok, await made.clone().text())
    await watch(stage, "first", "Only of the first")
    await using shown = await showOperator(stage)
    const { open, page } = shown
    const { data } = await read<{ data: ReadonlyArray<{ id: string; name: string }> }>(stage, "/admin/organizations")
    const idOf = (isSecond: boolean) => data.find(({ name }) => (name === "Second") === isSecond)?.id ?? assert.fail()
    const [first, second] = [idOf(false), idOf(true)]
    await open(`/monitors?org=${first}`)
    await page.getByText("Page first").first().waitFor()
    // Without loading the page anew, as a person does.
    await page.getByRole("navigation").getByRole("button", { name: "Default" }).click()
    await page.getByRole("dialog").getByRole("combobox").selectOption(second)
    await page.waitForURL(`**/app/?org=${second}`)
    await page.keyboard.press("Escape")
    await page.getByRole("navigation").getByRole("link", { name: "Monitors" }).click()
    await page.waitForURL(`**/app/monitors?org=${second}`)
    await page.getByText("Page first").first().waitFor({ state: "detached", timeout: 10_000 })
    await page.goBack()
    await page.goBack()
    await page.getByText("Page first").first().waitFor()
    assert.strictEqual(new URL(page.url()).searchParams.get("org"), first)
    // An address that names none is of whom one acted for last, and of the first for who never did.
    await open(`/monitors?org=${second}`)
    // It is kept once the session is known, which the address does not tell.
    await page.getByRole("navigation").getByRole("button", { name: "Second" }).waitFor()
    await open("/monitors")
    await page.waitForURL(`**/app/monitors?org=${second}`)
    await using another = await showOperator(stage)
    await another.open("/monitors")
    await another.page.waitForURL(`**/app/monitors?org=${first}`)
  })

  it("tells a tab whose browser signed in as somebody else, and goes on as who they are now or were", {
    timeout
  }, async () => {
    const made = await asOperator("/admin/organizations", { name: "Harbour", plan: "pro" })
    const { id } = (await made.json()) as { readonly id: string }
    const answer = await asOperator(`/admin/organizations/${id}/keys`, { name: "of Harbour" })
    const { secret } = (await answer.json()) as { readonly secret: string }
    const own = (stage.server.headers.authorization ?? "").replace("Bearer ", "")
    await watch(stage, "quay", "The quay is open")
    await using shown = await stage.show()
    const { page } = shown
    const context = page.context()
    const signIn = async (tab: Page, key: string) => {
      await tab.getByLabel("API key or operator token").fill(key)
      await tab.getByRole("button", { name: "Sign in" }).click()
      await tab.getByRole("navigation").waitFor()
    }
    const told = page.getByRole("alertdialog", { name: "This browser is signed in as somebody else now." })
    await page.goto(`${stage.server.url}/app/monitors`)
    await page.getByText("Page quay").first().waitFor()

    // Who signs in anew with the same key is nobody else.
    const other = await context.newPage()
    const signInAnew = async (key: string) => {
      await other.goto(`${stage.server.url}/app/enter`)
      const looks = page.waitForResponse((response) => new URL(response.url()).pathname === "/session")
      await signIn(other, key)
      await looks
    }
    await signInAnew(own)
    assert.strictEqual(await told.count(), 0)
    await signInAnew(secret)
    await told.getByText("Since then this browser signed in with a key of Harbour").waitFor()
    await assertAccessible(page)
    for (let times = 0; times < 3; times++) await page.keyboard.press("Escape")
    await assertGoesAround(page, told, told.getByRole("button", { name: "Go on as signed in now" }))
    await told.getByRole("button", { name: "Go on as signed in now" }).click()
    await page.getByRole("navigation").getByRole("button", { name: "Harbour" }).waitFor()
    assert.strictEqual(await told.count(), 0)

    // A browser that told nobody, as where tabs do not hear each other: what is refused says it.
    await context.request.post(`${stage.server.url}/session`, { data: { key: own } })
    // What the screen shows may be read again by itself, and refused, before the link is pressed: then it says so already.
    await page.getByRole("navigation").getByRole("link", { name: "Monitors" }).dispatchEvent("click")
    await told.waitFor()
    await told.getByRole("link", { name: "Sign in as before" }).click()
    await signIn(page, secret)
    await page.waitForURL("**/app/monitors")
    await page.getByRole("navigation").getByRole("button", { name: "Harbour" }).waitFor()

    await other.goto(`${stage.server.url}/app/monitors`)
    await other.getByRole("navigation").getByRole("button", { name: "Harbour" }).click()
    await other.getByRole("button", { name: "Sign out" }).click()
    await page.getByRole("alertdialog", { name: "This browser is signed out." }).waitFor()
    assert.deepStrictEqual(shown.faults, [])
  })

  it("goes by letters from a screen that has meanings of its own for them, and finds by typing", {
    timeout
  }, async () => {
    await using shown = await stage.show()
    const { open, page } = shown
    await open("/inbox")
    await rows(page).first().waitFor()
    await page.keyboard.press("j")
    await page.getByRole("tab", { name: "Text" }).waitFor()
    await page.keyboard.press("g")
    await page.keyboard.press("m")
    await page.waitForURL("**/app/monitors*")
    assert.strictEqual(await page.getByRole("dialog").count(), 0)
    await page.keyboard.press("Control+k")
    await page.getByRole("dialog").waitFor()
    await page.keyboard.type("Usage")
    await page.keyboard.press("Enter")
    await page.waitForURL("**/app/usage*")
  })
})
