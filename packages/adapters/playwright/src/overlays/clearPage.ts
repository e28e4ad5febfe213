/** Clears what lies over a page before it is read. */
import { Effect } from "effect"
import { answerBanner, type ConsentWords, clearOverlays, hideBanners } from "../page/overlays.ts"
import type { OpenPage } from "../render/OpenPage.ts"
import { settleBriefly } from "../render/settle.ts"
import { closeWords, consentWords } from "./consentWords.ts"

/** A banner may come a moment after the page; it is looked for so often, with a pause in between. */
const maxLooks = 4
const pause = "250 millis"

/** Presses a button of a cookie banner; gives what was pressed, or null when there was none. */
export const answerCookieBanner = Effect.fnUntraced(function* (opened: OpenPage, answer: ConsentWords["answer"]) {
  const words = consentWords(answer)
  let pressed: string | null = null
  for (let look = 0; look < maxLooks && pressed === null; look++) {
    if (look > 0) yield* Effect.sleep(pause)
    pressed = yield* opened.world.run(answerBanner, words)
  }
  if (pressed !== null) yield* settleBriefly(opened)
  yield* opened.world.run(hideBanners, { selectors: words.knownBanners })
  return pressed
})

/** Puts away whatever else covers the page. */
export const putAwayOverlays = Effect.fnUntraced(function* (opened: OpenPage) {
  const { closed, hidden } = yield* opened.world.run(clearOverlays, { close: closeWords })
  if (closed > 0) yield* settleBriefly(opened)
  return closed + hidden
})
