/** Pages by a second hand that are held out. */
import { heldMixedLife } from "./heldMixedLife.ts"
import { heldMixedTrade } from "./heldMixedTrade.ts"

export const heldMixed = [...heldMixedTrade, ...heldMixedLife]
