/** What is asked of the search of the web. */
import type { Kittiwake, SearchPages } from "kittiwake"
import { searchRecord } from "../../../../http/src/search/records.ts"
import type { Question } from "./Question.ts"

type Found = Awaited<ReturnType<Kittiwake["web"]["search"]>>

const ofSearch: Pick<Question, "client" | "embedded" | "onTheWire" | "operation" | "differs"> = {
  operation: "POST /v1/web/search",
  client: (client, _, asked) => client.web.search(asked),
  embedded: (kittiwake, _, asked: SearchPages) => kittiwake.web.search(asked),
  onTheWire: (found: Found) => ({ ...searchRecord(found), creditsUsed: found.creditsUsed })
}

export const searchQuestions: ReadonlyArray<Question> = [
  {
    name: "pages that nobody has read",
    ...ofSearch,
    asked: () => ({ query: "a word that stands nowhere: xyzzyplugh" })
  },
  {
    name: "pages of what is no domain",
    ...ofSearch,
    asked: () => ({ query: "tea", includeDomains: ["no domain"] }),
    refused: "INPUT_VALIDATION_ERROR"
  },
  {
    name: "pages by a field that is misspelt",
    ...ofSearch,
    asked: () => ({ query: "tea", numResult: 10 }),
    refused: "INPUT_VALIDATION_ERROR"
  },
  {
    name: "pages by a range of a PDF that ends before it begins",
    ...ofSearch,
    asked: () => ({ query: "tea", markdownOptions: { enabled: true, pdf: { start: 3, end: 2 } } }),
    refused: "INPUT_VALIDATION_ERROR"
  }
]
