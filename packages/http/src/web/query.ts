/** Fields that operations which read the web share (contract/scrape.md §0.2, §0.3). */

import { maxTimeoutMillis } from "@kittiwake/core/web/domain/Deadline"
import { maxMaxAgeMillis } from "@kittiwake/core/web/domain/Freshness"
import { maxHeaderNames, maxHeaderValueLength } from "@kittiwake/core/web/domain/RequestHeaders"
import { Schema, SchemaGetter } from "effect"
import { closed, integer, listOf, listTexts, QueryBoolean, queryInteger, queryList, Tags, text } from "../fields.ts"
import { proxyCountries } from "./proxyCountries.ts"

/** A deadline that is a number: how far away it may lie is told by an error of its own, the description knows it. */
export const timeoutMillis = (minimum: number) =>
  Schema.Int.check(
    Schema.makeFilter((value: number) => value >= minimum, {
      expected: `an integer from ${minimum} to ${maxTimeoutMillis}`,
      toJsonSchema: () => ({ minimum, maximum: maxTimeoutMillis })
    })
  )

const anyMillis = (minimum: number) => queryInteger(minimum, Number.MAX_SAFE_INTEGER, maxTimeoutMillis)

export const TimeoutBehavior = Schema.Literals(["fail", "return-partial"])

/** The deadline of a call, and its older names. */
export const timeoutQuery = (minimum: number) => ({
  timeoutOpts: Schema.optionalKey(
    closed({ milliseconds: anyMillis(minimum), behavior: Schema.optionalKey(TimeoutBehavior) })
  ),
  timeoutMS: Schema.optionalKey(anyMillis(minimum)),
  timeout: Schema.optionalKey(
    Schema.Union([
      anyMillis(minimum),
      closed({ milliseconds: anyMillis(minimum), behavior: Schema.optionalKey(TimeoutBehavior) })
    ])
  )
})

/** The same where a part is never an answer. */
export const failingTimeoutQuery = (minimum: number) => {
  const Opts = closed({
    milliseconds: anyMillis(minimum),
    behavior: Schema.optionalKey(Schema.Literal("fail"))
  })
  return {
    timeoutOpts: Schema.optionalKey(Opts),
    timeoutMS: Schema.optionalKey(anyMillis(minimum)),
    timeout: Schema.optionalKey(Schema.Union([anyMillis(minimum), Opts]))
  }
}

/** A deadline as a caller names it. */
export interface TimeoutInput {
  readonly milliseconds: number
  readonly behavior?: "fail" | "return-partial"
}

export const Zdr = Schema.Literals(["enabled", "disabled"])

/** What every call that reads the web takes. */
export const callQuery = {
  tags: Schema.optionalKey(queryList(Tags)),
  zdr: Schema.optionalKey(Zdr)
}

export const MaxAge = queryInteger(0, maxMaxAgeMillis)

const isAge = /^-?\d{1,16}$/

/** An age that is brought within what is kept instead of refused (contract/design-industry.md §1). */
export const AnyAge = Schema.String.check(
  Schema.makeFilter((value: string) => isAge.test(value), {
    expected: "an integer: milliseconds",
    toJsonSchema: () => ({ type: "integer", minimum: 0, maximum: maxMaxAgeMillis })
  })
).pipe(Schema.decodeTo(Schema.Int, { decode: SchemaGetter.transform(Number), encode: SchemaGetter.transform(String) }))

const isCountry = Schema.is(Schema.Literals(proxyCountries))

/** A country in lower case, however it was written. */
const CountryText = Schema.String.check(
  Schema.makeFilter((value: string) => isCountry(value.toLowerCase()), {
    expected: "the two letters of a country that has exits",
    toJsonSchema: () => ({ enum: [...proxyCountries] })
  })
).pipe(
  Schema.decodeTo(Schema.Literals(proxyCountries), {
    decode: SchemaGetter.transform((value: string) => value.toLowerCase() as (typeof proxyCountries)[number]),
    encode: SchemaGetter.transform((value: string) => value)
  })
)

export const countryQuery = { country: Schema.optionalKey(CountryText) }

/** Which browser profile the page is seen with. */
export const profileQuery = { profileId: Schema.optionalKey(text(1, 64).annotate({ logged: "id" })) }

export const WaitMillis = queryInteger(0, 30_000)

/** Headers for the target. Which names may be sent is checked with them. */
export const HeadersQuery = Schema.Record(
  Schema.String,
  Schema.String.check(Schema.isMaxLength(maxHeaderValueLength))
).check(
  Schema.makeFilter((headers: Readonly<Record<string, string>>) => Object.keys(headers).length <= maxHeaderNames, {
    expected: `at most ${maxHeaderNames} headers`
  })
)

/** A CSS selector; whether it is one is for the page reader to say. */
export const Selector = text(1, 2_048)

/** Most selectors of one list. */
export const maxSelectors = 50

const isStrings = Schema.is(Schema.Array(Schema.String))

/** Splits at commas that stand outside brackets, parentheses and quotes: the others belong to a selector. */
export const splitSelectors = (value: string): ReadonlyArray<string> => {
  if (value.startsWith("[")) {
    try {
      const items: unknown = JSON.parse(value)
      if (isStrings(items)) return items
    } catch {
      // `[role=main]` is a selector and no JSON.
    }
  }
  const items: Array<string> = []
  let depth = 0
  let quote = ""
  let start = 0
  for (let index = 0; index < value.length; index++) {
    const char = value[index]!
    if (char === "\\") index += 1
    else if (quote !== "") quote = char === quote ? "" : quote
    else if (char === '"' || char === "'") quote = char
    else if (char === "(" || char === "[") depth += 1
    else if (char === ")" || char === "]") depth = Math.max(0, depth - 1)
    else if (char === "," && depth === 0) {
      items.push(value.slice(start, index))
      start = index + 1
    }
  }
  items.push(value.slice(start))
  return items.map((item) => item.trim()).filter((item) => item !== "")
}

/** CSS selectors in a query: joined by commas, repeated, or as a JSON array. */
export const SelectorsQuery = Schema.Array(Schema.String).pipe(
  Schema.decodeTo(listOf(Selector, maxSelectors), {
    decode: SchemaGetter.transform((values: ReadonlyArray<string>) => values.flatMap(splitSelectors)),
    encode: SchemaGetter.transform(listTexts)
  })
)

/** Which regions of a page are kept. */
export const regionsQuery = {
  useMainContentOnly: Schema.optionalKey(QueryBoolean),
  includeSelectors: Schema.optionalKey(SelectorsQuery),
  excludeSelectors: Schema.optionalKey(SelectorsQuery)
}

/** How PDF files are read. */
export const PdfQuery = closed({
  shouldParse: Schema.optionalKey(QueryBoolean),
  start: Schema.optionalKey(queryInteger(1, 1_000_000)),
  end: Schema.optionalKey(queryInteger(1, 1_000_000)),
  ocr: Schema.optionalKey(QueryBoolean)
})

/** An action of a browser (contract/scrape.md §0.4). */
export const ActionInput = Schema.Union([
  closed({ do: Schema.Literal("wait"), timeMs: integer(0, 30_000) }),
  closed({
    do: Schema.Literal("scroll"),
    direction: Schema.optionalKey(Schema.Literals(["up", "down", "left", "right"])),
    amount: Schema.optionalKey(Schema.Union([integer(1, 100_000), Schema.Literals(["viewport", "max"])])),
    maxScrolls: Schema.optionalKey(integer(1, 50)),
    container: Schema.optionalKey(Selector)
  }),
  closed({ do: Schema.Literal("perform"), action: text(1, 1_000) }),
  closed({ do: Schema.Literal("click"), selector: Selector }),
  closed({ do: Schema.Literal("type"), selector: Selector, text: text(0, 5_000) })
]).annotate({ expected: "an action whose do is wait, scroll, perform, click or type" })
export type ActionInput = typeof ActionInput.Type

/** Actions in a query: the text of a JSON array, since an array of objects cannot be written otherwise. */
export const ActionsQuery = Schema.fromJsonString(listOf(ActionInput, 5))
