/** One question that is asked at three doors: of the public client, by hand over HTTP, and of the embedded library. */
import { Buffer } from "node:buffer"
import { assert } from "@effect/vitest"
import ContextDev from "context.dev"
import { type Kittiwake, KittiwakeError } from "kittiwake"
import type { Opened } from "./opened.ts"
import { queryOf } from "./queryOf.ts"

/** What stands in the path, by the names of its parameters. */
export type About = Readonly<Record<string, string>>

/** What is sent: the query of a GET, the body of anything else. */
export type Asked = Readonly<Record<string, unknown>>

export interface Question {
  readonly name: string
  /** The operation as the description names it, such as `GET /v1/monitors/{monitor_id}`. */
  readonly operation: string
  /** What it is about; asked for each door, so that each can be given its own where asking changes it. */
  readonly about?: (opened: Opened) => About | Promise<About>
  readonly asked?: (opened: Opened) => Asked
  /** Sent in place of JSON, beside what is asked, which then is the query. */
  readonly file?: Uint8Array
  /** Null where the client has no such call. */
  readonly client: ((client: ContextDev, about: About, asked: never) => PromiseLike<unknown>) | null
  readonly embedded: (kittiwake: Kittiwake, about: About, asked: never) => Promise<unknown>
  /** The embedded answer in the words of HTTP, where a program gets it in others. */
  readonly onTheWire?: (answer: never, asked: never) => unknown
  /** The field that holds an address over HTTP, of a picture that programs are handed. */
  readonly addresses?: string
  /** Fields of the answer, at any depth, that no two calls share: ids and moments of what each of them made. */
  readonly differs?: ReadonlyArray<string>
  /** A list that comes in whatever order its items were ready. */
  readonly unordered?: string
  /** The code of the refusal, where it is refused. */
  readonly refused?: string
}

type Answer =
  | { readonly answered: unknown }
  | { readonly code: unknown; readonly message: unknown; readonly field: string }

/** The message names the field that was wrong first; only the embedded library tells it apart. */
const fieldIn = (message: string): string => /^([a-zA-Z]\w*(?:[.[]\S+)?): /.exec(message)?.[1] ?? ""

const ofEnvelope = ({ error_code, message }: Asked): Answer => ({
  code: error_code,
  message,
  field: fieldIn(String(message))
})

type Whole = Pick<Question, "differs" | "unordered">

/** The answer without what differs, and in one order. */
const settled = (value: unknown, whole: Whole): unknown => {
  if (Array.isArray(value)) return value.map((item) => settled(item, whole))
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => {
    if (whole.differs?.includes(key) === true) return [key, `some ${inner === null ? "null" : typeof inner}`]
    const one = settled(inner, whole)
    const isSorted = key === whole.unordered && Array.isArray(one)
    return [key, isSorted ? one.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : one]
  })
  return Object.fromEntries(entries)
}

const picture = async (address: unknown): Promise<string> =>
  Buffer.from(await (await fetch(String(address))).arrayBuffer()).toString("base64")

/** A reply without what names the call, and with its price in the word that programs get it in. */
const ofReply = async (body: Asked, { addresses, ...whole }: Question): Promise<Answer> => {
  const { key_metadata, request_id, ...rest } = body
  const record = addresses === undefined ? rest : { ...rest, [addresses]: await picture(rest[addresses]) }
  assert.isString(request_id)
  const charged = Reflect.get(Object(key_metadata), "credits_consumed") ?? 0
  return { answered: settled({ ...record, creditsUsed: charged }, whole) }
}

const ofProgram = (answer: unknown, whole: Whole): Answer => ({
  answered: settled({ creditsUsed: 0, ...JSON.parse(JSON.stringify(answer)) }, whole)
})

const ofFailure = (error: unknown): Answer => {
  if (error instanceof ContextDev.APIError) return ofEnvelope(error.error as Asked)
  if (error instanceof KittiwakeError) return { code: error.code, message: error.message, field: error.field }
  throw error
}

const pathOf = (operation: string, about: About): string =>
  (operation.split(" ")[1] ?? "").replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(about[name] ?? ""))

/** The request that somebody writes who has read the description. */
const byHand = async (opened: Opened, question: Question, about: About, asked: Asked): Promise<Answer> => {
  const [method = ""] = question.operation.split(" ")
  const path = pathOf(question.operation, about)
  const isQuery = method === "GET" || question.file !== undefined
  const body = question.file ?? (isQuery || question.asked === undefined ? undefined : JSON.stringify(asked))
  const key = path.startsWith("/admin") ? opened.adminToken : opened.apiKey
  const response = await fetch(`${opened.url}${path}${isQuery ? `?${queryOf(asked)}` : ""}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined
        ? {}
        : { "content-type": question.file === undefined ? "application/json" : "application/octet-stream" })
    },
    ...(body === undefined ? {} : { body: body as BodyInit })
  })
  const reply = (await response.json()) as Asked
  return response.ok ? await ofReply(reply, question) : ofEnvelope(reply)
}

/** Asks at every door. All must answer alike, and the client must ask for what the question says. */
export const ask = async (opened: Opened, question: Question): Promise<void> => {
  const { client, embedded, operation, refused } = question
  const asked = question.asked?.(opened) ?? {}
  // A door is told what stands in the path and no more.
  const about = async () => {
    const all = (await question.about?.(opened)) ?? {}
    return Object.fromEntries(Object.entries(all).filter(([name]) => operation.includes(`{${name}}`)))
  }

  const hand = await byHand(opened, question, await about(), asked)
  assert.strictEqual("code" in hand ? hand.code : undefined, refused, JSON.stringify(hand))

  if (client !== null) {
    const subject = await about()
    const before = opened.requests.length
    const answer = await Promise.resolve(client(opened.client, subject, asked as never)).then(
      (reply) => ofReply(reply as Asked, question),
      ofFailure
    )
    assert.deepStrictEqual(opened.requests.slice(before), [`${operation.split(" ")[0]} ${pathOf(operation, subject)}`])
    assert.deepStrictEqual(answer, hand, "the public client")
  }

  const onTheWire = question.onTheWire ?? ((answer: unknown) => answer)
  const answer = await embedded(opened.kittiwake, await about(), asked as never).then(
    (value) => ofProgram(onTheWire(value as never, asked as never), question),
    ofFailure
  )
  assert.deepStrictEqual(answer, hand, "the embedded library")
}
