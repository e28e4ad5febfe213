/** What is told of a site's looks, field by field, and whether a label says the same. */
import type { PageStyles } from "@kittiwake/core/pages/domain/PageStyles"
import { buildStyleGuide } from "../../../packages/core/src/design/domain/buildStyleGuide.ts"
import { distanceOf } from "../../../packages/core/src/design/domain/color.ts"
import { fontUsesOf } from "../../../packages/core/src/design/domain/fonts.ts"
import type { Field } from "./sites.ts"

/** Colours that are nearer are the same to somebody who looks: five steps of 255 in each channel. */
const nearColor = 0.02

const px = (length: string | undefined): string | null =>
  length === undefined ? null : String(Number.parseFloat(length))

const line = (lines: ReadonlyArray<string>): string | null => (lines.length === 0 ? null : lines.toSorted().join("; "))

/** What is told; null where nothing is. */
export const toldOf = (styles: PageStyles): Readonly<Record<Field, string | null>> => {
  const { colors, components, fontLinks, mode, typography } = buildStyleGuide(styles)
  const { h1 } = typography.headings
  const { p } = typography
  const { primary } = components.button
  const { card } = components
  const links = Object.entries(fontLinks)
  return {
    mode,
    background: colors.background,
    text: colors.text,
    accent: colors.accent,
    "h1 size": px(h1?.fontSize),
    "h1 weight": h1 === undefined ? null : String(h1.fontWeight),
    "h1 family": h1?.fontFamily ?? null,
    "p size": px(p?.fontSize),
    "p family": p?.fontFamily ?? null,
    "button background": primary?.backgroundColor ?? null,
    "button color": primary?.color ?? null,
    "button radius": px(primary?.borderRadius),
    "card radius": px(card?.borderRadius),
    "card shadow": card === undefined ? null : card.boxShadow === "none" ? "flat" : "shadow",
    families: fontUsesOf(styles)
      .map(({ font }) => font)
      .join(", "),
    "font sources": line(links.map(([family, { type }]) => `${family} ${type}`)),
    "font weights": line(links.map(([family, { files }]) => `${family} ${Object.keys(files).join(" ")}`))
  }
}

/** A pill is round whatever number says so. */
const isRound = (radius: number): boolean => radius >= 100

/** Weights of the families that a label says weights of; those of variable fonts are any. */
const hasWeights = (told: string, label: string): boolean =>
  label.split("; ").every((one) => told.split("; ").includes(one))

/** Whether they say the same. */
export const isRight = (field: Field, told: string, label: string): boolean => {
  if (label.startsWith("#")) return told.startsWith("#") && distanceOf(told, label) <= nearColor
  if (field === "font weights") return hasWeights(told, label)
  if (!/ (?:size|radius)$/.test(field)) return told.toLowerCase() === label.toLowerCase()
  const [one, other] = [Number(told), Number(label)]
  return Math.abs(one - other) <= 1 || (field.endsWith("radius") && isRound(one) && isRound(other))
}
