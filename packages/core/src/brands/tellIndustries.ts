/** In which industries a brand is, by what its pages say. */
import { Clock, Effect } from "effect"
import { type BrandIndustry, eicCodes, eicOf } from "../industries/domain/eic.ts"
import { siteWordsOf } from "../industries/domain/SiteWords.ts"
import { IndustryClassifier } from "../industries/IndustryClassifier.ts"
import { type Deadline, leftOf } from "../web/domain/Deadline.ts"
import type { BrandPage } from "./domain/pageFacts.ts"

/** Most time for who asks others, such as a model. */
const askingMillis = 10_000

/** The industries that the pages show, the front page first; none where they show none that the list has. */
export const tellIndustries = Effect.fnUntraced(function* (pages: ReadonlyArray<BrandPage>, deadline: Deadline) {
  const left = leftOf(deadline, yield* Clock.currentTimeMillis)
  if (left === 0) return [] satisfies ReadonlyArray<BrandIndustry> as ReadonlyArray<BrandIndustry>
  const words = siteWordsOf(
    pages.map(({ extract, links, metadata }) => ({ metadata, markdown: extract.paragraphs.join("\n"), links }))
  )
  const question = { scheme: "naics_2022", words, count: eicCodes, leftMillis: Math.min(left, askingMillis) } as const
  const { fits } = yield* (yield* IndustryClassifier).classify(question)
  return eicOf(fits, words)
})
