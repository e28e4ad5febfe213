/** Gathers the body of a request, counted in bytes, pieces and memory while it arrives. */

import { giveBack } from "@kittiwake/core/internal/giveBack"
import { GatheredBytes, type Release } from "@kittiwake/core/internal/limits/domain/GatheredBytes"
import type { ContentTooLarge, TooBusy } from "@kittiwake/core/web/errors"
import { Effect, Stream } from "effect"
import type { HttpServerRequest } from "effect/http"
import { Exchange } from "./Exchange.ts"
import { BodyTooLarge } from "./errors.ts"
import { isOfOurServer } from "./ownMemory.ts"
import { countedFromBytes, leaseOf, refusalOf, takeForBody } from "./requestMemory.ts"

/** How many bytes the headers announce; 0 when they do not say. */
export const announcedBytes = ({ headers }: HttpServerRequest.HttpServerRequest): number => {
  const length = Number(headers["content-length"])
  return Number.isSafeInteger(length) ? length : 0
}

/**
 * What `stream` brings, at most `maxBytes`. A length that was announced is taken from the memory of all before anything is
 * read; one that was not is taken as it grows. `release` hears of pieces that were copied, where they are nobody else's.
 */
export const gather = Effect.fnUntraced(function* <E, R>(
  request: HttpServerRequest.HttpServerRequest,
  stream: Stream.Stream<Uint8Array, E, R>,
  maxBytes: number,
  release?: Release
): Effect.fn.Return<Uint8Array, E | BodyTooLarge | ContentTooLarge | TooBusy, R> {
  const exchange = yield* Exchange
  const tooLarge = new BodyTooLarge({ maxBytes })
  const length = announcedBytes(request)
  let room = countedFromBytes
  if (length > room) {
    yield* takeForBody(exchange, length)
    room = length
  }
  const gathered = new GatheredBytes(maxBytes, length, release)
  const add = (piece: Uint8Array): BodyTooLarge | ContentTooLarge | TooBusy | null => {
    if (gathered.add(piece) !== "kept") return tooLarge
    if (gathered.bytes <= room) return null
    const more = Math.max(countedFromBytes, piece.length)
    room += more
    return leaseOf(exchange).take(more) ? null : refusalOf(exchange, more)
  }
  yield* Stream.runForEachArray(stream, (pieces) => {
    for (const piece of pieces) {
      const problem = add(piece)
      if (problem !== null) return Effect.fail(problem)
    }
    return Effect.void
  }).pipe(Effect.onError(() => Effect.sync(() => gathered.drop())))
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
