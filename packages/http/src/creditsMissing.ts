/** What whoever has too few credits is told. */
import type { OutOfCredits } from "@kittiwake/core/credits/errors"
import { DateTime } from "effect"

/** How many credits are wanted, and how many there are. */
export const creditsMissing = ({ available, budget, isAtLeast, needed }: OutOfCredits): string => {
  const needs = `This needs ${isAtLeast ? "at least " : ""}${needed} ${needed === 1 ? "credit" : "credits"}`
  const verb = available === 1 ? "is" : "are"
  return budget === undefined
    ? `${needs} and ${available} ${verb} available.`
    : `${needs}, and of the ${budget.dailyCredits} that this grant may spend a day ${available} ${verb} left until ${DateTime.formatIso(budget.freshAt)}. Who granted it can grant more.`
}
