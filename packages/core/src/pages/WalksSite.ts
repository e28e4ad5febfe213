/** Whether the work at hand walks a site by itself. */
import { Context, Effect } from "effect"
import { GivesWay } from "../organizations/GivesWay.ts"
import { BackgroundWork } from "./BackgroundWork.ts"

/** Whether the work at hand is one of several pages of a site that nobody named by itself, such as those of an extraction. */
export const WalksSite = Context.Reference<boolean>("@kittiwake/core/internal/pages/WalksSite", {
  defaultValue: () => false
})

/** Whether the work at hand leaves hosts alone that rest: all but what somebody names and waits for. */
export const keepsRests = Effect.gen(function* () {
  return (yield* WalksSite) || (yield* GivesWay) || (yield* BackgroundWork)
})

/** Whether others go first at the host: those who wait for an answer. */
export const givesWay = Effect.zipWith(GivesWay, BackgroundWork, (gives, isBackground) => gives || isBackground)
