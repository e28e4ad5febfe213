/** What a goal of the simulation asks for, said a second time: it shares no rule with the product's judge. */
import type { Monitor } from "@kittiwake/core/monitors/domain/Monitor"
import { goalDollars } from "../web/Script.ts"

/** What owners want to know. */
export const goal = `price below $${goalDollars}`

/** Nobody's judge is surer than this of anything. */
export const tooSure = 0.99

/** The price that a page names; null where it names none. */
export const priceIn = (text: string): number | null => {
  const [, dollars] = /Plan costs \$(\d+) a month/.exec(text) ?? []
  return dollars === undefined ? null : Number(dollars)
}

/** The version that a page says it is; null where it says nothing of it. */
export const versionIn = (text: string): number | null => {
  const [, version] = /Version (\d+)/.exec(text) ?? []
  return version === undefined ? null : Number(version)
}

/** Whether a price fell below what the goal names. */
export const cameTrue = (before: string, after: string): boolean => {
  const [was, is] = [priceIn(before), priceIn(after)]
  return was !== null && is !== null && was >= goalDollars && is < goalDollars
}

/** Whether what the goal asks for is told to the owner of this monitor. */
export const isWanted = ({ changeDetection }: Monitor): boolean =>
  changeDetection.type === "semantic" && changeDetection.confidenceThreshold < tooSure
