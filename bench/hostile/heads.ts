/** Requests that no HTTP library would write. */
import { type Attack, open, statusOn, type World } from "./asking.ts"

const written =
  (text: (world: World) => string): Attack =>
  (world) => {
    const socket = open(world)
    socket.write(text(world))
    const answer = statusOn(socket)
    return answer.finally(() => socket.destroy())
  }

const get = ({ key }: World, more: string, path = "/v1/monitors") =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${more}\r\n`

const post = (world: World, more: string) =>
  get(world, `Content-Type: application/json\r\n${more}`).replace("GET", "POST")

export const heads: Readonly<Record<string, Attack>> = {
  "a cookie of 200 KB": written((world) => get(world, `Cookie: a=${"x".repeat(200_000)}\r\n`)),
  "a cookie of 20,000 pairs": written((world) => get(world, `Cookie: ${"a=b; ".repeat(20_000)}\r\n`)),
  "range of 10,000 parts": written((world) => get(world, `Range: bytes=${"0-1,".repeat(10_000)}\r\n`)),
  "accept-encoding of 100 KB": written((world) => get(world, `Accept-Encoding: ${"gzip;q=0.1,".repeat(10_000)}\r\n`)),
  "key of 200 KB": written((world) => get({ ...world, key: "k".repeat(200_000) }, "")),
  "idempotency key of 200 KB": written((world) =>
    post(world, `Idempotency-Key: ${"x".repeat(200_000)}\r\nContent-Length: 2\r\n\r\n{}`)
  ),
  "two lengths": written((world) => post(world, "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}")),
  "a length and chunks": written((world) =>
    post(world, "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n")
  ),
  "length of 2^64": written((world) => post(world, "Content-Length: 18446744073709551616\r\n")),
  "negative length": written((world) => post(world, "Content-Length: -1\r\n")),
  "coding that nobody knows": written((world) => post(world, "Transfer-Encoding: gzip\r\n")),
  "chunk extension of 1 MB": written((world) =>
    post(world, `Transfer-Encoding: chunked\r\n\r\n1;${"x".repeat(1_000_000)}`)
  ),
  "200,000 trailers": written((world) =>
    post(world, `Transfer-Encoding: chunked\r\n\r\n0\r\n${"X: y\r\n".repeat(200_000)}`)
  ),
  "expectation without a body": written((world) => post(world, "Expect: 100-continue\r\nContent-Length: 1000000\r\n")),
  "upgrade to something else": written((world) => get(world, "Connection: Upgrade\r\nUpgrade: websocket\r\n")),
  "a tunnel": written(() => "CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: x\r\n\r\n"),
  TRACE: written(() => "TRACE / HTTP/1.1\r\nHost: x\r\n\r\n"),
  "a method of 100 KB": written(() => `${"X".repeat(100_000)} / HTTP/1.1\r\n\r\n`),
  "HTTP/0.9": written(() => "GET /health\r\n\r\n"),
  "HTTP/2 without an upgrade": written(() => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  "TLS on a plain port": written(() => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"),
  "NUL in a header": written((world) => get(world, "X-A: a\0b\r\n")),
  "a folded header": written((world) => get(world, `X-A: a\r\n ${" b\r\n".repeat(10_000)}`)),
  "half a percent sign": written((world) => get(world, "", "/v1/monitors/%zz%")),
  "dots out of the root": written((world) => get(world, "", `/v1/${"../".repeat(10_000)}etc/passwd`)),
  "an absolute address elsewhere": written((world) => get(world, "", "http://169.254.169.254/latest/meta-data/"))
}
