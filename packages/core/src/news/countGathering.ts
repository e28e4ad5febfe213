/** What came of asking sources for news. */
import { countersBy } from "../counters.ts"

/** `news` brought something new, `nothing` did not; `lost` is what somebody else asked meanwhile. */
export const countGathering = countersBy({
  name: "kittiwake_news_sources_asked_total",
  description: "Sources of news that this process has asked.",
  label: "outcome",
  values: ["news", "nothing", "failed", "gone", "postponed", "lost"]
})

/** Looks through sites of companies that somebody asked for: `cut` when time ended one before there was anything new. */
export const countLooks = countersBy({
  name: "kittiwake_news_sites_looked_through_total",
  description: "Sites of companies that this process has looked through for news.",
  label: "outcome",
  values: ["news", "nothing", "cut"]
})
