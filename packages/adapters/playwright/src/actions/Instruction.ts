/** What plain instructions ask for. */
import type { ScrollAmount } from "@kittiwake/core/pages/domain/BrowserAction"

/** What kind of element an instruction names; null is any. */
export type TargetRole = "button" | "link" | "tab" | "checkbox" | "radio" | "option" | "field" | null

/** An element as a person calls it. */
export interface TargetName {
  /** Names to look for, the first first. */
  readonly names: ReadonlyArray<string>
  readonly role: TargetRole
}

/** One step of an instruction. */
export type Step =
  | { readonly step: "click"; readonly target: TargetName }
  | { readonly step: "hover"; readonly target: TargetName }
  | { readonly step: "tick"; readonly target: TargetName; readonly isOn: boolean }
  | { readonly step: "choose"; readonly option: string; readonly field: TargetName | null }
  | { readonly step: "type"; readonly text: string; readonly field: TargetName | null }
  | { readonly step: "search"; readonly text: string }
  | { readonly step: "press"; readonly key: string }
  | { readonly step: "consent"; readonly answer: "accept" | "reject" | "any" }
  | { readonly step: "closePopup" }
  | {
      readonly step: "scroll"
      readonly direction: "up" | "down" | "left" | "right"
      readonly amount: ScrollAmount
      readonly times: number
    }
  | { readonly step: "scrollTo"; readonly target: TargetName }
  | { readonly step: "wait"; readonly millis: number }
