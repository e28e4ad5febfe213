/** What brands cost, in credits (contract/brand.md). */
import { type Plan, planTerms } from "../../organizations/domain/Plan.ts"

/** A search, whatever it finds: nothing on the larger plans. @internal */
export const brandSearchPrice = (plan: Plan): number => (["pro", "scale"].includes(planTerms[plan].tier) ? 0 : 1)

/** A brand, whether it was kept or read. @internal */
export const brandPrice = 10
