/** What is asked of news. */
import type { Kittiwake, SearchNews } from "kittiwake"
import type { Question } from "./Question.ts"

const ofNews: Pick<Question, "client" | "embedded" | "operation"> = {
  operation: "POST /v1/news/search",
  client: (client, _, asked) => client.news.search(asked),
  embedded: (kittiwake: Kittiwake, _, asked: SearchNews) => kittiwake.news.search(asked)
}

export const newsQuestions: ReadonlyArray<Question> = [
  {
    name: "news of a company that publishes some",
    ...ofNews,
    asked: ({ shop }) => ({
      searchBy: { type: "entity", entity: { type: "domain", domain: new URL(shop).host } },
      filterBy: { articleLanguage: ["en"] }
    })
  },
  {
    name: "news of a company that nobody knows",
    ...ofNews,
    asked: () => ({ searchBy: { type: "entity", entity: { type: "name", name: "Nobody knows it" } }, limit: 3 })
  },
  {
    name: "news by two filters at once",
    ...ofNews,
    asked: () => ({
      searchBy: { type: "entity", entity: { type: "name", name: "Kiln" } },
      filterBy: { articleLanguage: ["en"], sourceCountry: ["at"] }
    }),
    refused: "INPUT_VALIDATION_ERROR"
  },
  {
    name: "news after a place that is none",
    ...ofNews,
    asked: () => ({ searchBy: { type: "entity", entity: { type: "name", name: "Kiln" } }, cursor: "nowhere" }),
    refused: "INPUT_VALIDATION_ERROR"
  }
]
