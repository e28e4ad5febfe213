/** Every dialog, opened and left by the keyboard alone: observed is where the focus is. */
import { globSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { eventually } from "../../../test/endToEnd/eventually.ts"
import { letIn } from "../../../test/endToEnd/letIn.ts"
import { openEmbedded } from "../../../test/endToEnd/storages.ts"
import { needsBrowserHere } from "../../../test/setup/browser.ts"
import { edit, watch } from "./support/changes.ts"
import { assertDialog, type Opening } from "./support/dialogs.ts"
import { asOperator, operatorEnv, showOperator } from "./support/operator.ts"
import { openReceiver, type Receiver } from "./support/receiver.ts"
import { openStage, type Stage } from "./support/Stage.ts"

const timeout = 300_000

const app = join(import.meta.dirname, "../app")

/** Files with a dialog that are held to it elsewhere, and where. */
const elsewhere: Readonly<Record<string, string>> = {
  "parts/Confirm.tsx": "it is the dialog of all that ask",
  "parts/Dialog.tsx": "it is the dialog itself",
  "parts/Leaving.tsx": "unsaved.test.ts",
  "screens/demonstration/Banner.tsx": "demonstration.test.ts",
  // It is left by its ways on alone.
  "shell/SignedInElse.tsx": "tabs.test.ts"
}

interface Ids {
  readonly change: string
  readonly monitor: string
  readonly arrived: string
  readonly batch: string
}

interface Visit {
  readonly file: string
  readonly path: (ids: Ids) => string
  /** Comes to where it is opened from. */
  readonly prepare?: (page: Page) => Promise<void>
  readonly opening: (page: Page) => Opening
}

const button = (name: string | RegExp) => (page: Page) => ({ opener: page.getByRole("button", { name }).first() })

const extract = { payload: { url: "https://shop.example/tea", schema: { type: "object" }, instructions: "Prices" } }

const visits: ReadonlyArray<Visit> = [
  // At first: it does not wait for the page that it is kept from for good.
  { file: "screens/work/Batch.tsx", path: ({ batch }) => `/work/${batch}`, opening: button("Cancel it") },
  { file: "parts/CallDialog.tsx", path: () => "/monitors", opening: button("As a call of the API") },
  {
    file: "shell/Shortcuts.tsx",
    path: () => "/monitors",
    opening: (page) => ({ opener: page.getByRole("link", { name: "Watch something" }), key: "?" })
  },
  {
    file: "shell/Palette.tsx",
    path: () => "/monitors",
    opening: (page) => ({ opener: page.getByRole("link", { name: "Watch something" }), key: "Control+k" })
  },
  { file: "shell/Preferences.tsx", path: () => "/monitors", opening: button("Default") },
  { file: "screens/views/ViewsDialog.tsx", path: () => "/inbox?q=tea&show=all", opening: button("Views") },
  {
    file: "screens/change/MuteDialog.tsx",
    path: ({ change }) => `/changes/${change}`,
    opening: button(/^Mute like this/)
  },
  { file: "screens/change/ShareDialog.tsx", path: ({ change }) => `/changes/${change}`, opening: button(/^Share/) },
  {
    file: "screens/monitors/Monitor.tsx",
    path: ({ monitor }) => `/monitors/${monitor}`,
    opening: button("Remove")
  },
  {
    file: "screens/monitors/Signing.tsx",
    path: ({ monitor }) => `/monitors/${monitor}?tab=settings`,
    opening: button("Make a new secret")
  },
  {
    file: "screens/monitors/ManyBar.tsx",
    path: () => "/monitors",
    prepare: (page) => page.getByRole("checkbox", { name: "Choose all that are shown" }).check(),
    opening: (page) => ({ opener: page.getByRole("toolbar").getByRole("button", { name: "Remove" }) })
  },
  { file: "screens/keys/NewKey.tsx", path: () => "/keys", opening: button("Make a key") },
  { file: "screens/keys/RevokeKey.tsx", path: () => "/keys", opening: button("End") },
  { file: "screens/keys/Profiles.tsx", path: () => "/keys?tab=profiles", opening: button("Keep a profile") },
  { file: "screens/keys/Profiles.tsx", path: () => "/keys?tab=profiles", opening: button("Renew") },
  { file: "screens/keys/Profiles.tsx", path: () => "/keys?tab=profiles", opening: button("Remove") },
  { file: "screens/keys/Apps.tsx", path: () => "/keys?tab=apps", opening: button("End access") },
  {
    file: "screens/keys/Sessions.tsx",
    path: () => "/keys?tab=sessions",
    opening: (page) => ({ opener: page.getByRole("row").getByRole("button", { name: "End" }).first() })
  },
  {
    file: "screens/deliveries/OwnInbox.tsx",
    path: () => "/deliveries?tab=inbox",
    opening: button("Replace the address")
  },
  {
    file: "screens/deliveries/Delivery.tsx",
    path: ({ arrived }) => `/deliveries/${arrived}`,
    opening: button("Send again")
  },
  { file: "screens/deliveries/ReplayDialog.tsx", path: () => "/deliveries", opening: button("Send all failed again") },
  {
    file: "screens/playground/Playground.tsx",
    path: ({ monitor }) =>
      `/playground?operation=monitors.remove&input=${encodeURIComponent(JSON.stringify({ params: { monitor_id: monitor } }))}`,
    opening: button("Send")
  },
  {
    file: "screens/playground/MakeMonitor.tsx",
    path: () => `/playground?operation=extraction.extract&input=${encodeURIComponent(JSON.stringify(extract))}`,
    prepare: async (page) => {
      await page.route("**/v1/web/extract", (route) =>
        route.fulfill({ json: { data: { tea: "10 euro" }, urls_analyzed: ["https://shop.example/tea"] } })
      )
      await page.getByRole("button", { name: "Send" }).click()
      await page.getByText("answered 200").waitFor()
    },
    opening: button("Make this a monitor")
  }
]

describe("dialogs", needsBrowserHere, () => {
  let stage: Stage
  let receiver: Receiver
  let organization: string
  let ids: Ids
  const gone = Promise.withResolvers<void>()

  beforeAll(async () => {
    receiver = await openReceiver()
    stage = await openStage(openEmbedded, { env: operatorEnv, outside: [receiver] })
    const { data } = await asOperator<{ data: ReadonlyArray<{ id: string }> }>(stage, "/admin/organizations")
    organization = data[0]?.id ?? assert.fail()
    const hooked = (path: string) => ({
      webhook: { url: `${receiver.url}${path}`, events: ["change.detected", "run.completed"] }
    })
    const tea = await watch(stage, "tea", "Tea costs 10 euro", hooked("/taken"))
    const jobs = await watch(stage, "jobs", "Cook", hooked("/refused"))
    const change = await edit(stage, tea, "tea", "Tea costs 12 euro")
    const settled = (monitorId: string, status: string) =>
      eventually(
        () =>
          stage.call<{ data: ReadonlyArray<{ id: string; status: string }> }>("POST", "/v1/webhooks/deliveries", {
            type: "monitor",
            monitor_id: monitorId
          }),
        (answer) => answer.data.some((one) => one.status === status)
      )
    const arrived = (await settled(tea.id, "delivered")).data.find(({ status }) => status === "delivered")
    await settled(jobs.id, "failed")
    await stage.call("POST", "/v1/org/browser/profiles", { description: "Portal" })
    const key = (stage.server.headers.authorization ?? "").replace("Bearer ", "")
    await letIn(stage.server.url, "Gull", { key })
    stage.site.hold("slow", gone.promise)
    const input = { mode: "scrape", data: { format: "markdown", urls: [{ url: stage.site.pageUrl("slow") }] } }
    const batch = await stage.call<{ id: string }>("POST", "/v1/batch/submit", { input })
    ids = { change, monitor: tea.id, arrived: arrived?.id ?? assert.fail(), batch: batch.id }
  }, timeout)

  afterAll(async () => {
    gone.resolve()
    await stage?.[Symbol.asyncDispose]()
    await receiver?.[Symbol.asyncDispose]()
  }, timeout)

  it("are all visited here, or named with where they are", async () => {
    const files = globSync("**/*.tsx", { cwd: app })
    const texts = await Promise.all(files.map((file) => readFile(join(app, file), "utf8")))
    const having = files.filter((_, at) => /<Dialog\b|<Confirm\b|<dialog\b/.test(texts[at] ?? ""))
    const known = new Set([...visits.map(({ file }) => file), ...Object.keys(elsewhere)])
    assert.deepStrictEqual(having.toSorted(), [...known].toSorted())
    // Whatever stands above the screen is that one dialog, or says itself why it is none.
    assert.deepStrictEqual(
      files.filter((_, at) => /<dialog\b|showModal|role="dialog"/.test(texts[at] ?? "")).toSorted(),
      ["parts/Dialog.tsx", "shell/SignedInElse.tsx"]
    )
  })

  it("take the focus, keep it, name what closes them, are closed by Escape and give the focus back", {
    timeout
  }, async () => {
    await using shown = await showOperator(stage)
    const { open, page } = shown
    page.setDefaultTimeout(10_000)
    const wrong: Array<string> = []
    for (const { file, opening, path, prepare } of visits) {
      const to = path(ids)
      await open(`${to}${to.includes("?") ? "&" : "?"}org=${organization}`)
      try {
        await prepare?.(page)
        await assertDialog(page, opening(page))
      } catch (error) {
        wrong.push(`${file} at ${to}: ${error}`)
      }
    }
    if (wrong.length > 0) assert.fail(wrong.join("\n"))
    assert.deepStrictEqual(shown.faults, [])
  })

  it("give the focus back to what opened the first of several, and to the content where that is gone", {
    timeout
  }, async () => {
    await using shown = await showOperator(stage)
    const { open, page } = shown
    const focused = () => page.evaluate<string>("document.activeElement.outerHTML.slice(0, 400)")
    await open(`/monitors?org=${organization}`)
    const link = page.getByRole("link", { name: "Watch something" })
    for (const [action, title] of [
      ["Keyboard", "Keyboard"],
      ["Appearance", "Organization"]
    ] as const) {
      await link.focus()
      await page.keyboard.press("Control+k")
      await page.getByRole("option", { name: action }).click()
      await page.getByRole("dialog", { name: title }).waitFor()
      await page.keyboard.press("Escape")
      await page.locator("dialog[open]").waitFor({ state: "detached" })
      assert.include(await focused(), "Watch something", action)
    }
    await open(`/keys?org=${organization}`)
    await page.getByRole("button", { name: "Make a key" }).press("Enter")
    await page.keyboard.type("Nightly prices")
    await page.keyboard.press("Enter")
    await page.getByRole("dialog", { name: "The key is made." }).waitFor()
    await page.getByRole("button", { name: "I have it" }).press("Enter")
    await page.locator("dialog[open]").waitFor({ state: "detached" })
    assert.include(await focused(), "Make a key")
    // Escape that is pressed again and again closes one after the other, and never leaves one that is not seen.
    for (let presses = 0; presses < 3; presses++) {
      await page.getByRole("button", { name: "Default" }).press("Enter")
      await page.getByRole("dialog").waitFor()
      await page.keyboard.press("Escape")
      await page.keyboard.press("Escape")
      await page.locator("dialog[open]").waitFor({ state: "detached" })
    }
    assert.deepStrictEqual(shown.faults, [])
  })
})
