/** The industries of a company, by what its site says (contract/design-industry.md §4, §5). */
import { Clock, Effect } from "effect"
import { atSite } from "../companies/atSite.ts"
import { findCompany } from "../companies/findCompany.ts"
import { readCompanySite } from "../companies/readCompanySite.ts"
import { exactly } from "../credits/domain/PriceRange.ts"
import { InvalidInput } from "../InvalidInput.ts"
import { defaultMarkdown, nothing } from "../pages/domain/ScrapeRequest.ts"
import { siteHost } from "../sites/domain/SiteScope.ts"
import { charged } from "../web/charged.ts"
import type { Call } from "../web/domain/Call.ts"
import { type Deadline, leftOf } from "../web/domain/Deadline.ts"
import { WebsiteInaccessible } from "../web/errors.ts"
import { inTime } from "../web/inTime.ts"
import type { IndustryScheme } from "./domain/IndustryScheme.ts"
import { industryPrice } from "./domain/Price.ts"
import type { Fit } from "./domain/pickIndustries.ts"
import { siteWordsOf } from "./domain/SiteWords.ts"
import { IndustryClassifier } from "./IndustryClassifier.ts"

export interface IndustryRequest {
  /** Domain of the company, or its name. */
  readonly company: string
  readonly scheme: IndustryScheme
  readonly count: { readonly atLeast: number; readonly atMost: number }
}

/** A code with what its list says of it. */
export interface NamedIndustry {
  readonly code: string
  readonly name: string
  readonly confidence: "high" | "medium" | "low"
  /** First two digits and what they stand for; the manual of 1987 alone has them. */
  readonly majorGroup?: string
  readonly majorGroupName?: string
  /** Who reviews filings; the list of the SEC alone has it. */
  readonly office?: string
}

export interface CompanyIndustries {
  readonly domain: string
  readonly codes: ReadonlyArray<NamedIndustry>
  /** Whether the deadline left pages out. */
  readonly isPart: boolean
}

const wants = { ...nothing, markdown: { ...defaultMarkdown, includeLinks: false } }

const named = ({ confidence, group, industry }: Fit, scheme: IndustryScheme): NamedIndustry => ({
  code: industry.code,
  name: industry.title,
  confidence,
  ...(scheme === "original_sic" ? { majorGroup: industry.code.slice(0, 2), majorGroupName: group } : {}),
  ...(industry.office === undefined ? {} : { office: industry.office })
})

/** A site that accepts a part has kept time to be judged; another has what is left. */
const judge = Effect.fnUntraced(function* (
  domain: string,
  { count, scheme }: IndustryRequest,
  deadline: Deadline,
  zeroRetention: boolean
) {
  const site = yield* readCompanySite({
    domain,
    wants,
    mainContentOnly: true,
    freshness: { zeroRetention },
    deadline
  })
  const words = siteWordsOf(
    site.pages.map(({ capture, shaped }) => ({
      metadata: shaped.metadata ?? { sourceUrl: capture.finalUrl, finalUrl: capture.finalUrl },
      markdown: shaped.markdown ?? "",
      links: shaped.links
    }))
  )
  const leftMillis = leftOf(deadline, yield* Clock.currentTimeMillis)
  const { by, fits } = yield* (yield* IndustryClassifier).classify({ scheme, words, count, leftMillis })
  yield* Effect.annotateCurrentSpan({
    domain,
    scheme,
    by,
    pages: site.pages.length,
    language: words.language,
    code: fits[0]?.industry.code ?? ""
  })
  if (fits.length === 0) {
    return yield* new WebsiteInaccessible({ message: "The site says nothing by which its industry could be told." })
  }
  return { domain, site, fits }
})

/** Names the industries of a company. */
export const nameIndustries = Effect.fn("Industries.name")(function* (call: Call, request: IndustryRequest) {
  if (request.count.atLeast > request.count.atMost) {
    return yield* new InvalidInput({ field: "minResults", message: "must not be more than maxResults" })
  }
  return yield* charged(
    call,
    exactly(industryPrice)
  )(
    Effect.fnUntraced(function* () {
      const { deadline, freshness } = call
      const judging = Effect.flatMap(findCompany(request.company), (domain) =>
        judge(domain, request, deadline, freshness.zeroRetention).pipe(
          Effect.mapError((error) => (siteHost(request.company) === domain ? error : atSite(domain)(error)))
        )
      )
      const { domain, fits, site } = yield* inTime(judging, deadline)
      const codes = fits.map((fit) => named(fit, request.scheme))
      return { value: { domain, codes, isPart: site.isPart } satisfies CompanyIndustries, credits: industryPrice }
    })
  )
})
