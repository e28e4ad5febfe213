/** Whether keys of an operator open what a database holds, for who looks at a copy before it is taken in. */
import { Option } from "effect"
import { openRing, readRing } from "./KeyRing.ts"

export { now as besideName } from "./KeyPlace.ts"
export { missingText, ringName } from "./Sealer.ts"

/** Whether one of the keys opens a ring as it is kept. */
export const opensRing = (ring: string, secrets: ReadonlyArray<string>): boolean =>
  Option.isSome(openRing(readRing(ring), secrets))

/** Whether the key that opens a ring is being replaced. */
export const standsAt = (ring: string): "rotating" | "settled" =>
  readRing(ring).goingTo === null ? "settled" : "rotating"
