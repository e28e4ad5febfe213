/** A page as text. */
import { createHash, hash } from "node:crypto"
import { leaving } from "@kittiwake/core/budget/MemoryBudget"
import { giveBack } from "@kittiwake/core/internal/giveBack"
import {
  Answer,
  countedBodyBytes,
  countedOf,
  type EncodedAnswer,
  type EncodedText,
  type FetchRequest,
  maxBodyBytes
} from "@kittiwake/core/web/HttpFetcher"
import { Duration, Effect } from "effect"
import { isUtf16 } from "./binaryFileType.ts"
import type { CookieShelf } from "./CookieShelf.ts"
import { codingsOf, decodeBody, decodePart } from "./contentCoding.ts"
import { decodeText, encodedText, textBytesOf } from "./decodeText.ts"
import { type ExchangeFailed, failed } from "./ExchangeFailed.ts"
import { type ExchangeTime, makeExchangeTime, noTurn, timedOut } from "./ExchangeTime.ts"
import {
  type AnswerHeaders,
  type BodyPlan,
  challengeOf,
  headerOf,
  isPartial,
  robotsOf,
  type WireAnswer
} from "./exchange.ts"
import { type Client, follow, partial, unasked } from "./follow.ts"
import { isGzip } from "./gzipMembers.ts"
import { isText, isZippedText, type MediaType, parseMediaType } from "./MediaType.ts"
import { takeRoom } from "./room.ts"

const unsupported = failed("unsupported_content", "The content is not a kind that has text.")

const planBody = (url: URL, status: number, headers: AnswerHeaders, isBeginningEnough: boolean): BodyPlan => {
  if (isPartial(status, headers) && !isBeginningEnough) return partial
  if (status === 304 || status === 204) return "discard"
  const type = parseMediaType(headerOf(headers, "content-type"))
  if (isText(type) || isZippedText(type, url.pathname)) return "collect"
  // The status of a failed request says more than its body, even when that is a picture.
  return status >= 400 ? "discard" : unsupported
}

/** A body that names no kind and holds NUL, as no text but UTF-16 does, is not text. */
const isBinary = (type: MediaType, body: Buffer): boolean =>
  type.essence === "" && body.subarray(0, 512).includes(0) && !isUtf16(body)

/** Longest description of a kind that is taken down. */
const maxKindLength = 200

/** As much as is digested in one go: a millisecond. */
const digestedBytes = 1024 * 1024

const sha256 = (bytes: Buffer): Effect.Effect<string> =>
  bytes.length <= digestedBytes
    ? Effect.sync(() => hash("sha256", bytes, "hex"))
    : Effect.gen(function* () {
        const digest = createHash("sha256")
        for (let at = 0; at < bytes.length; at += digestedBytes) {
          digest.update(bytes.subarray(at, at + digestedBytes))
          yield* Effect.yieldNow
        }
        return digest.digest("hex")
      })

/** Stands for all that the text of an answer depends on. Bytes are taken as they came: that is before unpacking them. */
const digestOf = ({ body, headers, status }: WireAnswer): Effect.Effect<string | null> => {
  const kind = `${headerOf(headers, "content-type") ?? ""} ${codingsOf(headers["content-encoding"]).join()}`
  return status === 200 && kind.length <= maxKindLength
    ? Effect.map(sha256(body), (digest) => `${kind} ${digest}`)
    : Effect.succeed(null)
}

/** What is made of the bytes of a text, and how many bytes that takes. */
interface Made<B> {
  readonly body: B
  readonly heldBytes: number
}
type Make<B> = (bytes: Buffer, type: MediaType) => Effect.Effect<Made<B>, ExchangeFailed>

/** A text of JavaScript; its bytes are gone then. */
const asText: Make<string> = Effect.fnUntraced(function* (bytes, type) {
  const heldBytes = textBytesOf(bytes)
  yield* takeRoom(heldBytes)
  const body = yield* decodeText(bytes, type)
  if (bytes.length >= countedBodyBytes) giveBack(bytes)
  return { body, heldBytes }
})

const asItIs: Make<EncodedText> = (bytes, type) =>
  Effect.sync(() => ({ body: encodedText(bytes, type), heldBytes: bytes.length }))

/** The head of an answer, and what was made of its body. */
type Head = Omit<Extract<Answer, { readonly _tag: "Fetched" }>, "body">
type Read<B> = Made<B> & { readonly head: Head }
type NotModified = Extract<Answer, { readonly _tag: "NotModified" }>

const readAnswer = Effect.fnUntraced(function* <B>(
  url: URL,
  answer: WireAnswer,
  digest: string | null,
  firstBytes: number | undefined,
  make: Make<B>
) {
  const decode = firstBytes === undefined ? decodeBody : decodePart
  const named = parseMediaType(headerOf(answer.headers, "content-type"))
  const unpacked = yield* decode(codingsOf(answer.headers["content-encoding"]), answer.body, maxBodyBytes)
  const isFile = /\.gz$/i.test(url.pathname) && isGzip(unpacked)
  const body = (isFile ? yield* decode(["gzip"], unpacked, maxBodyBytes) : unpacked).subarray(0, firstBytes)
  const type = isZippedText(named, url.pathname) ? { essence: "application/xml", charset: null } : named
  if (isBinary(type, body)) return yield* unsupported
  const retryAfter = headerOf(answer.headers, "retry-after")
  const head: Head = {
    _tag: "Fetched",
    url: url.href,
    status: answer.status,
    mediaType: type.essence,
    etag: headerOf(answer.headers, "etag"),
    lastModified: headerOf(answer.headers, "last-modified"),
    ...robotsOf(answer.headers),
    ...challengeOf(answer.headers),
    ...(retryAfter === null ? {} : { retryAfter }),
    ...(digest === null ? {} : { digest })
  }
  return { head, ...(yield* make(body, type)) } satisfies Read<B> as Read<B>
})

/** Fetches a page within the session that the cookies are of. */
export const fetchText = (client: Client, cookies: CookieShelf, request: FetchRequest) =>
  Effect.map(
    fetchAs(asText, client, cookies, request),
    (read): Answer => ("head" in read ? Answer.cases.Fetched.make({ ...read.head, body: read.body }) : read)
  )

/** The same with its body as it is. */
export const fetchEncoded = (client: Client, cookies: CookieShelf, request: FetchRequest) =>
  Effect.map(
    fetchAs(asItIs, client, cookies, request),
    (read): EncodedAnswer => ("head" in read ? { ...read.head, body: read.body } : read)
  )

const fetchAs = <B>(make: Make<B>, client: Client, cookies: CookieShelf, request: FetchRequest) => {
  const time = makeExchangeTime(request.timeout, client.late)
  const lost = Effect.suspend(() => Effect.fail(time.isWaiting() ? noTurn : timedOut))
  return fetchWithin(make, time, client, cookies, request).pipe(
    client.late(request.patience ?? Duration.infinity, lost),
    leaving((read: Read<B> | NotModified) => ("head" in read ? countedOf(read.heldBytes) : 0))
  )
}

const fetchWithin = Effect.fnUntraced(function* <B>(
  make: Make<B>,
  time: ExchangeTime,
  client: Client,
  cookies: CookieShelf,
  request: FetchRequest
) {
  const { firstBytes, validators } = request
  const { answer, isNotModified, url } = yield* follow(client, cookies, {
    url: request.url,
    validators,
    headers: request.headers ?? {},
    maxBytes: firstBytes ?? maxBodyBytes,
    time,
    planBody: (at, status, headers) => {
      const plan = planBody(at, status, headers, firstBytes !== undefined)
      return plan === "collect" && firstBytes !== undefined ? "begin" : plan
    }
  })
  if (isNotModified) return Answer.cases.NotModified.make(robotsOf(answer.headers))
  if (answer.status === 304) return yield* unasked
  const digest = firstBytes === undefined ? yield* digestOf(answer) : null
  if (digest !== null && digest === validators?.digest) return Answer.cases.NotModified.make(robotsOf(answer.headers))
  return yield* time.spend(readAnswer(url, answer, digest, firstBytes, make))
})
