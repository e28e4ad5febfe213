/** What is asked for as a picture. With a browser it is taken; without one each door says the same of what is missing. */
import { Buffer } from "node:buffer"
import type { Screenshot } from "kittiwake"
import { hasBrowser } from "../../../../../test/setup/browser.ts"
import type { Question } from "./Question.ts"

type Taken = Awaited<ReturnType<Parameters<Question["embedded"]>[0]["web"]["screenshot"]>>

const viewport = { width: 320, height: 240 }

/** The first picture is taken and the others get it, so that all are the same. How old it is then differs. */
const age = ["age_ms", "status"]

const screenshot: Pick<Question, "client" | "embedded" | "operation"> = {
  operation: "GET /v1/web/scrape/screenshot",
  client: (client, _, asked) => client.web.webScrapeScreenshot(asked),
  embedded: (kittiwake, _, asked: Screenshot) => kittiwake.web.screenshot(asked)
}

const siteScreenshot: typeof screenshot = {
  operation: "GET /v1/web/screenshot",
  client: (client, _, asked) => client.web.screenshot(asked),
  embedded: (kittiwake, _, asked: Screenshot) => kittiwake.web.screenshot(asked)
}

const onTheWire = ({ cache, creditsUsed, finalDomState, height, png, width }: Omit<Taken, "url">) => ({
  width,
  height,
  screenshot: Buffer.from(png).toString("base64"),
  finalDOMState: finalDomState,
  cache_metadata: { status: cache.status, age_ms: cache.ageMillis },
  creditsUsed
})

const withoutBrowser = hasBrowser ? {} : { refused: "INTERNAL_ERROR" }

export const pictureQuestions: ReadonlyArray<Question> = [
  {
    name: "a picture of a page",
    ...screenshot,
    asked: ({ shop: url }) => ({ url, viewport, waitForMs: 0 }),
    onTheWire: ({ url, ...taken }: Taken) => ({ url, ...onTheWire(taken) }),
    addresses: "screenshot",
    differs: age,
    ...withoutBrowser
  },
  {
    name: "a picture where none may be taken",
    ...screenshot,
    asked: ({ forbidden: url }) => ({ url, viewport }),
    refused: hasBrowser ? "WEBSITE_ACCESS_ERROR" : "INTERNAL_ERROR"
  },
  {
    name: "a picture of a site at an address",
    ...siteScreenshot,
    asked: ({ shop: directUrl }) => ({ directUrl, viewport, waitForMs: 0 }),
    // A program asks for it by the address, at the price of a page.
    embedded: (kittiwake, _, { directUrl: url, ...asked }: Screenshot & { readonly directUrl: string }) =>
      kittiwake.web.screenshot({ url, ...asked }),
    onTheWire: ({ url, ...taken }: Taken) => ({
      status: "ok",
      code: 200,
      domain: new URL(url).host,
      screenshotType: "viewport",
      ...onTheWire(taken)
    }),
    addresses: "screenshot",
    differs: [...age, "creditsUsed"],
    ...withoutBrowser
  },
  {
    name: "a picture of a site at a private name",
    ...siteScreenshot,
    asked: () => ({ domain: "wiki.corp", page: "pricing", viewport }),
    refused: "WEBSITE_NOT_FOUND"
  },
  {
    name: "a picture of no site and no page",
    ...siteScreenshot,
    asked: () => ({ viewport: { width: 1 } }),
    refused: "INPUT_VALIDATION_ERROR"
  }
]
