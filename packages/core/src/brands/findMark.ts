/** The mark that a brand publishes with its name. */
import { Effect } from "effect"
import { siteHost } from "../sites/domain/SiteScope.ts"
import { TextRecords } from "../web/TextRecords.ts"
import { bimiMark, bimiNames } from "./domain/bimi.ts"
import type { PictureCandidate } from "./domain/pictureCandidates.ts"

/** A mark is drawn to be shown as a square, and its owner names it as such: no icon is surer. */
const ofMark = (source: string): PictureCandidate => ({ source, kind: "url", use: "icon", weight: 1 })

/** The drawing that the host of the front page names, or else its registered domain; none where it declined. */
export const findMark = Effect.fnUntraced(function* (frontUrl: string, domain: string) {
  const records = yield* TextRecords
  for (const name of bimiNames(siteHost(frontUrl) ?? domain, domain)) {
    const mark = bimiMark(yield* records.at(name))
    if (mark._tag === "At") return [ofMark(mark.url)]
    if (mark._tag === "Declined") return []
  }
  return []
})
