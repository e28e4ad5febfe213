/** Made sites of companies, with the codes that a person gives them. */
import { readFileSync } from "node:fs"
import { join } from "node:path"

export interface LabelledSite {
  readonly name: string
  readonly language: string
  /** Codes that are right; the first is the best. */
  readonly naics: ReadonlyArray<string>
  readonly sic: ReadonlyArray<string>
  /** HTML of its pages, the front page first. */
  readonly pages: ReadonlyArray<string>
}

/** `tuned`: rules were made with it. `untouched`: nobody looked at what is wrong on it. */
export const halves = ["tuned", "untouched"] as const
export type Half = (typeof halves)[number]

const codesOf = (cell: string): ReadonlyArray<string> => cell.trim().split(" ").slice(1)

/** A site is a line `=== name | naics … | sic … | language`, its pages follow lines `--- /path`. */
export const sitesOf = (half: Half): ReadonlyArray<LabelledSite> =>
  readFileSync(join(import.meta.dirname, `${half}.txt`), "utf8")
    .split(/^=== /m)
    .slice(1)
    .map((text) => {
      const [name = "", naics = "", sic = "", language = ""] = text.slice(0, text.indexOf("\n")).split("|")
      const pages = text.split(/^--- .*\n/m).slice(1)
      return { name: name.trim(), language: language.trim(), naics: codesOf(naics), sic: codesOf(sic), pages }
    })

/** Subindustries of brands that are right, by the name of the site: lines `name | one ; another`, and a dash where there are none. */
export const eicLabels: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  readFileSync(join(import.meta.dirname, "eic.txt"), "utf8")
    .split("\n")
    .filter((line) => line.includes(" | "))
    .map((line) => {
      const [name = "", right = ""] = line.split(" | ")
      return [name, right === "-" ? [] : right.split(" ; ")]
    })
)

/** What the templates of sites put around anything: a template of ours, the same around each. */
export const amongClutter = (html: string): string => {
  const before = `<div id="consent">We and our 412 partners store and access information on a device, such as cookies, to measure
    advertising and audience insights. Manage preferences. Accept all.</div><header><ul><li><a href="/blog">Blog</a></li>
    <li><a href="/careers">Careers</a></li><li><a href="/help">Help center</a></li><li><a href="/store">Gift cards</a></li></ul></header>`
  const after = `<section><h2>What people say</h2><blockquote>Simply the best. They went above and beyond for my family, and the
    website makes booking easy.</blockquote><h2>From our blog</h2><p>Five tips for a healthy home this winter. How we support local schools
    and the food bank. Meet our new team members.</p><h2>We're hiring</h2><p>Competitive pay, health insurance, 401(k), paid training.</p>
    <h2>Subscribe</h2><p>News, events and special offers to your inbox.</p></section><footer>Facebook Instagram LinkedIn YouTube. Terms of
    service. Privacy. Accessibility. Website design by Pixel &amp; Bean Studio. Powered by WordPress. Payment by Visa, Mastercard,
    PayPal. Shipping and returns.</footer>`
  return html.replace(/<body[^>]*>/i, (body) => `${body}${before}`).replace(/<\/body>/i, `${after}</body>`)
}
