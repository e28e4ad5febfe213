/** All pages that are held out. */
import { heldMoney } from "./heldMoney.ts"
import { heldPlaces } from "./heldPlaces.ts"
import { heldShops } from "./heldShops.ts"
import type { SamplePage } from "./SamplePage.ts"

export const held: ReadonlyArray<SamplePage> = [...heldShops, ...heldPlaces, ...heldMoney]
