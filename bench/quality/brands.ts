/**
 * `node bench/quality/brands.ts`: what is told of brands by made sites, by half and field: how much of what the site publishes is
 * found and right, and how often something is told that it does not publish.
 *
 * `--list` names what is wrong on the half that was tuned on; of the other half nothing is named, by no option.
 */
import { parseArgs } from "node:util"
import { empty, judge, type Score } from "./brands/judge.ts"
import { halves, sitesOf } from "./brands/sites.ts"
import { told } from "./brands/tell.ts"

const { values } = parseArgs({ options: { list: { type: "boolean", default: false } } })

const rows: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["who is there: parked, blocked, moved, none", ["parked", "outcome", "domain"]],
  ...["title", "description", "slogan", "language", "logo", "color", "email", "phone"].map(
    (field) => [field, [field]] as const
  ),
  ["address: street, city, code, country", ["street", "city", "postal_code", "country_code"]],
  ...["socials", "links", "stock", "employees"].map((field) => [field, [field]] as const)
]

const failing: Array<string> = []
console.log("| | sites | published | told | right | wrong | not published | told all the same |")
console.log("|---|---:|---:|---:|---:|---:|---:|---:|")
for (const half of halves) {
  const scores = new Map<string, Score>()
  const sites = sitesOf(half)
  for (const site of sites) {
    const found = await told(site)
    const isNobody = site.labels.has("parked") || site.labels.has("outcome")
    const who = [
      ...(found.has("title") ? ["a brand"] : []),
      ...(found.has("parked") ? ["parked"] : []),
      found.get("outcome") ?? ""
    ]
    if (half === "tuned" && !isNobody && !found.has("title"))
      failing.push(`${site.domain}: is said to be ${who.join(" ")}`)
    const labels = isNobody ? [["parked", "yes"] as const] : [...site.labels]
    for (const [field, label] of labels) {
      // Nobody is there, whether that is told by the page or by what keeps readers away.
      const value = isNobody ? (found.has("title") ? "" : "yes") : (found.get(field) ?? "")
      const score = scores.get(field) ?? empty()
      scores.set(field, score)
      if (!judge(score, field, value, label, site.domain) && half === "tuned")
        failing.push(`${site.domain}, ${field}: ${label} | ${value}`)
    }
  }
  for (const [name, fields] of rows) {
    const sum = empty()
    for (const field of fields) {
      const score = scores.get(field) ?? empty()
      for (const key of Object.keys(sum) as ReadonlyArray<keyof Score>) sum[key] += score[key]
    }
    const { invented, published, right, silent, told: said } = sum
    console.log(
      `| ${[`${half}: ${name}`, sites.length, published, said, right, said - right, silent, invented].join(" | ")} |`
    )
  }
}
if (values.list) console.log(`\n${failing.join("\n")}`)
