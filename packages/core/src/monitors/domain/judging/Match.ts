/** What a condition says of a piece of a difference. */
export interface Match {
  /** `unsure` is told, with little confidence. */
  readonly verdict: "yes" | "no" | "unsure"
  readonly confidence: number
  /** In words, for the trace. */
  readonly reason: string
}

/** How sure the rules are of each kind of answer. Set so that answers of a confidence are right about as often. */
export const confidences = {
  crossed: 0.97,
  state: 0.95,
  said: 0.96,
  entry: 0.92,
  value: 0.93,
  words: 0.88,
  heading: 0.84,
  part: 0.8,
  unsure: 0.76
} as const

export const yes = (confidence: number, reason: string): Match => ({ verdict: "yes", confidence, reason })
export const no = (confidence: number, reason: string): Match => ({ verdict: "no", confidence, reason })
export const unsure = (reason: string): Match => ({ verdict: "unsure", confidence: confidences.unsure, reason })
