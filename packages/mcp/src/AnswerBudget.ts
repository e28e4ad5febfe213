/** How much an answer of a tool may take. */

/** What bounds the answers of tools. */
export interface AnswerBudget {
  /** Tokens of an answer when the caller names none. */
  readonly defaultTokens: number
  /** Most tokens that a caller may ask for. */
  readonly maxTokens: number
}

/** The fewest tokens in which an answer says anything. */
export const leastTokens = 500

/** Tokens of an answer, when nobody says otherwise: clients warn of answers that are longer. */
export const defaultBudget: AnswerBudget = { defaultTokens: 10_000, maxTokens: 50_000 }
