/** How well a judge does on changes whose labels are known: what it tells, how sure it is, how important it finds them. */
import { isTold, type Judgement } from "@kittiwake/core/monitors/domain/Judgement"
import type { LabelledChange } from "./LabelledChange.ts"

export interface Judged {
  readonly change: LabelledChange
  readonly judgement: Judgement
}

export interface Told {
  readonly pairs: number
  /** Told and to be told. */
  readonly right: number
  /** Told and not to be told. */
  readonly wrong: number
  /** To be told and not told. */
  readonly missed: number
}

/** What a monitor with this threshold tells. */
export const toldOf = (judged: ReadonlyArray<Judged>, threshold: number): Told => {
  const count = (isWanted: boolean, told: boolean) =>
    judged.filter(({ change, judgement }) => change.told === isWanted && isTold(judgement, threshold) === told).length
  return {
    pairs: judged.length,
    right: count(true, true),
    wrong: count(false, true),
    missed: count(true, false)
  }
}

/** Undefined where nothing was told. */
export const precisionOf = ({ right, wrong }: Told): number | undefined =>
  right + wrong === 0 ? undefined : right / (right + wrong)

/** Undefined where nothing was to be told. */
export const recallOf = ({ missed, right }: Told): number | undefined =>
  right + missed === 0 ? undefined : right / (right + missed)

export interface Bin {
  /** Confidence from here, and below the next tenth. */
  readonly from: number
  readonly pairs: number
  readonly meanConfidence: number
  /** Share of its judgements that say what the label says. */
  readonly rightShare: number
}

const mean = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0) / values.length

/** A judgement is right when it finds relevant what is to be told, whatever its confidence. */
const isRight = ({ change, judgement }: Judged) => judgement.isRelevant === change.told

/** Tenths of confidence that hold judgements, from the least sure. */
export const binsOf = (judged: ReadonlyArray<Judged>): ReadonlyArray<Bin> =>
  Array.from({ length: 10 }, (_, tenth) => {
    const inside = judged.filter(({ judgement }) => Math.min(9, Math.floor(judgement.confidence * 10)) === tenth)
    return {
      from: tenth / 10,
      pairs: inside.length,
      meanConfidence: mean(inside.map(({ judgement }) => judgement.confidence)),
      rightShare: mean(inside.map((one) => (isRight(one) ? 1 : 0)))
    }
  }).filter(({ pairs }) => pairs > 0)

/** Expected calibration error: how far confidence lies from the share that is right, weighed by how many there are. */
export const calibrationErrorOf = (judged: ReadonlyArray<Judged>): number =>
  binsOf(judged).reduce(
    (sum, { meanConfidence, pairs, rightShare }) =>
      sum + (pairs / judged.length) * Math.abs(meanConfidence - rightShare),
    0
  )

/** Of changes whose importance is labelled and that were found relevant: how many were given it. */
export const importanceOf = (judged: ReadonlyArray<Judged>): { readonly same: number; readonly of: number } => {
  const compared = judged.filter(({ change, judgement }) => change.importance !== undefined && judgement.isRelevant)
  return {
    same: compared.filter(({ change, judgement }) => change.importance === judgement.importance).length,
    of: compared.length
  }
}

/** Quotes that do not stand in the text that they are said to be from: none may be. */
export const misquotedOf = (judged: ReadonlyArray<Judged>): number =>
  judged
    .flatMap(({ change, judgement }) =>
      judgement.evidence.map(({ after, before }) => change.before.includes(before) && change.after.includes(after))
    )
    .filter((stands) => !stands).length
