/** How values reach the embedded database and come back, so that a row is what `columnTypes.ts` reads on a server. */
import { DateTime } from "effect"
import { ownBytes } from "./ownBytes.ts"
import { storableText } from "./storable.ts"

/** Type numbers of the Postgres columns that are read our way instead of the driver's. */
const oid = { bytea: 17, int8: 20, numeric: 1700, timestamptz: 1184 } as const

/** A `timestamptz` as the server writes it (`2026-11-20 07:00:00.1+00`) in ISO 8601. */
const parseTimestamp = (text: string): string => {
  const iso = `${text.slice(0, 10)}T${text.slice(11)}`
  return iso.endsWith("+00") ? `${iso.slice(0, -3)}Z` : iso.replace(/([+-]\d\d)$/, "$1:00")
}

const parseInteger = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`not a whole number that can be counted with: ${text}`)
  return value
}

/** A `bytea` as the server writes it: `\x` and two digits for each byte. */
const parseBytes = (text: string): Uint8Array => ownBytes(Buffer.from(text.slice(2), "hex"))

/** Reads the text of a column by the number of its type. */
export const columnParsers: Readonly<Record<number, (text: string) => unknown>> = {
  [oid.bytea]: parseBytes,
  [oid.int8]: parseInteger,
  [oid.numeric]: parseInteger,
  [oid.timestamptz]: parseTimestamp
}

/** A bound value as it is sent. */
export const toParameter = (value: unknown): unknown => {
  if (typeof value === "string") return storableText(value)
  if (value === undefined) return null
  return DateTime.isDateTime(value) ? DateTime.formatIso(DateTime.toUtc(value)) : value
}
