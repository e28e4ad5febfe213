/** What is asked of the data of a site. */
import type { AskTask, ExtractData, Kittiwake } from "kittiwake"
import { answerRecord } from "../../../../http/src/answers/records.ts"
import { extractRecord } from "../../../../http/src/extraction/records.ts"
import type { Opened } from "./opened.ts"
import type { Question } from "./Question.ts"

type Found = Awaited<ReturnType<Kittiwake["web"]["extract"]>>

const ofData: Pick<Question, "client" | "embedded" | "onTheWire" | "operation" | "differs"> = {
  operation: "POST /v1/web/extract",
  client: (client, _, asked) => client.web.extract(asked),
  embedded: (kittiwake, _, asked: ExtractData) => kittiwake.web.extract(asked),
  onTheWire: (found: Found) => ({ ...extractRecord(found), creditsUsed: found.creditsUsed })
}

const schema = {
  type: "object",
  properties: { name: { type: "string" }, sku: { type: "string" }, price: { type: "number" } },
  required: ["name", "price"]
}

const tin = ({ shop }: Opened) => ({ url: `${shop}products/tin`, schema, maxPages: 1, maxAgeMs: 0 })

type Answered = Awaited<ReturnType<Kittiwake["web"]["answers"]>>

const ofTask: typeof ofData = {
  operation: "POST /v1/web/answers",
  client: (client, _, asked) => client.web.answers(asked),
  embedded: (kittiwake, _, asked: AskTask) => kittiwake.web.answers(asked),
  onTheWire: (answer: Answered) => ({ ...answerRecord(answer), creditsUsed: answer.creditsUsed })
}

export const extractionQuestions: ReadonlyArray<Question> = [
  { name: "the data of a page", ...ofData, asked: tin },
  {
    name: "the data of a page, in its own words",
    ...ofData,
    asked: (opened) => ({ ...tin(opened), factCheck: true, instructions: "What it is and what it costs" })
  },
  {
    name: "data of a page that is gone",
    ...ofData,
    asked: ({ shop }) => ({ url: `${shop}gone`, schema }),
    refused: "NOT_FOUND"
  },
  {
    name: "an answer from a site that the task names",
    ...ofTask,
    // What the installation has read by then is searched beside the site.
    differs: ["sources"],
    asked: ({ shop }) => ({
      task: `What does ${shop}products/tin cost?`,
      json_format: { name: "", price: 0 },
      mode: "fast"
    })
  },
  {
    name: "an answer in the shape of a text",
    ...ofTask,
    asked: () => ({ task: "What is tea?", json_format: { "": "" } }),
    refused: "INPUT_VALIDATION_ERROR"
  },
  {
    name: "data in the shape of a list",
    ...ofData,
    asked: (opened) => ({ ...tin(opened), schema: { type: "array" } }),
    refused: "INPUT_VALIDATION_ERROR"
  },
  {
    name: "data by a field that is misspelt",
    ...ofData,
    asked: (opened) => ({ ...tin(opened), instruction: "Prices" }),
    refused: "INPUT_VALIDATION_ERROR"
  }
]
