/** What a mention is worth to who asks. Threads without `effect` use this. */
import { type MatchLevel, primaryWeight } from "./NewsEntry.ts"

/** One step of level is worth more than all confidence. */
export const levelWorth = 1_000_001

/** The worth of a mention's weight times a key's factor; it grows with the weight, so that one key's mentions keep their order. */
export const matchWeight = (weight: number, factor: number): number =>
  weight >= primaryWeight ? levelWorth + (weight - primaryWeight) * factor : weight * factor

/** What a worth says. */
export const matchOf = (worth: number): { readonly level: MatchLevel; readonly confidence: number } => {
  const isPrimary = worth >= levelWorth
  return {
    level: isPrimary ? "primary" : "secondary",
    confidence: Math.round((isPrimary ? worth - levelWorth : worth) / 1_000) / 1_000
  }
}
