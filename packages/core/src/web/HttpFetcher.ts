/** How pages are fetched. */
import { Context, type Duration, type Effect, Schema } from "effect"

/** Validators of an earlier answer, to ask only for a newer one (RFC 9110 §13). */
export interface Validators {
  /** Address of the hop that gave them: another one that is led to may answer them with "not modified" of a page of its own. */
  readonly url: string
  readonly etag: string | null
  readonly lastModified: string | null
  /** The digest of that answer: when the server sends the same again, it is not modified, whatever the server says. */
  readonly digest?: string
}

export interface FetchRequest {
  readonly url: string
  /** Sent to the origin of `url` alone; none unless given. */
  readonly headers?: Readonly<Record<string, string>>
  /** Null asks for the page whether or not it changed. */
  readonly validators: Validators | null
  /** As many bytes of the body as are wanted: no more are waited for or kept, and the text ends with them. All of it when absent. */
  readonly firstBytes?: number
  /** Time for the exchange: every redirect, headers and body, but not what it waits for its turn. */
  readonly timeout: Duration.Duration
  /** Time for everything, waiting for its turn included; as long as it takes when absent. */
  readonly patience?: Duration.Duration
}

/** Any resource, as bytes. */
export interface DownloadRequest {
  readonly url: string
  /** Sent to the origin of `url`; what names or frames the connection is refused before (`domain/RequestHeaders.ts`). */
  readonly headers: Readonly<Record<string, string>>
  /** Null asks for the resource whether or not it changed. */
  readonly validators: Validators | null
  /** Exit country, in lower case; null leaves by the installation's own. */
  readonly country: string | null
  /** Most bytes of the body, after decompression; more is `too_large`. */
  readonly maxBytes: number
  /** Time for the exchange, but not what it waits for its turn. */
  readonly timeout: Duration.Duration
  /** Time for everything, waiting for its turn included; as long as it takes when absent. */
  readonly patience?: Duration.Duration
  /** Whether the bytes that came before the time was over are an answer, once the status is known. */
  readonly acceptsPart: boolean
}

/** A resource as it came, whatever its status. */
export interface Download {
  /** Address of the last hop. */
  readonly url: string
  readonly status: number
  /** The header as it was sent; null when there was none. */
  readonly contentType: string | null
  /** The body after decompression. It is whose who asked for it: nobody else holds its memory. */
  readonly bytes: Uint8Array
  readonly etag: string | null
  readonly lastModified: string | null
  /** What the server says of when to come again, as it was sent; absent when it says nothing. */
  readonly cacheControl?: string
  readonly retryAfter?: string
  /** What the server asks of robots (`X-Robots-Tag`), each header on a line; absent when it asks nothing. */
  readonly robots?: string
  /** Present where the answer says in its headers that it is a check for robots in place of what was asked for. */
  readonly isChallenge?: true
  /** Whether the server said that the validators still hold; the body is then empty. */
  readonly isNotModified: boolean
  /** Whether time ran out before the end of the body. */
  readonly isPart: boolean
}

const withoutFragment = (url: string): string => url.split("#", 1)[0] ?? ""

/** Validators of an earlier answer; null where nothing of it can be asked, or its address is not known, as in what older builds kept. */
export const validatorsOf = (answer: {
  readonly finalUrl?: string | undefined
  readonly etag: string | null
  readonly lastModified: string | null
  readonly digest?: string | undefined
}): Validators | null => {
  const { digest, etag, finalUrl: url, lastModified } = answer
  if (url === undefined || (etag === null && lastModified === null && digest === undefined)) return null
  return { url, etag, lastModified, ...(digest === undefined ? {} : { digest }) }
}

/** The validators that may be sent to an address; a fragment is never sent, and is of no matter. @internal */
export const validatorsFor = (validators: Validators | null, url: string): Validators | null =>
  validators !== null && withoutFragment(validators.url) === withoutFragment(url) ? validators : null

/** What a server answered, whatever its status. */
export const Answer = Schema.TaggedUnion({
  /** The validators still hold; there is no body, or it is the one that was read before. */
  NotModified: {
    robots: Schema.optionalKey(Schema.String)
  },
  Fetched: {
    /** Address of the last hop. */
    url: Schema.String,
    status: Schema.Int,
    /** Media type in lower case without parameters; empty when the server named none. */
    mediaType: Schema.String,
    /** The body as text, in the charset found by its byte order mark, header, markup or content. */
    body: Schema.String,
    etag: Schema.NullOr(Schema.String),
    lastModified: Schema.NullOr(Schema.String),
    /** Stands for the kind and the bytes of the answer: who has it need not read them again. Absent where none is known. */
    digest: Schema.optionalKey(Schema.String),
    /** When the server wants to be asked again (`Retry-After`), as it was sent; absent when it says nothing. */
    retryAfter: Schema.optionalKey(Schema.String),
    /** What the server asks of robots (`X-Robots-Tag`), each header on a line; absent when it asks nothing. */
    robots: Schema.optionalKey(Schema.String),
    /** Present where the answer says in its headers that it is a check for robots in place of what was asked for. */
    isChallenge: Schema.optionalKey(Schema.Literal(true))
  }
})
export type Answer = typeof Answer.Type

/** A text as its bytes: one of 20 MB may take 40 as a text of JavaScript, and twice that until all who read it elsewhere have it. */
export interface EncodedText {
  /** Without a byte order mark in UTF-8. They are whose who asked for them: nobody else holds their memory. */
  readonly bytes: Uint8Array
  /** By a name of the Encoding Standard that decodes. */
  readonly charset: string
}

/** The same answer with its body as it is encoded. */
export type EncodedAnswer =
  | Extract<Answer, { readonly _tag: "NotModified" }>
  | (Omit<Extract<Answer, { readonly _tag: "Fetched" }>, "body"> & { readonly body: EncodedText })

/** No usable answer arrived. `message` may be shown to the owner of the page; it names no address of ours. */
export class PageUnreachable extends Schema.TaggedError<PageUnreachable>()("PageUnreachable", {
  reason: Schema.Literals([
    /** The host has no address. */
    "unknown_host",
    /** The operator does not allow this address. */
    "forbidden_address",
    /** The address leads to one that its site lets no robot see. */
    "robots",
    /** The address leads to one that is not of the site that is crawled. */
    "out_of_scope",
    "timeout",
    /** Patience ended while the request waited for its turn with us: the server was never asked. */
    "no_turn",
    "connection_failed",
    "too_large",
    "too_many_redirects",
    /** Not HTTP, or a body that cannot be decoded. */
    "bad_response",
    /** Not a kind of content that has text. */
    "unsupported_content",
    /** The installation has no exit in the country that was asked for. */
    "no_exit",
    /** The caller, or everybody together, holds as much as may be held: call again in a moment. */
    "busy",
    /** The page was lost after actions on it had begun: doing the same again would act again. */
    "may_have_acted"
  ]),
  message: Schema.String,
  /** Present where the URL is refused for how it is written, whatever it leads to: `message` says why. */
  isOfUrl: Schema.optionalKey(Schema.Literal(true)),
  /** Present where it was for want of room, and the site is not to blame, of reasons that may be of both. */
  isOurs: Schema.optionalKey(Schema.Literal(true)),
  /** What the server answered, where its answer began and could not be taken. */
  status: Schema.optionalKey(Schema.Int)
}) {}

/** Why nobody may be led to an address: its site says so, or does not answer what it says, or it is not of the site that is crawled. */
export interface LedRefusal {
  readonly reason: Extract<PageUnreachable["reason"], "connection_failed" | "out_of_scope" | "robots">
  readonly message: string
}

/** Tells whether an address may be asked for that a redirect leads to: null where it may. */
export type MayBeLedTo = (url: string) => Effect.Effect<LedRefusal | null>

/** What holds each address that a redirect leads to against rules before it is asked for; null where nobody keeps to any. */
export const MayBeLed = Context.Reference<MayBeLedTo | null>("@kittiwake/core/web/MayBeLed", {
  defaultValue: () => null
})

/** Fetches that share cookies. */
export interface FetchSession {
  readonly fetch: (request: FetchRequest) => Effect.Effect<Answer, PageUnreachable>
  /** The same for who reads the body in another thread, and hands it over to that. */
  readonly fetchEncoded: (request: FetchRequest) => Effect.Effect<EncodedAnswer, PageUnreachable>
  readonly download: (request: DownloadRequest) => Effect.Effect<Download, PageUnreachable>
}

/**
 * Fetches pages over HTTP.
 *
 * **Contract** (every adapter passes `testing/httpFetcherSuite.ts`)
 *
 * - No connection is opened to an address that the operator does not allow, at any hop.
 * - At most 20 MB of body are read, counted after decompression; at most 10 redirects are followed.
 * - Where `MayBeLed` is given, an address that a redirect leads to is asked for only when that lets it.
 * - A part of a body that nobody asked for is no answer.
 * - Of a body of which only the beginning is wanted, that is told as soon as it is there, even if the body never ends.
 * - The time of an exchange begins with its first request: what we keep waiting is not too late.
 * - Validators leave only for the address whose answer they are of: what a redirect leads to elsewhere is told as a whole.
 * - Headers of a request leave only for the origin of its URL: after a redirect to another, none of them is sent.
 * - Cookies live as long as their session and go only where their server may see them.
 * - What a body takes in memory, unpacked and as text, is counted in the `CurrentLease` as it comes, and counted on when it is handed over:
 *   whoever needs it for less long than the lease lasts borrows (`borrowing`). A body that finds no room there is `busy`.
 */
export class HttpFetcher extends Context.Service<
  HttpFetcher,
  {
    /** A session without cookies. */
    readonly openSession: Effect.Effect<FetchSession>
  }
>()("@kittiwake/core/web/HttpFetcher") {}

/** Most bytes of a body that are read, after decompression (spec/service.md, Other limits). */
export const maxBodyBytes = 20 * 1024 * 1024

/** Bodies that are smaller are not counted once they came: they are bounded by the number of calls. @internal */
export const countedBodyBytes = 64 * 1024

/** What stays counted of a body that came. @internal */
export const countedOf = (bytes: number): number => (bytes < countedBodyBytes ? 0 : bytes)

/** Most redirects that are followed. */
export const maxRedirects = 10
