/** Compresses large replies for clients that ask for it. */
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Exchange, endCallTurn } from "../Exchange.ts"
import { headerList } from "../headerLists.ts"

/** Fewest bytes that are worth compressing: below this a reply fits in two packets anyway. */
export const compressFrom = 2_048

const compress = promisify(gzip)

const accepts = /(?:^|,)\s*(?:gzip|\*)\s*(?:$|,|;\s*q=(?:1|0?\.\d*[1-9]))/i

/** Whether whoever asks takes an answer that is compressed. */
export const acceptsGzip = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  accepts.test(headerList(headers["accept-encoding"]))

/** How hard a reply is compressed, however it goes out. */
export const gzipLevel = 6

/** Bodies that are sent again and again, like the reference page, are compressed once. */
const compressed = new WeakMap<object, Promise<Buffer>>()

const compressedOnce = (body: { readonly body: Uint8Array }): Promise<Buffer> => {
  const found = compressed.get(body)
  if (found !== undefined) return found
  const made = compress(body.body, { level: gzipLevel })
  compressed.set(body, made)
  return made
}

/** Answers with gzip where `Accept-Encoding` allows it and the reply is large. */
export const layer = HttpRouter.middleware(
  (handler) =>
    Effect.flatMap(handler, (response) => {
      const { body } = response
      if (body._tag !== "Uint8Array" || body.contentLength < compressFrom) return Effect.succeed(response)
      // Compressed before it came here.
      if (response.headers["content-encoding"] !== undefined) return Effect.succeed(response)
      return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
        const { vary } = response.headers
        const by = vary === undefined ? "accept-encoding" : `${vary}, accept-encoding`
        const varied = HttpServerResponse.setHeader(response, "vary", by)
        if (!acceptsGzip(request)) return Effect.succeed(varied)
        return Effect.flatMap(Exchange, (exchange) => {
          exchange.replyBytes = body.contentLength
          endCallTurn(exchange, body)
          return Effect.map(
            Effect.promise(() => compressedOnce(body)),
            (bytes) =>
              HttpServerResponse.uint8Array(bytes, {
                status: response.status,
                headers: { ...varied.headers, "content-encoding": "gzip", "content-length": String(bytes.length) },
                contentType: body.contentType
              })
          )
        })
      })
    }),
  { global: true }
)
