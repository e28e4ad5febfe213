/** What is asked of industries, as the core takes it: every door maps here. */
import { defaultMaxCodes, defaultMinCodes, type IndustryScheme } from "@kittiwake/core/industries/domain/IndustryScheme"
import type { IndustryRequest } from "@kittiwake/core/industries/Industries"

interface IndustriesAsked {
  readonly input: string
  readonly minResults?: number
  readonly maxResults?: number
}

/** The codes of a company in a list; who wants more at least than there are usually at most gets as many. */
export const industryRequest = (
  scheme: IndustryScheme,
  { input, maxResults, minResults = defaultMinCodes }: IndustriesAsked
): IndustryRequest => ({
  company: input,
  scheme,
  count: { atLeast: minResults, atMost: maxResults ?? Math.max(defaultMaxCodes, minResults) }
})
