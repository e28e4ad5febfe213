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

/** A question of as many parts as it may have, for fields of as many words. */
const answering = (world: World): Promise<string> => {
  const words = Array.from({ length: 76 * 49 }, (_, at) => `b${at.toString(36)}c`)
  const fields = Array.from({ length: 76 }, (_, at) => [
    words
      .slice(at * 49, at * 49 + 49)
      .join("_")
      .slice(0, 200),
    ""
  ])
  return ask(
    world,
    "POST",
    "/v1/web/answers",
    JSON.stringify({
      task: `http://localhost:${world.sitePort}/page/0 ${";".repeat(3_900)}`,
      json_format: Object.fromEntries(fields),
      mode: "fast"
    }),
    { "content-type": "application/json" }
  )
}

const nameless = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 0]))

/** A schema whose parts refer to parts, each of which names what nobody reads. */
const referring: Attack = (world: World) =>
  ask(
    world,
    "POST",
    "/v1/web/extract",
    JSON.stringify({
      url: `http://localhost:${world.sitePort}/page/0`,
      schema: {
        type: "object",
        d: { allOf: Array.from({ length: 300 }, () => ({})), ...nameless(1_200) },
        allOf: Array.from({ length: 300 }, () => ({ $ref: "#/d" })),
        properties: { x: text }
      }
    }),
    { "content-type": "application/json" }
  )

export const extracts: Readonly<Record<string, Attack>> = {
  "a schema whose parts refer to parts": referring,
  "a task of 3,900 parts for fields of 49 words": (world) => answering({ ...world, key: world.otherKey }),
  "a task of 3,900 parts that finds what the rows before left": answering,
  ...Object.fromEntries(said.map((page) => [page, extracting(page, usual)])),
  "300 properties of 700 rows": extracting("table of 700 rows", rowsOf(300, { description: "the price of the title" })),
  "5,000 choices of 700 rows": extracting(
    "table of 700 rows",
    rowsOf(1, { enum: Array.from({ length: 5_000 }, (_, at) => `c${at}`) })
  )
}
