/** What a difference means for what its owner wants to know (contract/monitors.md §1.9). */
import { Schema } from "effect"
import type { TextMarks } from "../../pages/domain/TextMarks.ts"
import type { TargetType } from "./Target.ts"

export const Importance = Schema.Literals(["low", "medium", "high"])
export type Importance = typeof Importance.Type

/** What stood there and what stands there now, word for word; empty where nothing did. */
export const Evidence = Schema.Struct({
  before: Schema.String,
  after: Schema.String,
  /** The page that it is of; not there when it is of the whole target. */
  url: Schema.optionalKey(Schema.String)
})
export type Evidence = typeof Evidence.Type

/** A difference, and whoever asks what it means. */
export interface ChangeQuestion {
  /** What the owner wants to know, in words; null asks for any change that means something. */
  readonly goal: string | null
  readonly url: string
  readonly targetType: TargetType
  /** Comparable texts, whole. What only one of several looks showed is in neither. */
  readonly before: string
  readonly after: string
  /** What the markup of the page says of lines of `after`; of `before`, lines that say the same are taken for the same. */
  readonly marks?: TextMarks
  /** Who asks: answers of a model are kept for each apart. None is kept for nobody. */
  readonly organizationId?: string
  /** A model may be asked as well: the answer has the parts that it is asked about. */
  readonly forModel?: true
}

export const Judgement = Schema.Struct({
  /** Whether it is what the goal asks for. What cannot be told is. */
  isRelevant: Schema.Boolean,
  importance: Importance,
  /** How sure the judge is of `isRelevant`, from 0 to 1. */
  confidence: Schema.Finite,
  /** What happened, on one line, without the name of the monitor. */
  title: Schema.String,
  summary: Schema.String,
  /** Every quote stands in its text. */
  evidence: Schema.Array(Evidence),
  by: Schema.Literals(["rules", "model"]),
  /** What differs, as a model reads it; not there where none is to be asked. */
  parts: Schema.optionalKey(Schema.String),
  /** Which rule said so, about which words: for the trace. */
  reasons: Schema.Array(Schema.String)
})
export type Judgement = typeof Judgement.Type

/** Most quotes and most reasons of a judgement, and longest of each, in characters. */
export const judgementLimits = { evidence: 5, quote: 500, reasons: 8, reason: 300, title: 160, summary: 1_000 } as const

/** Whether a judgement is told to the owner of a monitor with this threshold. */
export const isTold = ({ confidence, isRelevant }: Judgement, confidenceThreshold: number): boolean =>
  isRelevant && confidence >= confidenceThreshold
