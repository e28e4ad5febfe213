/** Waits for content that a page says, or shows, is still to come: its scripts ask for it some time after the page was loaded. */
import {
  awaitsScripts,
  isBesideContent,
  isNamedForComing,
  isNamedForWaiting,
  littleContent,
  mostLoadingText,
  muchContent,
  saysThatItLoads
} from "@kittiwake/core/internal/pages/domain/awaitedContent"
import { passedMillis } from "@kittiwake/core/internal/passedMillis"
import { Effect } from "effect"
import { type EmptyPart, type PageContent, seeContent } from "../page/awaited.ts"
import type { CallFailed } from "./PageFailed.ts"
import type { PageWorld } from "./PageWorld.ts"

/** A page that says that more comes is waited for so long; one that has an empty part, which says less, for less. */
export const mostAwaitedMillis = 3_000
const emptyMillis = 1_000

const betweenLooks = "100 millis"

const mayBeFilled = ({ className, id, isList }: EmptyPart): boolean =>
  (isList || id !== "") && !isBesideContent(id) && !isBesideContent(className)

/** For how long something that is seen of a page is worth waiting for. */
export const worthMillis = ({ classes, contentLength, emptyParts, isMarked, texts }: PageContent): number => {
  const isWaiting = contentLength < littleContent && classes.some(isNamedForWaiting)
  const saysSo = isMarked || isWaiting || texts.some(saysThatItLoads) || classes.some(isNamedForComing)
  if (awaitsScripts({ contentLength, saysSo, hasEmptyPart: false })) return mostAwaitedMillis
  return awaitsScripts({ contentLength, saysSo, hasEmptyPart: emptyParts.some(mayBeFilled) }) ? emptyMillis : 0
}

/** Tells whether it has come. Takes up to `mostMillis`, and no time of a page that has its content. */
export const awaitContent = Effect.fnUntraced(function* (
  { run }: PageWorld,
  mostMillis: number
): Effect.fn.Return<boolean, CallFailed> {
  const began = yield* passedMillis
  let hasWaited = false
  while (true) {
    const content = yield* run(seeContent, { muchContent, shortText: mostLoadingText })
    const worth = content === null ? 0 : Math.min(worthMillis(content), mostMillis)
    if (worth === 0) return hasWaited
    if ((yield* passedMillis) - began >= worth) return false
    yield* Effect.sleep(betweenLooks)
    hasWaited = true
  }
})
