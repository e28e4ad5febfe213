/** Whether a short text says a day, by its date or as one of a week. */
import { readDay } from "./readDay.ts"
import { saidKinds } from "./saidKinds.ts"

/** @internal */
export const isDay = (text: string, language: string): boolean =>
  readDay(text, language) !== null || saidKinds(text, language).some(({ name }) => name === "day")
