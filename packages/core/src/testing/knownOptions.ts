/** Options of the kit, for programs without types: one that is misspelt or missing would make a test pass for nothing. */
import { Duration, Effect, Option } from "effect"
import { InvalidInput } from "../InvalidInput.ts"
import type { TestInstallationOptions } from "./TestInstallation.ts"
import type { WatchedPage } from "./WatchedPage.ts"

/** Every option, once. */
type Names<A> = { readonly [K in keyof Required<A>]: true }

const ofKit: Names<TestInstallationOptions> = {
  startAt: true,
  plan: true,
  credits: true,
  seed: true,
  pageReader: true,
  readers: true,
  searchBackends: true,
  personSources: true,
  loops: true,
  loggers: true
}

const ofPage: Names<WatchedPage> = {
  url: true,
  name: true,
  goal: true,
  schedule: true,
  includeSelectors: true,
  excludeSelectors: true,
  includeNoise: true,
  normalizeWhitespace: true,
  actions: true,
  browser: true,
  pinnedLines: true,
  freedLines: true,
  profileId: true,
  tags: true,
  webhook: true
}

const invalid = (field: string, message: string) => new InvalidInput({ field, message })

const problemOf = (given: unknown, names: object): InvalidInput | null => {
  if (typeof given !== "object" || given === null)
    return invalid("options", `An object with some of ${Object.keys(names).join(", ")}.`)
  const unknown = Object.keys(given).find((name) => !(name in names))
  return unknown === undefined
    ? null
    : invalid(unknown, `There is no such option; there are ${Object.keys(names).join(", ")}.`)
}

/** What is wrong with options of the kit, or null. */
export const kitProblem = (options: unknown): InvalidInput | null => problemOf(options, ofKit)

/** What is wrong with the address of a page, or null. */
export const urlProblem = (url: unknown): InvalidInput | null =>
  typeof url === "string" && URL.canParse(url)
    ? null
    : invalid("url", "The whole address of a page, such as https://shop.example/.")

/** What is wrong with a page to watch, or null. */
export const pageProblem = (page: unknown): InvalidInput | null =>
  problemOf(page, ofPage) ?? urlProblem((page as WatchedPage).url)

/** What is wrong with a time by which the clock is to be moved, or null. */
export const timeProblem = (duration: unknown): InvalidInput | null => {
  const read = Duration.fromInput(duration as Duration.Input)
  return Option.isSome(read) && Duration.isFinite(read.value) && !Duration.isNegative(read.value)
    ? null
    : invalid("duration", 'A time to move forward by, such as "1 hour" or 1_000 for milliseconds.')
}

/** Fails with what is wrong, if anything is. */
export const unless = (problem: InvalidInput | null): Effect.Effect<void, InvalidInput> =>
  problem === null ? Effect.void : Effect.fail(problem)
