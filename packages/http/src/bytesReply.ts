/** Replies whose long texts are bytes, which go out as they are read. */
import type { ServerResponse } from "node:http"
import { createGzip, type Gzip } from "node:zlib"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Effect, Stream } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { Exchange } from "./Exchange.ts"
import { Base64Text, JsonBytes } from "./JsonBytes.ts"
import { acceptsGzip, gzipLevel } from "./middleware/compression.ts"
import { holdSource } from "./requestMemory.ts"
import { cutWhenNotRead } from "./slowReaders.ts"

/** As much as is made in one go and waits for its reader: less than a millisecond. */
const pieceBytes = 128 * 1024

/** A request of the web standard has no response of Node. */
const responseTo = (request: HttpServerRequest.HttpServerRequest): ServerResponse | null =>
  request.source instanceof Request ? null : (NodeHttpServerRequest.toServerResponse(request) as ServerResponse)

/** Whether all that was written is with the system, so that its memory may be written to anew. */
const isEmptied = (response: ServerResponse | null): boolean => response !== null && response.writableLength === 0

/** Pieces as they are. Each is made in the memory of the last one where that has gone out: nothing waits to be collected. */
const plain = (json: JsonBytes, response: ServerResponse | null): Stream.Stream<Uint8Array> => {
  let room = Buffer.allocUnsafeSlow(pieceBytes)
  let isFirst = true
  return Stream.unfold(json, () =>
    Effect.map(Effect.yieldNow, () => {
      if (!isFirst && !isEmptied(response)) room = Buffer.allocUnsafeSlow(pieceBytes)
      isFirst = false
      const length = json.read(room)
      return length === 0 ? undefined : ([room.subarray(0, length), json] as const)
    })
  )
}

const written = (gzip: Gzip, piece: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    gzip.write(piece, (error) => (error ? reject(error) : resolve()))
  })

/** Hands over piece by piece; a reader who is gone ends it. */
const feed = async (gzip: Gzip, json: JsonBytes): Promise<void> => {
  const room = Buffer.allocUnsafeSlow(pieceBytes)
  try {
    for (let length = json.read(room); length > 0; length = json.read(room)) {
      await written(gzip, room.subarray(0, length))
    }
    gzip.end()
  } catch {
    gzip.destroy()
  }
}

const compressed = (json: JsonBytes): Stream.Stream<Uint8Array> =>
  Stream.suspend(() => {
    const gzip = createGzip({ level: gzipLevel })
    void feed(gzip, json)
    return Stream.orDie(Stream.fromAsyncIterable<Uint8Array, unknown>(gzip, (cause) => cause))
  })

/**
 * A reply with a record whose fields may be `Utf8Text`, or one of them `Base64Text`, whose bytes count once for all who read them, from now
 * until the last of them is done.
 */
export const bytesReply = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, record: object) {
  const shared = Object.values(record).find((field) => field instanceof Base64Text)
  if (shared !== undefined) holdSource(yield* Exchange, request, shared.bytes, pieceBytes)
  const json = new JsonBytes(record)
  const length = yield* json.length
  const response = responseTo(request)
  if (response !== null) cutWhenNotRead(response, length)
  const options = { contentType: "application/json", headers: { vary: "accept-encoding" } }
  if (!acceptsGzip(request)) {
    return HttpServerResponse.stream(plain(json, response), { ...options, contentLength: length })
  }
  const headers = { ...options.headers, "content-encoding": "gzip" }
  return HttpServerResponse.stream(compressed(json), { ...options, headers })
})
