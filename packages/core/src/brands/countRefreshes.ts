/** What came of brands that were read again. */
import { countersBy } from "../counters.ts"

/** `postponed` is what could not be read for a reason of ours, `lost` what somebody else has read meanwhile or does. */
export const countRefreshes = countersBy({
  name: "kittiwake_brand_refreshes_total",
  description: "Brands that this process has read again because they were old.",
  label: "outcome",
  values: ["refreshed", "failed", "postponed", "lost"]
})
