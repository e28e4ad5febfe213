/** Which rules can be tried on what a monitor kept, and what they make of its target. */
import type { BacktestRules, TriedRules } from "./Backtest.ts"
import { isSupported } from "./defaultChangeDetection.ts"
import type { Monitor } from "./Monitor.ts"
import {
  type ChangeDetection,
  defaultConfidenceThreshold,
  type ExtractTarget,
  type PageTarget,
  type SitemapTarget,
  type Target,
  type TargetType
} from "./Target.ts"

type Rule = Exclude<keyof BacktestRules, "limit">

/** Rules in the words of the wire. */
const fields: { readonly [R in Rule]: string } = {
  includeSelectors: "include_selectors",
  excludeSelectors: "exclude_selectors",
  normalizeWhitespace: "normalize_whitespace",
  includeNoise: "include_noise",
  pinnedLines: "pinned_lines",
  include: "include",
  exclude: "exclude",
  goal: "instructions",
  schema: "schema",
  changeDetection: "change_detection"
}

const page: ReadonlyArray<Rule> = [
  "includeSelectors",
  "excludeSelectors",
  "normalizeWhitespace",
  "includeNoise",
  "pinnedLines",
  "goal",
  "changeDetection"
]

/** What can be tried, by the kind of target. */
const tryable: { readonly [T in TargetType]: ReadonlyArray<Rule> } = {
  page,
  sitemap: ["include", "exclude", "changeDetection"],
  extract: ["goal", "changeDetection"]
}

const everyRule = Object.keys(fields) as ReadonlyArray<Rule>

const whyNot = (rule: Rule, type: TargetType): string => {
  if (rule === "schema" && type === "extract") {
    return "cannot be tried: what was read from the pages is kept, and not the pages that another schema would have to be read from"
  }
  const known = tryable[type].map((one) => fields[one])
  return `is no rule of a monitor of type ${type}, of which ${known.slice(0, -1).join(", ")} and ${known.at(-1)} can be tried`
}

/** A rule that cannot be tried, by its field, and why; null where all can. */
export const untryable = (
  { target }: Monitor,
  rules: BacktestRules
): { readonly field: string; readonly message: string } | null => {
  const { type } = target
  const rule = everyRule.find((one) => rules[one] !== undefined && !tryable[type].includes(one))
  if (rule !== undefined) return { field: fields[rule], message: whyNot(rule, type) }
  const { changeDetection } = rules
  return changeDetection === undefined || isSupported(target, changeDetection)
    ? null
    : {
        field: "change_detection.type",
        message: `must be ${type === "sitemap" ? "exact" : "semantic"} for a target of type ${type}`
      }
}

const triedPage = (target: PageTarget, rules: BacktestRules): PageTarget => {
  const { includeNoise, ...rest } = target
  const isNoisy = rules.includeNoise ?? includeNoise === true
  return {
    ...rest,
    includeSelectors: rules.includeSelectors ?? target.includeSelectors,
    excludeSelectors: rules.excludeSelectors ?? target.excludeSelectors,
    normalizeWhitespace: rules.normalizeWhitespace ?? target.normalizeWhitespace,
    instructions: rules.goal ?? target.instructions,
    ...(rules.pinnedLines === undefined ? {} : { pinnedLines: rules.pinnedLines }),
    ...(isNoisy ? { includeNoise: true as const } : {})
  }
}

const triedSitemap = (target: SitemapTarget, rules: BacktestRules): SitemapTarget => ({
  ...target,
  include: rules.include ?? target.include,
  exclude: rules.exclude ?? target.exclude
})

const triedExtract = (target: ExtractTarget, rules: BacktestRules): ExtractTarget => ({
  ...target,
  instructions: rules.goal ?? target.instructions
})

const triedTarget = (target: Target, rules: BacktestRules): Target => {
  if (target.type === "page") return triedPage(target, rules)
  return target.type === "sitemap" ? triedSitemap(target, rules) : triedExtract(target, rules)
}

/** How looks are compared where nobody says: a goal asks for judging. */
const detectionFor = ({ changeDetection }: Monitor, { goal }: BacktestRules): ChangeDetection =>
  goal === undefined || changeDetection.type === "semantic"
    ? changeDetection
    : { type: "semantic", confidenceThreshold: defaultConfidenceThreshold }

/** The rules that are tried, whole: what is left out is as the monitor has it. */
export const triedRules = (monitor: Monitor, rules: BacktestRules): TriedRules => ({
  target: triedTarget(monitor.target, rules),
  changeDetection: rules.changeDetection ?? detectionFor(monitor, rules)
})
