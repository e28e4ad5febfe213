/** One row for each half and judge. */
import { calibrationErrorOf, importanceOf, misquotedOf, precisionOf, recallOf, toldOf } from "./figures.ts"
import type { Measured } from "./measureJudges.ts"

/** What a monitor that names no threshold has (contract/monitors.md §1.3). */
export const usualThreshold = 0.75

/** What the built-in judge must reach on the half that nothing was made with. */
export const bar = { precision: 0.95, recall: 0.95 } as const

export const share = (value: number | undefined): string => (value === undefined ? "–" : value.toFixed(3))

export const totalsHead =
  "half | judge | pairs | precision | recall | told wrongly | missed | calibration error | importance | misquoted | died | ms of CPU | bar"

export const totalsRow = ({ died, half, judge, judged, processorMillis }: Measured): string => {
  const told = toldOf(judged, usualThreshold)
  const [precision, recall] = [precisionOf(told), recallOf(told)]
  const isReached = (precision ?? 0) >= bar.precision && (recall ?? 0) >= bar.recall
  const importance = importanceOf(judged)
  return [
    half,
    judge,
    told.pairs,
    share(precision),
    share(recall),
    told.wrong,
    told.missed,
    share(calibrationErrorOf(judged)),
    `${importance.same} of ${importance.of}`,
    misquotedOf(judged),
    died,
    processorMillis.toFixed(1),
    isReached ? "reached" : "missed"
  ].join(" | ")
}
