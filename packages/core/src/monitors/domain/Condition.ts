/** What a goal asks for, as the rules understood it, in words that a person can check. */
import { Schema } from "effect"

export const Condition = Schema.Struct({
  /** `any` is every change that means something; `topic` one that is about something; the others say what must happen. */
  kind: Schema.Literals(["any", "topic", "number", "status", "added", "removed", "mention"]),
  /** In words: "a price falls below 50 USD, of what is about “pro”". */
  text: Schema.String
})
export type Condition = typeof Condition.Type
