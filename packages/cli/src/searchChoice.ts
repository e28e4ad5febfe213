/** Who is asked when the web is searched, as settings say it. */
import { Option, type Redacted, Result } from "effect"

export const searchNames = ["own", "searxng", "brave", "wikipedia"] as const
export type SearchName = (typeof searchNames)[number]

/** Backends in the order of their weight, and what they need. */
export interface SearchChoice {
  readonly order: ReadonlyArray<SearchName>
  readonly searxngUrl: Option.Option<string>
  readonly braveKey: Option.Option<Redacted.Redacted>
}

/** The installation alone. */
export const ownAlone: SearchChoice = { order: ["own"], searxngUrl: Option.none(), braveKey: Option.none() }

/** Names with commas between them, each once. */
export const readSearchOrder = (text: string): Result.Result<ReadonlyArray<SearchName>, string> => {
  const written = text.split(",").map((name) => name.trim().toLowerCase())
  const order = written.flatMap((name) => searchNames.find((known) => known === name) ?? [])
  return order.length === written.length && new Set(order).size === order.length
    ? Result.succeed(order)
    : Result.fail(
        `KITTIWAKE_SEARCH is "${text}": write some of ${searchNames.join(", ")}, each once, such as own,searxng.`
      )
}

/** The order where none is written: the installation itself, and what is set. Wikipedia is asked only where it is named. */
export const searchChoice = (given: {
  readonly order: Option.Option<ReadonlyArray<SearchName>>
  readonly searxngUrl: SearchChoice["searxngUrl"]
  readonly braveKey: SearchChoice["braveKey"]
}): Result.Result<SearchChoice, string> => {
  const { braveKey, searxngUrl } = given
  const usual = [
    "own",
    ...(Option.isSome(searxngUrl) ? ["searxng"] : []),
    ...(Option.isSome(braveKey) ? ["brave"] : [])
  ]
  const order = Option.getOrElse(given.order, () => usual as ReadonlyArray<SearchName>)
  if (order.includes("searxng") && Option.isNone(searxngUrl)) {
    return Result.fail("KITTIWAKE_SEARCH names searxng: set KITTIWAKE_SEARXNG_URL to where it answers.")
  }
  if (order.includes("brave") && Option.isNone(braveKey)) {
    return Result.fail("KITTIWAKE_SEARCH names brave: set KITTIWAKE_BRAVE_KEY to its key.")
  }
  return Result.succeed({ order, searxngUrl, braveKey })
}
