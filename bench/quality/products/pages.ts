/** Made pages that sell something or do not, with what a person reads on them. */
import { readFileSync } from "node:fs"
import { join } from "node:path"

/** What a page is, and what it says of its product. Of what is named here nothing else is right, null included. */
export interface Label {
  readonly page: "product" | "listing" | "other"
  readonly platform?: string
  readonly name?: string
  readonly price?: number | null
  readonly regular_price?: number | null
  readonly currency?: string | null
  readonly availability?: string | null
  readonly billing_frequency?: string | null
  readonly pricing_model?: string | null
  readonly sku?: string | null
  readonly category?: string | null
  /** How many there are at least. */
  readonly images?: number
  readonly features?: number
  /** How many there are. */
  readonly variants?: number
  readonly dimensions?: ReadonlyArray<string>
}

export interface LabelledPage {
  readonly name: string
  readonly url: string
  readonly label: Label
  readonly html: string
}

/** `tuned`: rules were made with it. `untouched`: nobody looked at what is wrong on it. */
export const halves = ["tuned", "untouched"] as const
export type Half = (typeof halves)[number]

/** A page is a line `=== name | address`, a line with its label as JSON, and its HTML behind `---`. */
export const pagesOf = (half: Half): ReadonlyArray<LabelledPage> =>
  readFileSync(join(import.meta.dirname, `${half}.txt`), "utf8")
    .split(/^=== /m)
    .slice(1)
    .map((text) => {
      const [head = "", label = "", , ...html] = text.split("\n")
      const [name = "", url = ""] = head.split(" | ")
      return { name: name.trim(), url: url.trim(), label: JSON.parse(label) as Label, html: html.join("\n") }
    })
