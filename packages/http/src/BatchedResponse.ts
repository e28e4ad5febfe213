/** Replies of one turn of the event loop, written right after one another. */
import { ServerResponse } from "node:http"
import { Effect } from "effect"
import { ownerOfRequest } from "./inTurns.ts"
import { LongReplies, type Write } from "./LongReplies.ts"
import { holdUnread } from "./littleHolds.ts"
import { cutWhenNotRead, cutWhenSlow, waitsToBeWritten } from "./slowReaders.ts"

/** Replies that are complete and wait for the turn to end: long ones for the others too. */
const short: Array<Write> = []
const long = new LongReplies()

/** Bytes of a reply that takes longer to write than to make. */
const longBytes = 64 * 1024

/** As much as is handed to the system in one go: memory for it may be new, of which a megabyte takes up to 4 ms. */
const pieceBytes = 256 * 1024

/** Replies that are written in one go, and milliseconds after which no other one is begun: writing thousands would hold the thread. */
const mostTogether = 64
const turnMillis = 1

/** One in so many is long, where one waits. */
const everyLong = 4

const isLong = (reply: unknown): boolean =>
  (typeof reply === "string" || reply instanceof Uint8Array) && reply.length > longBytes

/** Whether `writeSome` is about to be called. */
let isDue = false

/** Those of all turns that were written while others waited: a turn may have time for one alone, and each of these must not be a long one. */
let writtenOfAll = 0

const writeLater = () => {
  if (isDue) return
  isDue = true
  setImmediate(writeSome)
}

const writeSome = () => {
  isDue = false
  const until = performance.now() + turnMillis
  for (let written = 0; written < mostTogether && (written === 0 || performance.now() < until); ) {
    const isTurnOfLong = writtenOfAll % everyLong === 0
    const write = isTurnOfLong ? (long.shift() ?? short.shift()) : (short.shift() ?? long.shift())
    if (write === undefined) return
    if (!write()) continue
    written += 1
    writtenOfAll += 1
  }
  if (short.length + long.size > 0) writeLater()
}

/** Waits until the replies that are complete now are written. */
export const batchWritten: Effect.Effect<void> = Effect.callback((resume) => {
  const look = () => (short.length + long.size === 0 ? resume(Effect.void) : void setImmediate(look))
  setImmediate(look)
})

const onTheirWay = new Set<ServerResponse>()

/** Replies that are complete, and not all of which the system has taken: their readers have yet to read. */
export const beingSent = (): ReadonlyArray<ServerResponse> =>
  [...onTheirWay].filter(({ finished, writableFinished }) => finished && !writableFinished)

/** Calls `write` when it is the turn of `response`: of an owner where it is long. */
const writeLaterTo = (response: ServerResponse, owner: string | null, write: () => void): void => {
  waitsToBeWritten(response, true)
  const writeNow = () => {
    waitsToBeWritten(response, false)
    // Thousands may have left since, and a turn of the event loop for each is one in which nobody else is served.
    if (response.req.socket.destroyed) return false
    try {
      write()
    } catch (error) {
      // There is nobody left to throw it at, and a reply that cannot be finished must not look finished.
      response.destroy(error instanceof Error ? error : undefined)
    }
    return true
  }
  if (owner === null) short.push(writeNow)
  else long.push(owner, writeNow)
  writeLater()
}

const finish = (response: ServerResponse, given: ReadonlyArray<unknown>): void =>
  void Reflect.apply(ServerResponse.prototype.end, response, given)

const writeWhole = (response: ServerResponse, given: ReadonlyArray<unknown>): void => {
  finish(response, given)
  cutWhenSlow(response)
  holdUnread(response)
}

/** A reply that is handed over in pieces, and what else was given to end it. */
interface PiecedReply {
  readonly response: ServerResponse
  readonly owner: string
  readonly others: ReadonlyArray<unknown>
}

const writeInPieces = (reply: PiecedReply, bytes: Uint8Array): void => {
  const { response } = reply
  if (!response.headersSent) response.setHeader("content-length", bytes.length)
  writePiece(reply, bytes)
  cutWhenNotRead(response, bytes.length)
}

const writeFrom = (reply: PiecedReply, bytes: Uint8Array): void => {
  if (bytes.length > pieceBytes) writePiece(reply, bytes)
  else finish(reply.response, [bytes, ...reply.others])
}

/** The next piece waits until the system has taken this one, and then for its turn. */
const writePiece = (reply: PiecedReply, bytes: Uint8Array): void => {
  const { owner, response } = reply
  const goOn = () => writeLaterTo(response, owner, () => writeFrom(reply, bytes.subarray(pieceBytes)))
  // Corked by hand, since Node would write when this turn is over, and how long it took would not be seen.
  response.cork()
  const isTaken = response.write(bytes.subarray(0, pieceBytes))
  // What is written in chunks may have drained by the end of `uncork`.
  if (!isTaken) response.once("drain", goOn)
  response.uncork()
  if (isTaken) goOn()
}

/**
 * A response whose end is written when every request that arrived in this turn was looked at, for `createServer`.
 *
 * **Details.** The first bytes for a reader that sleeps wake it, which costs the writer more than the writing. Written one
 * by one between requests each reply finds its reader asleep again; written together, most find it awake. A reply that is
 * alone waits for nothing.
 */
export class BatchedResponse extends ServerResponse {
  override end(callback?: () => void): this
  override end(chunk: unknown, callback?: () => void): this
  override end(chunk: unknown, encoding: BufferEncoding, callback?: () => void): this
  override end(...given: ReadonlyArray<unknown>): this {
    // Of one whose reader left before it was complete nothing more is told.
    if (!this.destroyed) {
      onTheirWay.add(this)
      this.once("close", () => onTheirWay.delete(this))
    }
    const [reply, ...others] = given
    // Who was accepted only now is known by now.
    const owner = isLong(reply) ? ownerOfRequest(this.req) : null
    if (owner !== null && reply instanceof Uint8Array && reply.length > pieceBytes)
      writeLaterTo(this, owner, () => writeInPieces({ response: this, owner, others }, reply))
    else writeLaterTo(this, owner, () => writeWhole(this, given))
    return this
  }
}
