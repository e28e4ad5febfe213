/** Other rules for what a monitor watches and tells, and what they would have told of its history. */
import { Duration } from "effect"
import type { Change } from "./Change.ts"
import type { Judgement } from "./Judgement.ts"
import type { ChangeDetection, Target } from "./Target.ts"
import type { Version } from "./Version.ts"

/** Rules to try; what is left out is as the monitor has it. */
export interface BacktestRules {
  readonly includeSelectors?: ReadonlyArray<string>
  readonly excludeSelectors?: ReadonlyArray<string>
  readonly normalizeWhitespace?: boolean
  readonly includeNoise?: boolean
  /** Lines that are never told. */
  readonly pinnedLines?: ReadonlyArray<string>
  /** Of a sitemap: globs of the paths to keep, and of those to drop. */
  readonly include?: ReadonlyArray<string>
  readonly exclude?: ReadonlyArray<string>
  /** What its owner wants to know. */
  readonly goal?: string
  /** Refused of every kind of target: nothing that it could be read from is kept. */
  readonly schema?: unknown
  readonly changeDetection?: ChangeDetection
  /** Newest versions that are looked at, two by two. */
  readonly limit: number
}

/** What one backtest may take. @internal */
export const backtestLimits = {
  pairs: { most: 500, default: 100 },
  /** Bytes of sources and contents that are read. */
  bytes: 64 * 1024 * 1024,
  /** No pair is begun after so long. */
  time: Duration.seconds(15)
} as const

/** What one backtest may take, where it is not all there is: bytes of versions, and milliseconds. */
export interface BacktestBudget {
  readonly bytes: number
  readonly millis: number
}

/** What a backtest may take that is alone. @internal */
export const wholeBudget: BacktestBudget = {
  bytes: backtestLimits.bytes,
  millis: Duration.toMillis(backtestLimits.time)
}

/** Why something would be told of a pair, or why not. */
export type ReplayReason =
  /** It differs by the rules that were tried. */
  | "differs"
  | "same"
  /** A judge says that it does not matter for the goal. */
  | "irrelevant"
  /** It may matter, and the judge is less sure of it than the threshold asks. */
  | "unsure"
  /** The rules keep nothing of the later one: the run would have failed, and kept its baseline. */
  | "empty"
  /** What the later one was read from is not kept, and the rules differ from those that it was read by. */
  | "no_source"
  /** Nothing before it could be read, or it is the first of its target. */
  | "first"
  | "too_much"

/** A difference as it would be told, with what a judge said of it where one was asked. */
export interface Found {
  readonly title: string
  readonly summary: string
  readonly judgement: Pick<Judgement, "importance" | "confidence" | "by" | "reasons"> | null
}

/** Two versions that follow each other, as they would be compared. */
export interface Replay {
  readonly from: Version
  readonly to: Version
  readonly reason: ReplayReason
  /** What was found; null where nothing differs. It is told when the reason is `differs`. */
  readonly found: Found | null
  /** What was found then; null where nothing was. */
  readonly was: Pick<Change, "id" | "title" | "importance" | "confidence"> | null
}

/** The rules that were tried, whole. */
export interface TriedRules {
  readonly target: Target
  readonly changeDetection: ChangeDetection
}

/** What came of a backtest, oldest pair first. */
export interface Backtest {
  readonly replays: ReadonlyArray<Replay>
  /** It ended before the pairs did, because of its limits of bytes and time; what is missing is the newest. */
  readonly isCut: boolean
}
