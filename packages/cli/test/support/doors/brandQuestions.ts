/** What is asked of the index of brands, and of brands by their sites. */
import type { RetrieveBrandInput, ToldBrand, ToldSimpleBrand } from "kittiwake"
import { brandRecord, pageRecord, simpleRecord } from "../../../../http/src/brands/brandRecord.ts"
import type { Opened } from "./opened.ts"
import type { Question } from "./Question.ts"

const search: Pick<Question, "client" | "embedded" | "operation"> = {
  operation: "GET /v1/brand/search",
  client: (client, _, query) => client.get("/brand/search", { query }),
  embedded: (kittiwake, _, asked) => kittiwake.brand.search(asked)
}

const told = ({ cache, creditsUsed, isPart }: Pick<ToldBrand, "cache" | "creditsUsed" | "isPart">) => ({
  ...{ status: "ok", code: 200, creditsUsed },
  cache_metadata: { status: cache.status, age_ms: cache.ageMillis },
  ...(isPart ? { partial: true } : {})
})

const at = (id: string) => `/assets/${id}`

/** Who asks first has it read, and the others get what was kept. */
const retrieves: Pick<Question, "client" | "differs" | "embedded" | "onTheWire" | "operation"> = {
  operation: "POST /v1/brand/retrieve",
  client: (client, _, asked) => client.brand.retrieve(asked),
  embedded: (kittiwake, _, asked: RetrieveBrandInput) => kittiwake.brand.retrieve(asked),
  onTheWire: ({ brand, ...rest }: ToldBrand, asked: RetrieveBrandInput) => ({
    ...told(rest),
    brand: (asked.type === "by_direct_url" ? pageRecord : brandRecord)(brand, at)
  }),
  differs: ["cache_metadata", "logos", "backdrops"]
}

const byQuery: typeof retrieves = {
  ...retrieves,
  operation: "GET /v1/brand/retrieve",
  client: null,
  embedded: (kittiwake, _, asked: { readonly domain: string }) =>
    kittiwake.brand.retrieve({ type: "by_domain", ...asked })
}

const simplified: typeof retrieves = {
  ...retrieves,
  operation: "GET /v1/brand/retrieve-simplified",
  client: (client, _, asked) => client.brand.retrieveSimplified(asked),
  embedded: (kittiwake, _, asked: { readonly domain: string }) => kittiwake.brand.retrieveSimplified(asked),
  onTheWire: ({ brand, ...rest }: ToldSimpleBrand) => {
    const { backdrops, colours, domain, logos, title } = brand
    const nothing = { slogan: null, description: null, socials: [], address: null, stock: null, employees: null }
    const noLinks = { careers: null, blog: null, pricing: null, contact: null, terms: null, privacy: null }
    const others = {
      links: noLinks,
      email: null,
      phone: null,
      language: null,
      isAdult: false,
      sources: [],
      isThin: false
    }
    const whole = { ...nothing, ...others, domain, title, colours, logos, backdrops }
    return { ...told(rest), brand: simpleRecord(whole, null, at) }
  }
}

const host = ({ shop }: Opened): string => new URL(shop).host

export const brandQuestions: ReadonlyArray<Question> = [
  { name: "brands by how their names begin", ...search, asked: () => ({ query: " GitH " }) },
  {
    name: "brands with everything that can be said",
    ...search,
    client: (client, _, asked) => client.brand.search(asked),
    asked: () => ({ query: "gihtub", typoTolerance: 2, autocomplete: false, queryBy: ["name", "domain"] })
  },
  { name: "no brand", ...search, asked: () => ({ query: "github", country: "IS", language: "icelandic" }) },
  {
    name: "brands of no country",
    ...search,
    asked: () => ({ query: "github", country: "de" }),
    refused: "INPUT_VALIDATION_ERROR"
  },
  { name: "a brand by its domain", ...retrieves, asked: (opened) => ({ type: "by_domain", domain: host(opened) }) },
  { name: "a brand by one page", ...retrieves, asked: ({ shop }) => ({ type: "by_direct_url", direct_url: shop }) },
  { name: "a brand in a query", ...byQuery, asked: (opened) => ({ domain: host(opened) }) },
  { name: "a brand simply", ...simplified, asked: (opened) => ({ domain: host(opened) }) },
  {
    name: "a brand simply, for dark ground",
    ...simplified,
    asked: (opened) => ({ domain: host(opened), theme: "dark" })
  },
  {
    name: "a brand that nobody knows",
    ...retrieves,
    asked: () => ({ type: "by_name", name: "Nobody At All" }),
    refused: "NOT_FOUND"
  },
  {
    name: "a brand by the mailbox of anybody",
    ...retrieves,
    asked: () => ({ type: "by_email", email: "jo@gmail.com" }),
    refused: "FREE_EMAIL_DETECTED"
  },
  {
    name: "a brand in no time",
    ...retrieves,
    asked: () => ({ type: "by_domain", domain: "nobody.example", timeoutMS: 9_000 }),
    refused: "COLD_DOMAIN_TIMEOUT_TOO_LOW"
  },
  {
    name: "a brand by two names",
    ...retrieves,
    asked: () => ({ type: "by_domain", domain: "shop.example", name: "Shop" }),
    refused: "INPUT_VALIDATION_ERROR"
  },
  {
    name: "a brand in a query and in no time",
    ...byQuery,
    asked: () => ({ domain: "nobody.example", timeoutMS: 9_000 }),
    refused: "COLD_DOMAIN_TIMEOUT_TOO_LOW"
  },
  {
    name: "a brand simply and in no time",
    ...simplified,
    asked: () => ({ domain: "nobody.example", timeoutMS: 9_000 }),
    refused: "COLD_DOMAIN_TIMEOUT_TOO_LOW"
  },
  { name: "brands without a word", ...search, asked: () => ({ query: " " }), refused: "INPUT_VALIDATION_ERROR" }
]
