import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type Browser, chromium } from "playwright-core"
import { withoutFeatures } from "../../packages/adapters/playwright/src/launchArguments.ts"
import { type Server, startServer } from "../endToEnd/Server.ts"
import { openEmbedded, type Storage } from "../endToEnd/storages.ts"
import { browserHere, needsBrowserHere } from "../setup/browser.ts"

const timeout = 60_000

describe("the reference in a browser", needsBrowserHere, () => {
  let browser: Browser
  let server: Server
  let storage: Storage

  beforeAll(async () => {
    storage = await openEmbedded()
    server = await startServer(storage, [])
    const { env, path } = await browserHere()
    const options = { executablePath: path, args: ["--disable-background-networking", withoutFeatures] }
    browser = await chromium.launch({ ...options, env: { ...process.env, ...env } })
  }, timeout)

  afterAll(async () => {
    await browser?.close()
    await server?.[Symbol.asyncDispose]()
    await storage?.[Symbol.asyncDispose]()
  }, timeout)

  it("shows every operation without asking another host for anything", { timeout }, async () => {
    const page = await browser.newPage()
    const asked: Array<string> = []
    const failures: Array<string> = []
    page.on("request", (request) => asked.push(request.url()))
    page.on("pageerror", (error) => failures.push(error.message))
    await page.goto(`${server.url}/docs`)
    await page.getByRole("heading", { name: "Kittiwake" }).first().waitFor()
    await page.getByText("Create a monitor and queue its baseline run").first().waitFor()
    assert.deepStrictEqual(failures, [])
    const elsewhere = asked.filter((url) => url.startsWith("http") && !url.startsWith(server.url))
    assert.deepStrictEqual(elsewhere, [])
  })
})
