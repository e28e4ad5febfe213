/** A person before a real browser, who is asked to let a program in. */
import { assert } from "@effect/vitest"
import { type Browser, chromium, type Page } from "playwright-core"
import { browserHere } from "../../../../test/setup/browser.ts"

/** What a person does who is asked. */
export interface Person extends AsyncDisposable {
  readonly browser: Browser
  /** Signs in with a key and allows all that is asked; the address at which the browser ends. */
  readonly allow: (asked: string, given: { readonly key: string; readonly credits?: number }) => Promise<URL>
}

/** Fills in the first page. */
export const signIn = async (page: Page, key: string): Promise<void> => {
  await page.getByLabel("Your API key").fill(key)
  await page.getByRole("button", { name: "Go on" }).click()
  await page.getByRole("heading", { name: /^Allow / }).waitFor()
}

/** Starts the browser. */
export const openPerson = async (): Promise<Person> => {
  const { env, path } = await browserHere()
  const browser = await chromium.launch({
    executablePath: path,
    args: ["--disable-background-networking", "--lang=en-US"],
    env: { ...process.env, ...env }
  })
  return {
    browser,
    allow: async (asked, { credits = 100_000, key }) => {
      const context = await browser.newContext({ locale: "en-US" })
      try {
        const page = await context.newPage()
        await page.goto(asked)
        assert.include(await page.getByRole("heading").first().textContent(), "wants to connect")
        await signIn(page, key)
        await page.getByLabel("Most credits a day").fill(String(credits))
        const sentTo = page.waitForURL((url) => url.searchParams.has("code"))
        await page.getByRole("button", { name: "Allow", exact: true }).click()
        await sentTo
        return new URL(page.url())
      } finally {
        await context.close()
      }
    },
    [Symbol.asyncDispose]: () => browser.close()
  }
}
