/** Data that is asked of hostile pages, and hostile schemas that are asked of others. */
import { type Attack, ask, type World } from "./asking.ts"
import { pages } from "./pages.ts"

/** Of these pages what they say costs more than what they show. */
const said = [
  "3,900 labels of 3,900 values",
  "100,000 labels of 100,000 values",
  "names of microdata 200 deep",
  "3,000,000 names of microdata",
  "things of microdata under 100 names each",
  "JSON-LD whose objects refer to 700 others",
  "labels 190 deep"
]

const text = { type: "string" }
const usual = {
  company: text,
  price: { type: "number" },
  products: { type: "array", items: { type: "object", properties: { name: text, price: { type: "number" } } } }
}

const extracting =
  (page: string, properties: object): Attack =>
  (world: World) =>
    ask(
      world,
      "POST",
      "/v1/web/extract",
      JSON.stringify({
        url: `http://localhost:${world.sitePort}/page/${Object.keys(pages).indexOf(page)}`,
        schema: { type: "object", properties },
        maxPages: 1,
        maxAgeMs: 0,
        timeoutMS: 20_000
      }),
      { "content-type": "application/json" }
    )

const rowsOf = (properties: number, more: object = {}) => ({
  rows: {
    type: "array",
    items: {
      type: "object",
      properties: Object.fromEntries(
        Array.from({ length: properties }, (_, at) => [`name price ${at}`, { type: "string", ...more }])
      )
    }
  }
})

export const extracts: Readonly<Record<string, Attack>> = {
  ...Object.fromEntries(said.map((page) => [page, extracting(page, usual)])),
  "300 properties of 700 rows": extracting("table of 700 rows", rowsOf(300, { description: "the price of the title" })),
  "5,000 choices of 700 rows": extracting(
    "table of 700 rows",
    rowsOf(1, { enum: Array.from({ length: 5_000 }, (_, at) => `c${at}`) })
  )
}
