/** Gathers the body of a request, counted in bytes, pieces and memory while it arrives. */

import type { IncomingMessage } from "node:http"
import { giveBack } from "@kittiwake/core/internal/giveBack"
import { GatheredBytes, type Release } from "@kittiwake/core/internal/limits/domain/GatheredBytes"
import type { ContentTooLarge, TooBusy } from "@kittiwake/core/web/errors"
import { Effect, Stream } from "effect"
import type { HttpServerRequest } from "effect/http"
import { Exchange } from "./Exchange.ts"
import { BodyTooLarge } from "./errors.ts"
import { holderOf, LittleHold } from "./littleHolds.ts"
import { isOfOurServer } from "./ownMemory.ts"
import { countedFromBytes, leaseOf, noRoom, refusalOf, takeForBody } from "./requestMemory.ts"

/** How many bytes the headers announce; 0 when they do not say. */
export const announcedBytes = ({ headers }: HttpServerRequest.HttpServerRequest): number => {
  const length = Number(headers["content-length"])
  return Number.isSafeInteger(length) ? length : 0
}

/** Stops reading a body that has to make room for others: who sends it is answered, where the request is one of Node. */
const stopReading = ({ source }: HttpServerRequest.HttpServerRequest): void => {
  // One of the web's standard has no listeners.
  const { listenerCount } = source as Partial<IncomingMessage>
  if (listenerCount !== undefined && listenerCount.call(source, "error") > 0)
    (source as IncomingMessage).emit("error", stopped)
}

const stopped = new Error("This body made room for others.")

/**
 * What waits of a small body whose end has not come. One that came in one piece takes that; what comes then has the place of all that was
 * announced, or a block where nothing was.
 */
const waitingBytes = (bytes: number, pieces: number, announced: number): number =>
  pieces <= 1 ? bytes : Math.max(bytes, announced === 0 ? countedFromBytes : announced)

/**
 * What `stream` brings, at most `maxBytes`. A length that was announced is taken from the memory of all before anything is
 * read; one that was not is taken as it grows. A small one counts with the others while its end is waited for. `release` hears of pieces that
 * were copied, where they are nobody else's.
 */
export const gather = Effect.fnUntraced(function* <E, R>(
  request: HttpServerRequest.HttpServerRequest,
  stream: Stream.Stream<Uint8Array, E, R>,
  maxBytes: number,
  release?: Release
): Effect.fn.Return<Uint8Array, E | BodyTooLarge | ContentTooLarge | TooBusy, R> {
  const exchange = yield* Exchange
  const length = announcedBytes(request)
  let room = countedFromBytes
  if (length > room) {
    yield* takeForBody(exchange, length)
    room = length
  }
  const gathered = new GatheredBytes(maxBytes, length, release)
  const add = (piece: Uint8Array): BodyTooLarge | ContentTooLarge | TooBusy | null => {
    // Made when it is wanted: the lines of its stack take 0.03 ms.
    if (gathered.add(piece) !== "kept") return new BodyTooLarge({ maxBytes })
    if (gathered.bytes <= room) return null
    const more = Math.max(countedFromBytes, piece.length)
    room += more
    return leaseOf(exchange).take(more) ? null : refusalOf(exchange, more)
  }
  const waiting: { hold: LittleHold | null; pieces: number } = { hold: null, pieces: 0 }
  /** Whether the body may be waited for; most are whole when they come, and take nothing. */
  const mayWait = (): boolean => {
    if (length > countedFromBytes || gathered.bytes > countedFromBytes || gathered.bytes === length) return true
    waiting.hold ??= new LittleHold(exchange.memory, holderOf(exchange, request), () => stopReading(request))
    return waiting.hold.set(waitingBytes(gathered.bytes, waiting.pieces, length))
  }
  yield* Stream.runForEachArray(stream, (some) => {
    for (const piece of some) {
      const problem = add(piece)
      if (problem !== null) return Effect.fail(problem)
    }
    waiting.pieces += some.length
    return mayWait() ? Effect.void : Effect.fail(noRoom)
  }).pipe(
    Effect.mapError((error) => (waiting.hold?.isOver === true ? noRoom : error)),
    Effect.onError(() =>
      Effect.sync(() => {
        waiting.hold?.end()
        gathered.drop()
      })
    )
  )
  waiting.hold?.end()
  return gathered.whole()
})

/** A request of the web standard that has no body has no stream either. */
export const bodyOf = (request: HttpServerRequest.HttpServerRequest) =>
  request.source instanceof Request && request.source.body === null ? Stream.empty : request.stream

/** The body of a request. */
export const readBytes = (request: HttpServerRequest.HttpServerRequest, maxBytes: number) =>
  announcedBytes(request) > maxBytes
    ? Effect.fail(new BodyTooLarge({ maxBytes }))
    : gather(request, bodyOf(request), maxBytes, isOfOurServer(request) ? giveBack : undefined)
