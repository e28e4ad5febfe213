/** Made sites of brands, with what a person reads on them. */
import { readFileSync } from "node:fs"
import { join } from "node:path"

export interface LabelledSite {
  readonly domain: string
  /** By field; what is empty the site does not publish, and what is absent nobody judged. */
  readonly labels: ReadonlyMap<string, string>
  readonly html: string
}

/** `tuned`: rules were made with it. `untouched`: nobody looked at what is wrong on it. */
export const halves = ["tuned", "untouched"] as const
export type Half = (typeof halves)[number]

const labelOf = (line: string): readonly [string, string] => {
  const at = line.indexOf(":")
  return [line.slice(0, at), line.slice(at + 1).trim()]
}

/** A site is a line `@ domain`, its labels follow, and then its front page after `> /`. */
export const sitesOf = (half: Half): ReadonlyArray<LabelledSite> =>
  readFileSync(join(import.meta.dirname, `${half}.txt`), "utf8")
    .split(/^@ /m)
    .slice(1)
    .map((text) => {
      const [head = "", html = ""] = text.split(/^> \/\n/m)
      const [domain = "", ...labels] = head.trim().split("\n")
      return { domain: domain.trim(), labels: new Map(labels.map(labelOf)), html }
    })
