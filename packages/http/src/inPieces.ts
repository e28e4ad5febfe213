/** Large answers and pages, encoded piece by piece, with the thread left to others in between. */
import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { countedReply } from "./countedReply.ts"
import { pieceLength, textPieces } from "./textPieces.ts"

/** Characters after which whoever waits for the thread gets it: some milliseconds of encoding. */
const turnLength = 2 * pieceLength

/**
 * What `JSON.stringify` makes of plain values, in pieces. Lists may come from iterators, whose items are made when it is their
 * turn. What lies deeper than `levels` is one piece, unless there is much in it.
 */
export function* jsonPieces(value: unknown, levels: number): Generator<string> {
  if (typeof value === "string" && value.length > pieceLength) yield* textPieces(value)
  else if (typeof value !== "object" || value === null || (levels <= 0 && !isLong(value))) yield JSON.stringify(value)
  else if (Symbol.iterator in value) {
    let before = "["
    for (const item of value as Iterable<unknown>) {
      yield before
      yield* jsonPieces(item, levels - 1)
      before = ","
    }
    yield before === "[" ? "[]" : "]"
  } else {
    let before = "{"
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined) continue
      yield `${before}${JSON.stringify(name)}:`
      yield* jsonPieces(field, levels - 1)
      before = ","
    }
    yield before === "{" ? "{}" : "}"
  }
}

/** What a number, a list or an object takes by itself, in characters. */
const valueLength = 8

/** Lists and objects inside each other that are looked into: what nests deeper is small. */
const maxLevels = 32

/** What is left of so many characters after a value; looks no further when nothing is. */
const leftAfter = (value: unknown, room: number, levels: number): number => {
  if (typeof value === "string") return room - value.length
  let left = room - valueLength
  if (typeof value !== "object" || value === null || levels === 0) return left
  // Names of what is in a list are its places, which are not written.
  const names = Array.isArray(value) ? value.keys() : Object.keys(value)
  for (const name of names) {
    if (left < 0) break
    const item = (value as Record<string | number, unknown>)[name]
    left = leftAfter(item, typeof name === "string" ? left - name.length : left, levels - 1)
  }
  return left
}

/** Whether a value is more than one piece. */
const isLong = (value: object): boolean => leftAfter(value, pieceLength, maxLevels) < 0

/** Room for text as UTF-8, which grows when it was taken too small. */
class TextRoom {
  #bytes: Buffer<ArrayBuffer>
  #length = 0

  constructor(expectedBytes: number) {
    this.#bytes = Buffer.allocUnsafeSlow(expectedBytes)
  }

  add(text: string): void {
    const needed = this.#length + Buffer.byteLength(text)
    if (needed > this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(needed, Math.ceil(this.#bytes.length * growth)))
      this.#bytes.copy(grown, 0, 0, this.#length)
      this.#bytes = grown
    }
    this.#length += this.#bytes.write(text, this.#length)
  }

  get written(): Buffer<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length)
  }
}

/** By how much room for text grows; also how much more than the text itself is taken at first, for what is escaped. */
const growth = 1.25

/** The bytes that `pieces` make together, some `expectedBytes`: a number that is right saves a copy of all of them. */
export const encodedInPieces = Effect.fnUntraced(function* (pieces: Iterable<string>, expectedBytes = pieceLength) {
  const encoded = new TextRoom(expectedBytes)
  let text = ""
  let length = 0
  const encode = () => {
    encoded.add(text)
    length += text.length
    text = ""
  }
  for (const piece of pieces) {
    text += piece
    if (text.length >= pieceLength) encode()
    if (length < turnLength) continue
    length = 0
    yield* Effect.yieldNow
  }
  encode()
  return encoded.written
})

/** A reply with the JSON that `pieces` make together, of some `expectedBytes`, for whoever counts them. */
export const jsonInPieces = (pieces: Iterable<string>, expectedBytes?: number) =>
  Effect.map(encodedInPieces(pieces, expectedBytes), (bytes) =>
    HttpServerResponse.uint8Array(bytes, { contentType: "application/json" })
  )

/** The same, counted before it is made. */
export const replyInPieces = (pieces: Iterable<string>, expectedBytes: number) =>
  countedReply(jsonInPieces(pieces, expectedBytes), expectedBytes)

/** Bytes of a text, as its beginning has them: counting those of all takes as long as encoding it. */
const bytesOfText = (text: string): number =>
  Math.ceil(
    text.length * (Buffer.byteLength(text.slice(0, pieceLength)) / Math.max(Math.min(text.length, pieceLength), 1))
  )

/** Bytes of a value as JSON, as far as they matter. */
const bytesOf = (value: unknown, levels = maxLevels): number => {
  if (typeof value === "string") return bytesOfText(value) + 3
  if (typeof value !== "object" || value === null || levels === 0) return valueLength
  let bytes = valueLength
  if (Array.isArray(value)) for (const item of value) bytes += bytesOf(item, levels - 1)
  else for (const [name, field] of Object.entries(value)) bytes += name.length + 4 + bytesOf(field, levels - 1)
  return bytes
}

/** Gives large records as replies that are encoded in pieces, and all else as it is. */
export const largeInPieces = <S extends Schema.Codec<object, object>>(schema: S) => {
  const encode = Schema.encodeSync(schema)
  return (
    reply: S["Type"] | HttpServerResponse.HttpServerResponse
  ): Effect.Effect<S["Type"] | HttpServerResponse.HttpServerResponse> => {
    if (HttpServerResponse.isHttpServerResponse(reply)) return Effect.succeed(reply)
    const bytes = bytesOf(reply)
    if (bytes <= turnLength) return Effect.succeed(reply)
    const expectedBytes = Math.ceil(bytes * growth)
    return countedReply(
      Effect.suspend(() => jsonInPieces(jsonPieces(encode(reply), 2), expectedBytes)),
      expectedBytes
    )
  }
}
