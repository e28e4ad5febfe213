/** What the end of a batch must be, from what was seen of it. */
import type { Batch } from "@kittiwake/core/batches/domain/Batch"
import type { KnownBatch } from "./KnownBatch.ts"

export interface Ending {
  readonly known: KnownBatch
  /** The batch as it ended. */
  readonly after: Batch
  /** Pages under way, and hosts with pages that wait, before the end. */
  readonly underWay: number
  readonly waiting: number
  /** Credits that the organization could spend before the end. */
  readonly available: number
  readonly nowMillis: number
  readonly skewMillis: number
}

/** Without progress for so long a batch has failed (contract/batches.md). */
const stallMillis = 30 * 60_000

type Say = (what: string) => void

/** Whether it ended for the reason that it names. */
const checkStatus = ({ after, known, nowMillis, skewMillis, underWay, waiting }: Ending, say: Say): void => {
  const attempted = known.count("Succeeded") + known.count("Failed")
  const isStalled = nowMillis - known.progressAtMillis >= stallMillis - skewMillis
  switch (after.status) {
    case "completed":
      if (known.isCancelled) say("a cancelled batch was completed")
      if (underWay > 0 || (waiting > 0 && attempted < after.intake.reserved))
        say("a batch was completed with pages that are still to be read")
      if (!after.intake.reservedIsCeiling && attempted + known.count("Dropped") < after.intake.reserved)
        say("a batch was completed without all its pages")
      return
    case "cancelled":
      if (!known.isCancelled) say("a batch was cancelled by nobody")
      if (underWay > 0) say("a batch was cancelled while pages were under way")
      return
    case "failed":
      if (after.end?.failure?.code !== "stalled" || !isStalled) say("a batch failed that came on")
      return
    default:
      say(`a batch ended as ${after.status}`)
  }
}

/** What its end says was counted, and what it gave back and charged. */
export const checkEnding = (ending: Ending, say: Say): void => {
  const { after, available, known } = ending
  checkStatus(ending, say)
  const { end, intake } = after
  if (end === null) {
    say("a batch ended without an end")
    return
  }
  const [succeeded, failed] = [known.count("Succeeded"), known.count("Failed")]
  const pending = intake.reservedIsCeiling ? 0 : intake.reserved - succeeded - failed
  const { progress } = end
  if (progress.succeeded !== succeeded || progress.failed !== failed || progress.pending !== pending)
    say("the end of a batch tells other pages than were recorded")
  if (end.refunded !== intake.reserved - succeeded) say("a batch gave back something else than what did not succeed")
  const { recoveredPages } = known
  if (end.ocrCharged > recoveredPages) say("a batch was charged for pages that were not read from their picture")
  // What can be spent may have grown since the end was counted up.
  if (end.ocrCharged < Math.min(recoveredPages, end.refunded)) say("a batch was not charged for what it gave back")
  if (end.ocrCharged > end.refunded + Math.max(0, available)) say("a batch was charged more than there was")
}
