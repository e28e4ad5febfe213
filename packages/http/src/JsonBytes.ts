/** A record as JSON in bytes, made where it goes out: of its long texts, which are bytes themselves, nothing is copied before. */
import { Utf8Text } from "@kittiwake/core/pages/domain/Utf8Text"
import { Effect } from "effect"

/** How JSON writes each byte of UTF-8 in a string; null as it is. */
const escapes: ReadonlyArray<Buffer | null> = Array.from({ length: 256 }, (_, byte) => {
  const written = byte < 0x80 ? JSON.stringify(String.fromCharCode(byte)).slice(1, -1) : ""
  return written.length > 1 ? Buffer.from(written) : null
})

/** By how many bytes each grows by that. */
const growth = Uint8Array.from(escapes, (escape) => (escape?.length ?? 1) - 1)

/** The longest that a byte becomes: `\u001f`. */
export const longestEscape = 6

/** As much as is counted in one go: a millisecond. */
const countedBytes = 1024 * 1024

/** Bytes that are a string of letters in JSON, with another text before them: no string of them stands beside. */
export class Base64Text {
  readonly bytes: Uint8Array
  readonly before: string

  constructor(bytes: Uint8Array, before = "") {
    this.bytes = bytes
    this.before = before
  }
}

/** Bytes of which letters are made in one go: strings of this size are collected soon. */
const base64Bytes = 24 * 1024

/** Bytes that stand in the JSON as they are, as the inside of a string, or as letters in one. */
interface Part {
  readonly bytes: Uint8Array
  readonly as: "itself" | "text" | "base64"
}

const partsOf = (record: object): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  const add = (json: string) => parts.push({ bytes: Buffer.from(json), as: "itself" })
  let before = "{"
  for (const [name, field] of Object.entries(record)) {
    if (field === undefined) continue
    add(`${before}${JSON.stringify(name)}:`)
    if (field instanceof Utf8Text) {
      add('"')
      for (const bytes of field.parts) parts.push({ bytes, as: "text" })
      add('"')
    } else if (field instanceof Base64Text) {
      add(JSON.stringify(field.before).slice(0, -1))
      parts.push({ bytes: field.bytes, as: "base64" })
      add('"')
    } else add(JSON.stringify(field))
    before = ","
  }
  add(before === "{" ? "{}" : "}")
  return parts
}

/** JSON that is read from its beginning to its end, once. */
export class JsonBytes {
  readonly #parts: ReadonlyArray<Part>
  #part = 0
  #at = 0

  /** `Utf8Text` and `Base64Text` in the fields of `record` are what `JSON.stringify` would make of their strings; what nests deeper is plain. */
  constructor(record: object) {
    this.#parts = partsOf(record)
  }

  /** Bytes of all of it, counted with the thread left to others in between. */
  get length(): Effect.Effect<number> {
    const parts = this.#parts
    return Effect.gen(function* () {
      let length = 0
      for (const { as, bytes } of parts) {
        if (as === "base64") {
          length += 4 * Math.ceil(bytes.length / 3)
          continue
        }
        length += bytes.length
        if (as === "itself") continue
        for (let from = 0; from < bytes.length; from += countedBytes) {
          const to = Math.min(from + countedBytes, bytes.length)
          for (let at = from; at < to; at += 1) length += growth[bytes[at]!]!
          yield* Effect.yieldNow
        }
      }
      return length
    })
  }

  /** Writes what comes next into `room`, of more than `longestEscape` bytes, and tells how many; 0 when all was read. */
  read(room: Uint8Array): number {
    let filled = 0
    while (this.#part < this.#parts.length) {
      const { as, bytes } = this.#parts[this.#part]!
      if (as === "text") filled = this.#escape(bytes, room, filled)
      else if (as === "base64") filled = this.#letters(bytes, room, filled)
      else filled = this.#copy(bytes, room, filled)
      if (this.#at < bytes.length) return filled
      this.#part += 1
      this.#at = 0
    }
    return filled
  }

  #copy(bytes: Uint8Array, room: Uint8Array, filled: number): number {
    const taken = Math.min(bytes.length - this.#at, room.length - filled)
    room.set(bytes.subarray(this.#at, this.#at + taken), filled)
    this.#at += taken
    return filled + taken
  }

  /** Four letters for three bytes, whole groups of them until the end. */
  #letters(bytes: Uint8Array, room: Uint8Array, filled: number): number {
    const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    const target = Buffer.from(room.buffer, room.byteOffset, room.length)
    let to = filled
    while (this.#at < bytes.length && room.length - to >= 4) {
      const most = Math.min(base64Bytes, Math.floor((room.length - to) / 4) * 3)
      const end = Math.min(this.#at + most, bytes.length)
      to += target.write(source.toString("base64", this.#at, end), to, "latin1")
      this.#at = end
    }
    return to
  }

  #escape(bytes: Uint8Array, room: Uint8Array, filled: number): number {
    const last = room.length - longestEscape
    let at = this.#at
    let to = filled
    for (; at < bytes.length && to <= last; at += 1) {
      const byte = bytes[at]!
      if (growth[byte] === 0) {
        room[to] = byte
        to += 1
        continue
      }
      const escape = escapes[byte]!
      room.set(escape, to)
      to += escape.length
    }
    this.#at = at
    return to
  }
}
