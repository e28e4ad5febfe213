/** How long versions are kept. */
import { Duration } from "effect"

/** The newest version of a monitor stays, whatever these say. */
export interface HistoryRetention {
  /** How long a version is kept after another took its place. */
  readonly historyAge: Duration.Duration
  /** Most versions of an organization; beyond, those that were replaced longest ago go first. */
  readonly historyVersions: number
  /** Most bytes of an organization's versions without their pictures, each as it is stored; beyond, the same go first. */
  readonly historyBytes: number
  /** How long a picture is kept after another version took the place of its own. */
  readonly pictureAge: Duration.Duration
  /** Most pictures of an organization; beyond, those that were taken first go. */
  readonly pictures: number
  /** Most bytes of an organization's pictures, as they are stored; beyond, the same go first. */
  readonly pictureBytes: number
}

/**
 * A year of hourly checks, all of which find a change, is 8,784 versions of an ordinary page, of some 25 KB each with its
 * source: 220 MB.
 */
export const historyRetentionDefaults: HistoryRetention = {
  historyAge: Duration.days(400),
  historyVersions: 100_000,
  historyBytes: 2_000_000_000,
  pictureAge: Duration.days(90),
  pictures: 10_000,
  pictureBytes: 2_000_000_000
}

/** How long a version waits for the run that captured it to be recorded. No run holds its claim so long. */
export const stagedFor = Duration.days(1)
