/** What is asked of the look of sites. */
import type { ExtractFonts, ExtractStyleguide, Kittiwake } from "kittiwake"
import type { Question } from "./Question.ts"

type Guide = Awaited<ReturnType<Kittiwake["design"]["extractStyleguide"]>>
type Fonts = Awaited<ReturnType<Kittiwake["design"]["extractFonts"]>>

const looked = ({ cache, creditsUsed, domain, finalDomState }: Guide | Fonts) => ({
  status: "ok",
  code: 200,
  domain,
  finalDOMState: finalDomState,
  cache_metadata: { status: cache.status, age_ms: cache.ageMillis },
  creditsUsed
})

/** The page is looked at once, and the others get that look. How old it is then differs. */
const age = ["age_ms", "status"]

const ofStyleguide: Pick<Question, "client" | "differs" | "embedded" | "onTheWire" | "operation"> = {
  operation: "GET /v1/web/styleguide",
  client: (client, _, asked) => client.web.extractStyleguide(asked),
  embedded: (kittiwake, _, asked: ExtractStyleguide) => kittiwake.design.extractStyleguide(asked),
  onTheWire: ({ styleGuide, ...site }: Guide) => ({ ...looked({ ...site, styleGuide }), styleguide: styleGuide }),
  differs: age
}

const ofFonts: typeof ofStyleguide = {
  operation: "GET /v1/web/fonts",
  client: (client, _, asked) => client.web.extractFonts(asked),
  embedded: (kittiwake, _, asked: ExtractFonts) => kittiwake.design.extractFonts(asked),
  onTheWire: ({ fontLinks, fonts, ...site }: Fonts) => ({
    ...looked({ ...site, fontLinks, fonts }),
    fonts: fonts.map(({ elements, percentElements, percentWords, words, ...use }) => ({
      ...use,
      num_elements: elements,
      num_words: words,
      percent_elements: percentElements,
      percent_words: percentWords
    })),
    ...(Object.keys(fontLinks).length === 0 ? {} : { fontLinks })
  }),
  differs: age
}

export const designQuestions: ReadonlyArray<Question> = [
  {
    name: "what a page looks like",
    ...ofStyleguide,
    asked: ({ shop: directUrl }) => ({ directUrl })
  },
  { name: "the fonts of a page", ...ofFonts, asked: ({ shop: directUrl }) => ({ directUrl }) },
  {
    name: "a page in the dark",
    ...ofStyleguide,
    asked: ({ shop: directUrl }) => ({ directUrl, colorScheme: "dark" })
  },
  {
    name: "a page and a site at once",
    ...ofStyleguide,
    asked: ({ shop: directUrl }) => ({ directUrl, domain: "shop.example" }),
    refused: "INPUT_VALIDATION_ERROR"
  },
  {
    name: "the fonts of a page that may not be reached",
    ...ofFonts,
    asked: ({ forbidden: directUrl }) => ({ directUrl }),
    refused: "WEBSITE_ACCESS_ERROR"
  },
  {
    name: "no domain",
    ...ofFonts,
    asked: () => ({ domain: "no domain" }),
    refused: "INPUT_VALIDATION_ERROR"
  }
]
