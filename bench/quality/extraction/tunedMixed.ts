/** Pages by a second hand that may be looked at. */
import { tunedMixedLife } from "./tunedMixedLife.ts"
import { tunedMixedTrade } from "./tunedMixedTrade.ts"

export const tunedMixed = [...tunedMixedTrade, ...tunedMixedLife]
