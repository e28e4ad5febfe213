/** Unpacks bodies in pieces, within what they may grow to and the memory that there is. */
import type { Transform } from "node:stream"
import type { Zlib } from "node:zlib"
import { giveBack } from "@kittiwake/core/internal/giveBack"
import { Effect } from "effect"
import { bodyTooLarge, type ExchangeFailed, failed } from "./ExchangeFailed.ts"
import { leaseStepBytes, type RoomInSteps } from "./room.ts"

interface Pieces {
  readonly chunkSize: number
}
type Unpacker = Transform & Zlib
/** Undoes a coding of a body that may end anywhere where it is a part. */
export type Decoder = (bytes: Buffer, pieces: Pieces, isPart: boolean) => Unpacker

export const damaged = failed("bad_response", "The body cannot be decompressed.")

export const cutOff = failed("bad_response", "The body ends before what it was compressed from does.")

export interface Undoing {
  readonly isPart: boolean
  readonly maxBytes: number
  /** Most bytes that any layer may grow to, so that a bomb in a bomb is one bomb. */
  readonly maxOutputLength: number
}

/** What has been unpacked so far. */
export interface Unpacked {
  readonly pieces: Array<Buffer>
  readonly room: RoomInSteps
}

const lengthOf = (pieces: ReadonlyArray<Buffer>): number => pieces.reduce((sum, { length }) => sum + length, 0)

export const drop = ({ pieces }: Unpacked) => {
  for (const piece of pieces.splice(0)) giveBack(piece)
}

/** As much as is unpacked in one go. */
const pieceBytes = 64 * 1024

/** As much as is put together in one go: memory that nobody had before takes some 4 ms for a megabyte. */
const joinedBytes = 1024 * 1024

/** Adds the pieces of a body, each counted when it comes, and tells how many bytes they were made of; what stands behind these is left. */
export const unpack = (
  decoder: Decoder,
  bytes: Buffer,
  { isPart, maxBytes, maxOutputLength }: Undoing,
  { pieces, room }: Unpacked
): Effect.Effect<number, ExchangeFailed> =>
  Effect.callback((resume) => {
    const engine = decoder(bytes, { chunkSize: pieceBytes }, isPart)
    let length = lengthOf(pieces)
    const giveUp = (failure: ExchangeFailed) => {
      engine.destroy()
      resume(Effect.fail(failure))
    }
    engine.on("data", (piece: Buffer) => {
      length += piece.length
      const counted = () => (length <= leaseStepBytes ? null : room.grow(length))
      const failure = length > maxOutputLength ? bodyTooLarge(maxBytes) : counted()
      pieces.push(piece)
      if (failure !== null) giveUp(failure)
    })
    engine.on("error", (error: NodeJS.ErrnoException) => giveUp(error.code === "Z_BUF_ERROR" ? cutOff : damaged))
    engine.once("end", () => resume(Effect.succeed(engine.bytesWritten)))
    engine.end(bytes)
    return Effect.sync(() => void engine.destroy())
  })

/** In one piece, whose memory is nobody else's. */
export const joined = Effect.fnUntraced(function* (pieces: ReadonlyArray<Buffer>) {
  const [only] = pieces
  if (only !== undefined && pieces.length === 1) return only
  const whole = Buffer.allocUnsafeSlow(lengthOf(pieces))
  let at = 0
  let turnAt = joinedBytes
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
    giveBack(piece)
    if (at < turnAt) continue
    turnAt = at + joinedBytes
    yield* Effect.yieldNow
  }
  return whole
})
