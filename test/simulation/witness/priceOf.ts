/** What a completed run costs, in credits (contract: monitors), said a second time. */
import type { Target } from "@kittiwake/core/monitors/domain/Target"

const prices = { page: 1, acted: 2, sitemap: 1, extract: 10 } as const

export const priceOf = (target: Target): number =>
  target.type === "page" && target.actions.length > 0 ? prices.acted : prices[target.type]
