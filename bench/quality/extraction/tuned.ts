/** All pages that the rules are made with. */
import type { SamplePage } from "./SamplePage.ts"
import { tunedMoney } from "./tunedMoney.ts"
import { tunedPlaces } from "./tunedPlaces.ts"
import { tunedShops } from "./tunedShops.ts"

export const tuned: ReadonlyArray<SamplePage> = [...tunedShops, ...tunedPlaces, ...tunedMoney]
