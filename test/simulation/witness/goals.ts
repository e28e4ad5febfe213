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

/** The price that the page of a plan names beside the name of the plan, in its markup or in its text; null where it names none. */
export const namedPriceIn = (page: string): number | null => {
  const [, dollars] = /(?:^|>)Price: \$(\d+)/m.exec(page) ?? []
  return dollars === undefined ? null : Number(dollars)
}

/** Whether a price is below what the goal names, and was not. */
export const fellBelow = (was: number, is: number): boolean => was >= goalDollars && is < goalDollars

/** The version that a page says it is; null where it says nothing of it. */
export const versionIn = (text: string): number | null => {
  const [, version] = /Version (\d+)/.exec(text) ?? []
  return version === undefined ? null : Number(version)
}

/** Whether a price fell below what the goal names. */
export const cameTrue = (before: string, after: string): boolean =>
  [priceIn, namedPriceIn].some((read) => {
    const [was, is] = [read(before), read(after)]
    return was !== null && is !== null && fellBelow(was, is)
  })

/** Whether a price stands beside the name of the plan that is below what the goal names, where none stood. */
export const appeared = (before: string, after: string): boolean => {
  const price = namedPriceIn(after)
  return namedPriceIn(before) === null && price !== null && price < goalDollars
}

/** Whether what the goal asks for is told to the owner of this monitor. */
export const isWanted = ({ changeDetection }: Monitor): boolean =>
  changeDetection.type === "semantic" && changeDetection.confidenceThreshold < tooSure
