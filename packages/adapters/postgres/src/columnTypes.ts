/**
 * How values cross the wire to a Postgres server, so that a row is what the domain's JSON codecs read: moments as text in
 * ISO 8601, whole numbers as numbers. A number that cannot be counted with fails its statement.
 */
import * as PgTypes from "@effect/sql-pg/PgTypes"
import { storableText } from "@kittiwake/storage/storable"
import { DateTime, Result } from "effect"

const unreadable = (message: string) => Result.fail(new PgTypes.CodecError({ message }))

const wholeNumber = (value: number, written: () => unknown) =>
  Number.isSafeInteger(value)
    ? Result.succeed(value)
    : unreadable(`not a whole number that can be counted with: ${written()}`)

type Reader<A> = (bytes: Uint8Array, offset: number, size: number) => Result.Result<A, PgTypes.CodecError>

/** A codec that reads. Values are sent as text, which the server reads as the type it wants: so none writes. */
const readBy = <A>(read: Reader<A>): PgTypes.Codec<A> => ({
  encode: () => unreadable("only ever read"),
  decode: (bytes) => read(bytes, 0, bytes.length),
  read
})

/** The eight bytes of a whole number, which is exact only where it can be counted with. */
const int64 = (bytes: Uint8Array, offset: number): number => {
  const part = (at: number) => (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
  return part(offset) * 4_294_967_296 + (part(offset + 4) >>> 0)
}

const int8 = readBy((bytes, offset) =>
  wholeNumber(int64(bytes, offset), () => new DataView(bytes.buffer, bytes.byteOffset + offset, 8).getBigInt64(0))
)

const numeric = readBy((bytes, offset, size) =>
  Result.flatMap(PgTypes.decode(bytes.subarray(offset, offset + size), PgTypes.OID.numeric, 1), (text) =>
    wholeNumber(Number(text), () => text)
  )
)

/** From 1970 to 2000, where the server's count of microseconds begins. */
const epochMillis = 946_684_800_000

const timestamptz = readBy((bytes, offset) => {
  const date = new Date(Math.floor(int64(bytes, offset) / 1_000) + epochMillis)
  return Number.isNaN(date.getTime()) ? unreadable("a moment without a date") : Result.succeed(date.toISOString())
})

/** Bytes in memory of their own: what came over the wire together would be kept together. */
const bytea: PgTypes.Codec<Uint8Array> = {
  encode: (value) => Result.succeed(value),
  write: (sink, value) => Result.succeed(sink.raw(value)),
  decode: (bytes) => Result.succeed(new Uint8Array(bytes)),
  read: (bytes, offset, size) => Result.succeed(new Uint8Array(bytes.subarray(offset, offset + size)))
}

const { OID } = PgTypes

/** What is read our way instead of the package's. */
export const columnTypes = PgTypes.makeRegistry()
columnTypes.register(OID.int8, int8, { arrayOid: OID.int8Array })
columnTypes.register(OID.numeric, numeric, { arrayOid: OID.numericArray })
columnTypes.register(OID.timestamptz, timestamptz, { arrayOid: OID.timestamptzArray })
columnTypes.register(OID.bytea, bytea)

const textOf = (value: unknown): string | null => {
  if (typeof value === "string") return storableText(value)
  if (value === null || value === undefined) return null
  if (DateTime.isDateTime(value)) return DateTime.formatIso(DateTime.toUtc(value))
  if (typeof value === "object") throw new Error("a value that no column takes was bound to a statement")
  return String(value)
}

/**
 * A bound value as it is sent: bytes and truth values as they are, all else as text, which the server reads as what the
 * statement takes there. Numbers with their types would be `integer` or `bigint` by their size, and a statement would have
 * to be prepared for every mixture of the two. Lists are lists of text; the statement says what of.
 */
export const toParameter = (value: unknown): unknown => {
  if (typeof value === "boolean" || value instanceof Uint8Array) return value
  if (!Array.isArray(value)) return textOf(value)
  return Result.getOrThrow(PgTypes.array(value.map(textOf), OID.text))
}
