/** What is asked of competitors, as the core takes it: every door maps here. */
import type { CompetitorRequest } from "@kittiwake/core/competitors/Competitors"
import { defaultCompetitors } from "@kittiwake/core/competitors/domain/Competitor"

interface CompetitorsAsked {
  readonly domain: string
  readonly numCompetitors?: number
}

export const competitorRequest = ({
  domain,
  numCompetitors = defaultCompetitors
}: CompetitorsAsked): CompetitorRequest => ({ domain, count: numCompetitors })
