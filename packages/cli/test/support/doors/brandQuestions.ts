/** What is asked of the index of brands. */
import type { Question } from "./Question.ts"

const search: Pick<Question, "client" | "embedded" | "operation"> = {
  operation: "GET /v1/brand/search",
  client: (client, _, query) => client.get("/brand/search", { query }),
  embedded: (kittiwake, _, asked) => kittiwake.brand.search(asked)
}

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
  { name: "brands without a word", ...search, asked: () => ({ query: " " }), refused: "INPUT_VALIDATION_ERROR" }
]
