/** Steps of spacing and of shadows, out of what a page uses. */
import type { PageStyles } from "../../pages/domain/PageStyles.ts"
import type { Shadows, Steps } from "./StyleGuide.ts"

/** Widths that are less than this part apart are one step. */
const alike = 0.2

interface Cluster {
  readonly px: number
  readonly count: number
}

/** What is used, from small to large, with what is nearly alike as one: the one that is used most. */
const clustered = (gaps: PageStyles["gaps"]): ReadonlyArray<Cluster> => {
  const clusters: Array<{ first: number; px: number; most: number; count: number }> = []
  for (const { count, px } of gaps.toSorted((one, other) => one.px - other.px)) {
    const last = clusters.at(-1)
    if (last === undefined || px > last.first * (1 + alike) + 1) clusters.push({ first: px, px, most: count, count })
    else {
      last.count += count
      if (count > last.most) Object.assign(last, { px, most: count })
    }
  }
  return clusters
}

/** One more step between the two that are furthest apart, or twice the last where there is one alone. */
const filled = (steps: ReadonlyArray<number>): ReadonlyArray<number> => {
  if (steps.length >= 5) return steps
  if (steps.length === 0) return [4, 8, 16, 24, 32]
  const ratios = steps.slice(1).map((px, index) => px / steps[index]!)
  const widest = Math.max(0, ...ratios)
  const at = ratios.indexOf(widest)
  const between = at < 0 ? 0 : Math.round(Math.sqrt(steps[at]! * steps[at + 1]!))
  const isBetween = widest > 2 && between > steps[at]! && between < steps[at + 1]!
  return filled(isBetween ? steps.toSpliced(at + 1, 0, between) : [...steps, Math.round(steps.at(-1)! * 2)])
}

/** Smallest and largest width that is a step between elements; less is a hair, more is the layout of a page. */
const spacing = { least: 2, most: 128 }

/** Five steps, those that are used most; where a page uses fewer, what lies between them and above. */
export const spacingOf = ({ gaps }: PageStyles): Steps => {
  const used = clustered(gaps.filter(({ px }) => px >= spacing.least && px <= spacing.most))
    .toSorted((one, other) => other.count - one.count)
    .slice(0, 5)
    .map(({ px }) => px)
    .toSorted((one, other) => one - other)
  const [xs, sm, md, lg, xl] = filled(used).map((px) => `${px}px`) as [string, string, string, string, string]
  return { xs, sm, md, lg, xl }
}

/** Longest shadow that is looked at. */
const maxShadow = 1_000

/** Layers of a shadow; commas inside a colour do not part them. */
const layersOf = (shadow: string): ReadonlyArray<string> => {
  const layers = [""]
  let depth = 0
  for (const character of shadow) {
    if (character === "(") depth += 1
    else if (character === ")") depth -= 1
    if (character === "," && depth === 0) layers.push("")
    else layers[layers.length - 1] += character
  }
  return layers
}

/** How far the widest layer is blurred, in px: the third length of a layer, whatever stands around. */
const blurOf = (shadow: string): number =>
  Math.max(
    ...layersOf(shadow).map((layer) => {
      const lengths = layer.replace(/\([^()]*\)/g, "").match(/-?(?<![\d.])[\d.]+(?:px|r?em)|(?<=\s|^)0(?=\s|$)/g) ?? []
      const blur = Number.parseFloat(lengths[2] ?? "0") || 0
      return /em$/.test(lengths[2] ?? "") ? blur * 16 : blur
    })
  )

/** Whether it is seen at all: frameworks leave shadows of no colour behind. */
const isSeen = (shadow: string): boolean =>
  layersOf(shadow).some(
    (layer) =>
      !/rgba\([^)]*,\s*0\)|transparent|#[0-9a-f]{6}00/i.test(layer) &&
      /[1-9]/.test(layer.replace(/rgba?\([^)]*\)|#[0-9a-f]+/gi, ""))
  )

const isInner = (shadow: string): boolean => layersOf(shadow).every((layer) => layer.includes("inset"))

/** Widest blur of each step. */
const blurs = { sm: 4, md: 12, lg: 30, xl: Number.POSITIVE_INFINITY }

/** The shadow of each size that is used most, and `none` where there is none. */
export const shadowsOf = ({ shadows }: PageStyles): Shadows => {
  const seen = shadows
    .filter(({ value }) => value.length <= maxShadow && isSeen(value))
    .toSorted((one, other) => other.count - one.count)
  const outer = seen.filter(({ value }) => !isInner(value))
  const within = (least: number, most: number) =>
    outer.find(({ value }) => blurOf(value) > least && blurOf(value) <= most)?.value ?? "none"
  return {
    sm: within(-1, blurs.sm),
    md: within(blurs.sm, blurs.md),
    lg: within(blurs.md, blurs.lg),
    xl: within(blurs.lg, blurs.xl),
    inner: seen.find(({ value }) => isInner(value))?.value ?? "none"
  }
}
