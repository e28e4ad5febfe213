/** What is asked of the industries of companies. */
import type { FindCompetitors, Kittiwake, RetrieveNaics, RetrieveSic } from "kittiwake"
import { competitorsRecord } from "../../../../http/src/competitors/records.ts"
import type { Opened } from "./opened.ts"
import type { Question } from "./Question.ts"

type Named = Awaited<ReturnType<Kittiwake["industry"]["retrieveNaics"]>>

const inWords = ({ codes, creditsUsed, domain, isPart }: Named) => ({
  status: "ok",
  domain,
  codes,
  ...(isPart ? { partial: true } : {}),
  creditsUsed
})

const ofNaics: Pick<Question, "client" | "embedded" | "onTheWire" | "operation"> = {
  operation: "GET /v1/web/naics",
  client: (client, _, asked) => client.industry.retrieveNaics(asked),
  embedded: (kittiwake, _, asked: RetrieveNaics) => kittiwake.industry.retrieveNaics(asked),
  onTheWire: (named: Named) => ({ ...inWords(named), type: "naics" })
}

const ofSic: typeof ofNaics = {
  operation: "GET /v1/web/sic",
  client: (client, _, asked) => client.industry.retrieveSic(asked),
  embedded: (kittiwake, _, asked: RetrieveSic) => kittiwake.industry.retrieveSic(asked),
  onTheWire: (named: Named, { type = "original_sic" }: RetrieveSic) => ({
    ...inWords(named),
    type: "sic",
    classification: type
  })
}

type Competing = Awaited<ReturnType<Kittiwake["web"]["extractCompetitors"]>>

const ofCompetitors: typeof ofNaics = {
  operation: "GET /v1/web/competitors",
  client: (client, _, asked) => client.web.extractCompetitors(asked),
  embedded: (kittiwake, _, asked: FindCompetitors) => kittiwake.web.extractCompetitors(asked),
  onTheWire: (found: Competing) => ({ ...competitorsRecord(found), creditsUsed: found.creditsUsed })
}

const shop = ({ shop: url }: Opened) => ({ input: new URL(url).host, maxResults: 3 })

export const industryQuestions: ReadonlyArray<Question> = [
  { name: "a shop", ...ofNaics, asked: shop },
  {
    name: "a shop, at least four codes",
    ...ofNaics,
    asked: (opened) => ({ ...shop(opened), minResults: 4, maxResults: 8 })
  },
  { name: "a shop by the manual", ...ofSic, asked: shop },
  { name: "a shop by the list of the SEC", ...ofSic, asked: (opened) => ({ ...shop(opened), type: "latest_sec" }) },
  { name: "a name", ...ofNaics, asked: () => ({ input: "Acme Industries" }), refused: "NOT_FOUND" },
  {
    name: "more at least than at most",
    ...ofSic,
    asked: (opened) => ({ ...shop(opened), minResults: 4 }),
    refused: "INPUT_VALIDATION_ERROR"
  },
  {
    name: "competitors of a shop",
    ...ofCompetitors,
    asked: ({ shop: url }) => ({ domain: new URL(url).host, numCompetitors: 3 })
  },
  {
    name: "competitors of nothing",
    ...ofCompetitors,
    asked: () => ({ domain: "a b" }),
    refused: "INPUT_VALIDATION_ERROR"
  },
  {
    name: "too many codes",
    ...ofNaics,
    asked: (opened) => ({ ...shop(opened), maxResults: 11 }),
    refused: "INPUT_VALIDATION_ERROR"
  }
]
