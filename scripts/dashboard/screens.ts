/** The screens of the dashboard as pictures show them, with what the demo made. */
import type { Page } from "playwright-core"
import type { Demo } from "../../packages/cli/src/demo/startDemo.ts"

/** A screen: its name, where it is, and what is done there before its picture is taken. */
export interface Screen {
  readonly name: string
  readonly path: string
  readonly prepare?: (page: Page) => Promise<void>
}

/** Presses the main button, and waits for what it brings. */
const pressing = (name: RegExp, brings: string) => async (page: Page) => {
  await page.getByRole("button", { name }).first().click()
  await page.locator(brings).first().waitFor({ timeout: 60_000 })
}

/** Shares the change that is shown, and opens its link. */
const openingLink = async (page: Page) => {
  await page.keyboard.press("s")
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^(?:Make a link|Link erstellen)$/ })
    .click()
  const link = page.getByRole("dialog").getByRole("textbox")
  await page.goto(await link.inputValue())
}

/** What the demo's story has none of: a batch of pages, one of which is not there. */
const work = async ({ kittiwake, site }: Demo): Promise<string> => {
  const paths = ["/", "/pricing", "/changelog", "/jobs", "/blog/which-lens", "/blog/winter-roosts", "/blog/gone"]
  const urls = paths.map((path) => ({ url: `${site.url}${path}` }))
  const input = { mode: "scrape", data: { format: "markdown", urls, options: { useMainContentOnly: true } } } as const
  const { id } = await kittiwake.batches.submit({ input, tags: ["gannet"] })
  await kittiwake.batches.wait(id)
  return id
}

/** What a server says that somebody just started: the first step, what it is like, and how it is. */
export const freshScreens: ReadonlyArray<Screen> = [
  { name: "inbox-empty", path: "/inbox" },
  {
    name: "system",
    path: "/system",
    prepare: (page) => page.getByText("KITTIWAKE_LLM_URL").first().waitFor({ timeout: 60_000 })
  },
  {
    name: "demonstration",
    path: "/inbox",
    prepare: async (page) => {
      await page
        .getByRole("button", { name: /^(?:Show me|Open the demonstration|Vorführen|Vorführung öffnen)$/ })
        .click()
      await page.getByText(/A week has passed|Eine Woche ist vergangen/).waitFor({ timeout: 120_000 })
    }
  }
]

/** The screens, in the order of the rail. */
export const screensOf = async (demo: Demo): Promise<ReadonlyArray<Screen>> => {
  const { kittiwake, site } = demo
  const batchId = await work(demo)
  const { data: changes } = await kittiwake.monitors.changes({ limit: 20 })
  const { data: deliveries } = await kittiwake.webhooks.list({ limit: 1 })
  const goal = demo.monitors.find(({ name }) => name === "goal") ?? demo.monitors[0]!
  const pages = demo.monitors.find(({ name }) => name === "blog") ?? demo.monitors[0]!
  const price = changes.find(({ monitor_id }) => monitor_id === goal.id) ?? changes[0]!
  const moved = changes.findLast(({ monitor_id }) => monitor_id === pages.id) ?? changes[0]!
  const { data: runs } = await kittiwake.monitors.runs({ monitor_id: goal.id, limit: 20 })
  const run = runs.find(({ change_detected }) => change_detected) ?? runs[0]!
  return [
    { name: "home", path: "/" },
    { name: "inbox", path: `/inbox?change=${price.id}` },
    { name: "inbox-list", path: "/inbox" },
    { name: "change-addresses", path: `/changes/${moved.id}?tab=urls` },
    { name: "change-why", path: `/changes/${price.id}?tab=why` },
    { name: "shared-change", path: `/changes/${price.id}`, prepare: openingLink },
    { name: "monitors", path: "/monitors" },
    {
      name: "new-monitor",
      path: `/monitors/new?url=${encodeURIComponent(`${site.url}/pricing`)}`,
      prepare: async (page) => {
        await page.getByRole("button", { name: /^(?:Look at it now|Jetzt ansehen)$/ }).click()
        await page.getByText("Gannet keeps the sightings").first().waitFor({ timeout: 60_000 })
      }
    },
    { name: "monitor", path: `/monitors/${goal.id}` },
    {
      name: "values",
      path: `/monitors/${goal.id}?tab=values`,
      prepare: (page) => page.locator("figure canvas").first().waitFor({ timeout: 60_000 })
    },
    { name: "run", path: `/monitors/${goal.id}/runs/${run.id}` },
    {
      name: "playground",
      path: `/playground?operation=web.markdown&input=${encodeURIComponent(JSON.stringify({ query: { url: `${site.url}/pricing` } }))}`,
      prepare: pressing(/^Send/, "main table")
    },
    { name: "work", path: "/work" },
    { name: "batch", path: `/work/${batchId}` },
    { name: "new-work", path: `/work/new?kind=crawl&url=${encodeURIComponent(site.url)}` },
    { name: "deliveries", path: "/deliveries" },
    { name: "delivery", path: `/deliveries/${deliveries[0]!.id}` },
    { name: "deliveries-inbox", path: "/deliveries?tab=inbox" },
    { name: "usage", path: "/usage" },
    { name: "requests", path: "/usage?tab=requests" },
    { name: "keys", path: "/keys" },
    { name: "sessions", path: "/keys?tab=sessions" },
    { name: "enter", path: "/enter" }
  ]
}
