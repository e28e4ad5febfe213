/** Sites as companies have them, each asked by the public client for all that is known of a site. */
import { assert, describe, it } from "@effect/vitest"
import { ImageReader, ImageUnreadable } from "@kittiwake/core/pages/ImageReader"
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import * as HtmlFactReader from "@kittiwake/html/FactReader"
import * as HtmlStyleReader from "@kittiwake/html/StyleReader"
import ContextDev from "context.dev"
import { Effect, Layer } from "effect"
import { halves, sitesOf } from "../../../bench/quality/brands/sites.ts"
import { openShop, plans } from "../products/shops.ts"
import { type Server, withServer } from "../Server.ts"

const noPicture = Effect.fail(new ImageUnreadable({ message: "There are no pictures." }))

/** Pages are read as they are read in use; there are no pictures. */
const real = {
  readers: Layer.mergeAll(
    PlainReaders.layer,
    HtmlFactReader.layer,
    HtmlStyleReader.layer,
    Layer.succeed(ImageReader, { describe: () => noPicture, crop: () => noPicture, slice: () => noPicture })
  )
}

const sites = new Map(halves.flatMap(sitesOf).map((site) => [site.domain, site]))

const openSite = async (server: Server, domain: string) => {
  for (const [address, { body, location, status }] of sites.get(domain)?.answers ?? []) {
    await server.show(address, location === null ? { body, status } : { body: "", redirectTo: location })
  }
}

/** What was answered, or the code of what was refused. */
const outcome = async <A>(ask: PromiseLike<A>): Promise<A | string> => {
  try {
    return await ask
  } catch (cause) {
    assert.instanceOf(cause, ContextDev.APIError)
    return String(Object(cause.error).error_code)
  }
}

/** Everything that callers ask of a site, one after the other. */
const askAll = async ({ client }: Server, domain: string) => {
  const directUrl = `https://${domain}/`
  const brand = await outcome(client.brand.retrieve({ type: "by_domain", domain }))
  const simplified = await outcome(client.brand.retrieveSimplified({ domain }))
  const found = await outcome(client.brand.search({ query: domain }))
  const guide = await outcome(client.web.extractStyleguide({ domain }))
  const fonts = await outcome(client.web.extractFonts({ domain }))
  const product = await outcome(client.ai.extractProduct({ url: directUrl }))
  const products = await outcome(client.ai.extractProducts({ domain }))
  const naics = await outcome(client.industry.retrieveNaics({ input: domain }))
  const sic = await outcome(client.industry.retrieveSic({ input: domain }))
  const of = <A, B>(answer: A | string, tell: (answer: A) => B): B | string =>
    typeof answer === "string" ? answer : tell(answer)
  return {
    title: of(brand, (one) => one.brand?.title),
    language: of(brand, (one) => one.brand?.primary_language),
    simplified: of(simplified, (one) => one.brand?.title),
    found: of(found, (one) => one.results?.some((other) => other.domain === domain)),
    mode: of(guide, (one) => one.styleguide?.mode),
    fonts: of(fonts, (one) => one.fonts.length > 0),
    isProduct: of(product, (one) => one.is_product_page),
    sells: of(products, (one) => one.products?.map(({ name }) => name).sort()),
    naics: of(naics, (one) => one.codes?.[0]?.code.slice(0, 3)),
    sic: of(sic, (one) => one.codes?.[0]?.code.length)
  }
}

/** The nine operations where nobody may look. */
const refused = (code: string) => ({
  ...{ title: code, language: code, simplified: code, mode: code, fonts: code, isProduct: code, sells: code },
  ...{ naics: code, sic: code, found: false }
})

const plain = { found: true, mode: "light", fonts: true, isProduct: false } as const

type Told = Awaited<ReturnType<typeof askAll>>

/** Sites by their kind, and what is told of them; what is not named differs with the few industries that tests know. */
const kinds: ReadonlyArray<readonly [kind: string, domain: string, told: Partial<Told>]> = [
  [
    "well made",
    "lumenra.example",
    { ...plain, title: "Lumenra", simplified: "Lumenra", language: "english", naics: "513", sic: 4 }
  ],
  ["sloppy", "brightpathdental.example", { ...plain, title: "Brightpath Dental", sells: [], naics: "621", sic: 4 }],
  ["multilingual", "hotel-mirasol.example", { ...plain, title: "Hotel Mirasol", language: "spanish", naics: "721" }],
  // Nothing draws it here: its head is all that is known, and what it sells is not said to be nothing.
  [
    "made by scripts",
    "quillboard.example",
    {
      ...{ title: "Quillboard", language: "english", mode: "INTERNAL_ERROR" },
      ...{ isProduct: "INTERNAL_ERROR", sells: "INTERNAL_ERROR" }
    }
  ],
  ["a shop", "hearth.example", { ...plain, title: "Hearth", sells: ["Mug Four", "Mug One", "Mug Three", "Mug Two"] }],
  ["a marketplace", "bazaarly.example", { ...plain, title: "Bazaarly", language: "english", sells: [] }],
  ["priced software", "loom.example", { ...plain, title: "Loom", sells: ["Loom"] }],
  ["parked", "velvetpine.example", { title: "NOT_FOUND", simplified: "NOT_FOUND", found: false, sells: [] }],
  ["blocked", "harvest-lane.example", refused("WEBSITE_BLOCKED")]
]

describe("a site of a company", () => {
  it(
    "is told as what it is by all nine operations",
    withServer(async (server) => {
      await openShop(server)
      await server.show("https://loom.example/", `<title>Loom</title><h1>Loom</h1><a href="/pricing">Pricing</a>`)
      await server.show("https://loom.example/pricing", plans)
      for (const [kind, domain, expected] of kinds) {
        await openSite(server, domain)
        const told = await askAll(server, domain)
        const asked = Object.fromEntries(Object.keys(expected).map((key) => [key, told[key as keyof Told]]))
        assert.deepStrictEqual(asked, expected, `${kind}: ${JSON.stringify(told)}`)
      }
    }, real)
  )
})
