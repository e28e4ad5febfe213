/** What a browser does on a page before it is read (contract/scrape.md §0.4). */
import { Schema } from "effect"

/** A number of pixels, one screen, or as far as it goes. */
export type ScrollAmount = number | "viewport" | "max"

export type BrowserAction =
  | { readonly do: "wait"; readonly timeMs: number }
  | {
      readonly do: "scroll"
      readonly direction: "up" | "down" | "left" | "right"
      readonly amount: ScrollAmount
      readonly maxScrolls: number
      /** CSS of the box that scrolls; null is the page. */
      readonly container: string | null
    }
  | { readonly do: "perform"; readonly action: string }
  | { readonly do: "click"; readonly selector: string }
  | { readonly do: "type"; readonly selector: string; readonly text: string }

/** Whether any of the actions does something to a page, such as press what orders: waiting and scrolling may be done again. @internal */
export const acts = (actions: ReadonlyArray<Pick<BrowserAction, "do">>): boolean =>
  actions.some((action) => action.do !== "wait" && action.do !== "scroll")

/** Most actions of one request. @internal */
export const maxActions = 5

/** What became of one action, as it is answered. */
export const ActionOutcome = Schema.Struct({
  instruction: Schema.String,
  status: Schema.Literals(["applied", "failed", "skipped"]),
  completionEvidence: Schema.optionalKey(Schema.String),
  durationMs: Schema.optionalKey(Schema.Int),
  error: Schema.optionalKey(Schema.String),
  method: Schema.optionalKey(Schema.String),
  targetDescription: Schema.optionalKey(Schema.String)
})
export type ActionOutcome = typeof ActionOutcome.Type

const rounds = (amount: ScrollAmount): string => (typeof amount === "number" ? `${amount} px` : amount)

/** An action in a few words. */
export const instructionOf = (action: BrowserAction): string => {
  switch (action.do) {
    case "wait":
      return `wait ${action.timeMs} ms`
    case "scroll":
      return `scroll ${action.direction} ${rounds(action.amount)}${action.maxScrolls > 1 ? ` x${action.maxScrolls}` : ""}`
    case "perform":
      return action.action
    case "click":
      return `click ${action.selector}`
    case "type":
      return `type into ${action.selector}`
  }
}
