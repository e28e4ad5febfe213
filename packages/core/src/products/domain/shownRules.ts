/** What is asked of the markup of a page that may sell something: buttons, choices, the way to it. */
import type { Extracted, ExtractRule, ExtractRules } from "../../pages/domain/ExtractRules.ts"
import { marketplaceRules } from "./marketplaces.ts"
import type { Platform } from "./Product.ts"

const texts = (selector: string): ExtractRule => ({ selector, type: "list", output: { _tag: "Text" } })

const attributes = (selector: string, name: string): ExtractRule => ({
  selector,
  type: "list",
  output: { _tag: "Attribute", name }
})

/** Those of one element stand at the same place of their lists. */
const anywhere: ReadonlyArray<readonly [string, ExtractRule]> = [
  [
    "buttons",
    texts(
      "button, [role=button], a[class*=btn i], a[class*=button i], a[class*=cart i], a[href*='add-to-cart'], a[href*='?add=']"
    )
  ],
  ["inputs", attributes("input[type=submit], input[type=button]", "value")],
  ["carts", attributes("form[action*=cart i], form[action*=basket i], form.cart", "class")],
  ["crumbs", texts("[class*=breadcrumb i] a, nav[aria-label*=breadcrumb i] a")],
  [
    "choices",
    { selector: "select", type: "list", output: { _tag: "Fields", rules: new Map([["options", texts("option")]]) } }
  ],
  ["choiceNames", attributes("select", "name")],
  ["choiceIds", attributes("select", "id")],
  ["choiceLabels", attributes("select", "aria-label")],
  ["labels", texts("label")],
  ["labelsOf", attributes("label", "for")]
]

/** What the rules found. */
export type Shown = { readonly [field: string]: Extracted }

/** @internal */
export const productRules = (platform: Platform): ExtractRules => new Map([...anywhere, ...marketplaceRules(platform)])

const most = 300

/** Characters of one text that are told: whatever reads it goes through all of it, more than once. */
const longest = 10_000

/** The texts of a list, null where an element has none. @internal */
export const listIn = (shown: Shown, field: string): ReadonlyArray<string | null> => {
  const found = shown[field]
  return Array.isArray(found)
    ? found.slice(0, most).map((one) => (typeof one === "string" ? one.slice(0, longest) : null))
    : []
}

/** The texts of a list that there are. @internal */
export const textsIn = (shown: Shown, field: string): ReadonlyArray<string> =>
  listIn(shown, field).flatMap((one) => (one === null || one.trim() === "" ? [] : [one.trim()]))

/** @internal */
export const textIn = (shown: Shown, field: string): string | null => {
  const found = shown[field]
  return typeof found === "string" && found.trim() !== "" ? found.trim().slice(0, longest) : null
}
