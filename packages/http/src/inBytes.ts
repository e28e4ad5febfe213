/** Replies as bytes: text is measured and encoded anew for each of its readers, 19 ms and a copy each for `/docs`. */
import { HttpBody, HttpServerResponse } from "effect/http"

/** Below this the head of a reply and its text go out as one, which costs less than their bytes do as two. */
export const bytesFrom = 16 * 1024

/** A reply whose body goes out as bytes where it is large: one that is sent again and again as the same ones each time. */
export const inBytes = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse => {
  const { body, headers } = response
  if (body._tag !== "Uint8Array" || body.text === undefined || body.contentLength < bytesFrom) return response
  const bytes = HttpBody.uint8Array(body.body, body.contentType)
  return HttpServerResponse.setHeaders(HttpServerResponse.setBody(response, bytes), headers)
}
