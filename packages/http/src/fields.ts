/** Fields that many operations take, with their limits. */
import { maxUrlLength, parseUrl } from "@kittiwake/core/internal/security/domain/parseUrl"
import { Schema, SchemaGetter } from "effect"

/** A string of `minimum` to `maximum` characters, counted in code points as JSON Schema does. */
export const text = (minimum: number, maximum: number) =>
  Schema.String.check(
    Schema.makeFilter(
      (value: string) => {
        // No code point takes fewer than one or more than two units, so most strings need no counting.
        if (value.length < minimum || value.length > maximum * 2) return false
        if (value.length <= maximum && minimum <= 1) return true
        let count = 0
        for (const _ of value) count++
        return count >= minimum && count <= maximum
      },
      {
        expected: `a string of ${minimum} to ${maximum} characters`,
        toJsonSchema: () => ({ minLength: minimum, maxLength: maximum })
      }
    )
  )

// What a terminal or a page would obey has no place in a name: controls, ends of lines, and marks that turn what stands beside it.
const commanding = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

/** Spaces, and what is drawn as nothing or as a space. */
const blank = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** A name of `minimum` to `maximum` characters that somebody reads. */
export const readableName = (minimum: number, maximum: number) =>
  text(minimum, maximum).check(
    Schema.makeFilter((name: string) => !commanding.test(name) && !blank.test(name), {
      expected: "a name with something to read, without control characters and marks of direction"
    })
  )

/** An id in an address; `example` is one of its kind. */
export const idSuchAs = (example: string) =>
  Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{1,64}$/, { expected: `an id such as ${example}` }))

/** An integer from `minimum` to `maximum`. */
export const integer = (minimum: number, maximum: number) =>
  Schema.Int.check(
    Schema.makeFilter((value: number) => value >= minimum && value <= maximum, {
      expected: `an integer from ${minimum} to ${maximum}`,
      toJsonSchema: () => ({ minimum, maximum })
    })
  )

/** A list of at most `maximum` items. */
export const listOf = <S extends Schema.Top>(item: S, maximum: number) =>
  Schema.Array(item).check(
    Schema.makeFilter((items: ReadonlyArray<S["Type"]>) => items.length <= maximum, {
      expected: `a list of at most ${maximum} items`,
      toJsonSchema: () => ({ maxItems: maximum })
    })
  )

/**
 * An object with these fields and no other.
 *
 * **Details.** What an object has beyond its fields is dropped in silence otherwise, and a misspelt option with it. Whoever
 * decodes cannot choose that for one object alone, so every other name is given a value that nothing is.
 */
export const closed = <const F extends Schema.Struct.Fields>(fields: F): Schema.Struct<F> => {
  const known = new Set(Object.keys(fields))
  const another = Schema.String.check(Schema.makeFilter((key: string) => !known.has(key)))
  const struct = Schema.StructWithRest(Schema.Struct(fields), [Schema.Record(another, Schema.Never)])
  // The type of what comes out is that of the fields: no other field passes.
  return struct as unknown as Schema.Struct<F>
}

/** Labels of a monitor, or usage labels of a call. */
export const Tags = listOf(text(1, 50).annotate({ logged: "label" }), 20)

// White space and control characters: URL parsers drop some of them silently, so that two spellings would mean one address.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const unsafeInUrl = /[\u0000-\u0020\u007f]/

const isWebUrl = (value: string): boolean => {
  const url = value.length > maxUrlLength || unsafeInUrl.test(value) ? null : parseUrl(value)
  return url !== null && (url.protocol === "http:" || url.protocol === "https:") && url.hostname !== ""
}

/** An address on the web. */
export const WebUrl = Schema.String.check(
  Schema.makeFilter(isWebUrl, {
    expected: `an http or https address of at most ${maxUrlLength} characters`,
    toJsonSchema: () => ({ format: "uri", maxLength: maxUrlLength }),
    logged: "address"
  })
)

/** The name of a site, or an address on it. */
export const Domain = text(3, maxUrlLength).annotate({ logged: "address" })

const timestampPattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:Z|[+-](\d{2}):(\d{2}))$/

/** The years whose moments every storage engine keeps exactly. */
const timestampRange = { first: Date.parse("0001-01-01T00:00:00Z"), last: Date.parse("9999-12-31T23:59:59.999Z") }

const daysOf = (year: number, month: number): number => {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
}

const isTimestamp = (value: string): boolean => {
  const parts = timestampPattern.exec(value)
  if (parts === null) return false
  // A part that is absent, the offset of "Z", counts as zero.
  const [year, month, day, hour, minute, second, zoneHour, zoneMinute] = parts.slice(1).map((part) => Number(part ?? 0))
  if (hour! > 23 || minute! > 59 || second! > 59 || zoneHour! > 23 || zoneMinute! > 59) return false
  // `Date` turns 30 February into 2 March, so the day is compared with the last one of its month.
  if (month! < 1 || month! > 12 || day! < 1 || day! > daysOf(year!, month!)) return false
  const at = Date.parse(value)
  return at >= timestampRange.first && at <= timestampRange.last
}

/** A moment, as ISO 8601 with its zone. */
export const TimestampInput = Schema.String.check(
  Schema.makeFilter(isTimestamp, {
    expected: "an ISO 8601 timestamp with its zone, for example 2026-01-31T08:30:00Z",
    toJsonSchema: () => ({ format: "date-time" }),
    logged: "moment"
  })
)

/** Longest cursor that a query may carry; a longer one is nobody's. */
const Cursor = text(1, 300)

const isWholeNumber = /^(0|[1-9]\d{0,15})$/

/** A whole number in a query, from `minimum` to `maximum`; the description may know a maximum that is told otherwise. */
export const queryInteger = (minimum: number, maximum: number, described: number = maximum) =>
  Schema.String.check(
    Schema.makeFilter(
      (value: string) => isWholeNumber.test(value) && Number(value) >= minimum && Number(value) <= maximum,
      {
        expected: `an integer from ${minimum} to ${described}`,
        // Not what a text is, but what `describe.ts` makes of it.
        toJsonSchema: () => ({ type: "integer", minimum, maximum: described })
      }
    )
  ).pipe(
    Schema.decodeTo(integer(minimum, maximum), {
      decode: SchemaGetter.transform(Number),
      encode: SchemaGetter.transform(String)
    })
  )

/** Yes or no in a query. */
export const QueryBoolean = Schema.Literals(["true", "false"]).pipe(
  Schema.decodeTo(Schema.Boolean, {
    decode: SchemaGetter.transform((value: "true" | "false") => value === "true"),
    encode: SchemaGetter.transform((value: boolean): "true" | "false" => (value ? "true" : "false"))
  })
)

/** Which page of a list is wanted, in a query. */
export const pageQuery = {
  limit: Schema.optionalKey(queryInteger(1, 100)),
  cursor: Schema.optionalKey(Cursor)
}

/** Which page of a list is wanted, in a body. */
export const pageBody = {
  limit: Schema.optionalKey(integer(1, 100)),
  cursor: Schema.optionalKey(Cursor)
}

const isStrings = Schema.is(Schema.Array(Schema.String))

const splitAtCommas = (value: string): ReadonlyArray<string> => value.split(",").map((item) => item.trim())

const splitItem = (value: string): ReadonlyArray<string> => {
  if (!value.startsWith("[")) return splitAtCommas(value)
  try {
    const items: unknown = JSON.parse(value)
    return isStrings(items) ? items : splitAtCommas(value)
  } catch {
    return splitAtCommas(value)
  }
}

const isPresent = (item: string): boolean => item !== ""

/** The items of a list in a query: joined by commas, repeated, or as a JSON array. */
export const listItems = (values: ReadonlyArray<string>): ReadonlyArray<string> =>
  values.flatMap(splitItem).filter(isPresent)

/** A list as our clients write it in a query: items with commas stay whole in one JSON array. */
export const listTexts = (items: ReadonlyArray<string>): ReadonlyArray<string> =>
  items.length === 0 ? [] : [JSON.stringify(items)]

/** A list in a query: joined by commas, repeated, or as a JSON array. */
export const queryList = <S extends Schema.Codec<ReadonlyArray<string>, ReadonlyArray<string>>>(items: S) =>
  Schema.Array(Schema.String).pipe(
    Schema.decodeTo(items, {
      decode: SchemaGetter.transform(listItems),
      encode: SchemaGetter.transform(listTexts)
    })
  )
