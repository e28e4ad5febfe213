/** What commands share that print a part of a list of the server's. */
import { Clock, Console, DateTime, Duration, Effect, Option } from "effect"
import { Flag } from "effect/cli"
import { wrongUsage } from "../CommandFailed.ts"
import { print } from "../output.ts"
import { wholeNumber } from "./wholeNumber.ts"

export const limit = wholeNumber("limit").pipe(
  Flag.withDescription("Most rows to print, from 1 to 100"),
  Flag.withDefault(25)
)

export const cursor = Flag.String("cursor").pipe(
  Flag.withDescription("Goes on where a list ended: the value that it named"),
  Flag.optional
)

/** The query of a list as far as its length and place go. */
export const placeOf = (flags: { readonly limit: number; readonly cursor: Option.Option<string> }) => ({
  limit: flags.limit,
  ...(Option.isSome(flags.cursor) ? { cursor: flags.cursor.value } : {})
})

/** A part of a list as the server answers it. */
interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly next_cursor: string | null
}

/** Prints the rows; where the list goes on is told beside them, so that programs read rows alone. */
export const printPage = Effect.fnUntraced(function* <A>(
  asJson: boolean,
  page: Page<A>,
  text: (rows: ReadonlyArray<A>) => string,
  moments: Readonly<Record<string, string | undefined>> = {}
) {
  yield* print(asJson, page.data, () => text(page.data))
  if (page.next_cursor === null) return
  // A cursor belongs to its window: what was an hour ago then is another moment now.
  const window = Object.entries(moments).flatMap(([name, at]) => (at === undefined ? [] : [`--${name} ${at}`]))
  yield* Console.error(`There are more: ${[`--cursor ${page.next_cursor}`, ...window].join(" ")}`)
})

/** Which way a span such as 7d leads from now. */
type Way = "ago" | "from now"

/** A flag that takes a moment. */
export const moment = (name: string, description: string, way: Way = "ago") =>
  Flag.String(name).pipe(
    Flag.withDescription(`${description}: a day or a time such as 2026-01-31T08:30Z, or 30m, 12h or 7d ${way}`),
    Flag.optional
  )

const span = /^([1-9]\d{0,5})(m|h|d)$/

const units = { m: Duration.minutes, h: Duration.hours, d: Duration.days } as const

/** The moment of a flag as the server reads it. */
export const momentOf = Effect.fnUntraced(function* (name: string, flag: Option.Option<string>, way: Way = "ago") {
  if (Option.isNone(flag)) return undefined
  const [, count, unit] = span.exec(flag.value) ?? []
  if (count !== undefined && unit !== undefined) {
    const millis = Duration.toMillis(units[unit as keyof typeof units](Number(count)))
    return new Date((yield* Clock.currentTimeMillis) + (way === "ago" ? -millis : millis)).toISOString()
  }
  const at = DateTime.make(flag.value)
  if (Option.isSome(at)) return DateTime.formatIso(at.value)
  return yield* wrongUsage(
    `--${name} is "${flag.value}": write 30m, 12h or 7d for that long ${way}, or a day such as 2026-01-31.`
  )
})

/** The fields that are there. */
export const present = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof T]?: Exclude<T[K], undefined>
  }
