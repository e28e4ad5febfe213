/**
 * `node bench/dashboard/firstChange.ts`: how long it takes a new person from the clone to a first change that was delivered, with
 * nothing but the dashboard. It clones this repository, runs the two commands of the README, opens the link that is printed in a real
 * browser, watches a page there, changes the page, and reads the change and the event that the built-in inbox took. A person's reading and typing come on top.
 */
import { spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { parseArgs } from "node:util"
import { chromium } from "playwright-core"
import { root } from "../../scripts/workspace.ts"
import { browserHere } from "../../test/setup/browser.ts"

const { values } = parseArgs({ options: { pictures: { type: "string" } } })

const began = performance.now()
let last = began
const step = (what: string): void => {
  const now = performance.now()
  console.log(`${((now - last) / 1_000).toFixed(1).padStart(6)} s  ${what}`)
  last = now
}

const run = (cwd: string, command: string, ...args: ReadonlyArray<string>): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ["ignore", "ignore", "inherit"] })
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${command} ended with code ${code}`))))
  })

let price = "$10"
const site = createServer((_, response) => {
  response.setHeader("content-type", "text/html")
  response.end(`<!doctype html><title>Tea</title><main><h1>Tea</h1><p>Price: ${price}</p></main>`)
})
await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
const address = site.address()
const place = `127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`

const home = await mkdtemp(join(tmpdir(), "kittiwake-first-change-"))
const clone = join(home, "kittiwake")
await run(home, "git", "clone", "--quiet", root, clone)
step("git clone")
await run(clone, "npm", "ci", "--silent")
step("npm ci")

const server = spawn("npm", ["start", "--silent"], {
  cwd: clone,
  env: { ...process.env, KITTIWAKE_PORT: "0", KITTIWAKE_EGRESS_ALLOW: place, KITTIWAKE_LOG: "pretty" },
  stdio: ["ignore", "pipe", "inherit"],
  detached: true
})
const link = await new Promise<string>((resolve, reject) => {
  createInterface({ input: server.stdout }).on("line", (line) => {
    const [found] = /http:\/\/\S+\/app\/enter#\S+/.exec(line) ?? []
    if (found !== undefined) resolve(found)
  })
  server.once("exit", (code) => reject(new Error(`npm start ended with code ${code}`)))
})
step("npm start, until it prints the link")

const { env, path } = await browserHere()
const browser = await chromium.launch({ executablePath: path, env: { ...process.env, ...env } })
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: "en-US" })
  page.setDefaultTimeout(60_000)
  let shown = 0
  const picture = async (): Promise<void> => {
    if (values.pictures !== undefined) await page.screenshot({ path: join(values.pictures, `${++shown}.png`) })
  }
  await page.goto(link)
  const look = page.getByRole("button", { name: "Look at it" })
  await look.waitFor()
  await picture()
  step("the link opens signed in, with what to do first")
  await page.getByRole("main").getByRole("textbox").first().fill(`http://${place}/`)
  await look.click()
  await page.getByText("Price: $10").first().waitFor()
  await picture()
  step("an address is typed in, and what would be watched is shown")
  await page.getByRole("button", { name: "Use the built-in inbox" }).click()
  await page.getByRole("button", { name: "Watch it" }).click()
  await page.getByRole("button", { name: "Run now" }).waitFor()
  await page.getByRole("tab", { name: "Runs" }).click()
  await page.getByText("first look").first().waitFor()
  await picture()
  step("it is watched, and was looked at for the first time")
  price = "$12"
  await page.getByRole("button", { name: "Run now" }).click()
  await page.getByRole("link", { name: "Inbox" }).first().click()
  await page.getByRole("listbox", { name: "Inbox" }).getByRole("option").first().click()
  await page.getByRole("region", { name: "What differs" }).waitFor()
  await picture()
  step("the page has changed, and the inbox says what")
  await page.getByRole("tab", { name: "Deliveries" }).click()
  await page.getByText("delivered").first().waitFor()
  await page.getByRole("link", { name: "Deliveries" }).first().click()
  await page.getByRole("tab", { name: "Built-in inbox" }).click()
  await page.getByText("signature is right").first().waitFor()
  await picture()
  step("the event was delivered, and its signature is right")
  console.log(`${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} s  in all`)
} finally {
  await browser.close()
  if (server.pid !== undefined) process.kill(-server.pid, "SIGTERM")
  site.close()
  await new Promise((resolve) => server.once("exit", resolve))
  await rm(home, { recursive: true, force: true })
}
