/** How commands talk to the running server. */
import { join } from "node:path"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as Client from "@kittiwake/http/client"
import { ErrorBody } from "@kittiwake/http/errors"
import { NotOurFile, readRegular } from "@kittiwake/storage/regularFile"
import { Effect, Option, Redacted, Schema, SchemaIssue } from "effect"
import { HttpClient, HttpClientError } from "effect/http"
import { CommandFailed, failed, unavailable, wrongUsage } from "./CommandFailed.ts"
import { readSettings, type Settings, serverUrl } from "./config.ts"
import { exists } from "./exists.ts"
import { type FlagNames, inFlags } from "./flagNames.ts"
import { controlSocketPath } from "./operator/controlSocketPath.ts"

/** Where `kittiwake start` leaves the key that it made, so that commands beside it can call it. */
export const keyFile = (dataDirectory: string): string => join(dataDirectory, "api-key")

/** Why there is no key, and where one is: a server that is there has left it in another directory. */
const noKey = Effect.fnUntraced(function* (settings: Settings) {
  const url = serverUrl(settings)
  const isThere = yield* Effect.isSuccess(HttpClient.get(`${url}/ready`))
  // Its socket stands in its own directory: what is missing is the file alone, after a restore or because somebody deleted it.
  const isHere = isThere && (yield* exists(controlSocketPath(settings.dataDirectory)))
  if (isHere) {
    return wrongUsage(
      `No key: there is no ${keyFile(settings.dataDirectory)}, in the data directory of the server at ${url}. "kittiwake key create" makes a key, which goes into that file or into KITTIWAKE_API_KEY.`
    )
  }
  return wrongUsage(
    isThere
      ? `No key: there is no ${keyFile(settings.dataDirectory)}. The server at ${url} keeps its key in its own data directory: set KITTIWAKE_DATA_DIR to that, or KITTIWAKE_API_KEY to a key of it.`
      : `No key: there is no ${keyFile(settings.dataDirectory)}, and no server answers at ${url}. "kittiwake start" starts one and leaves its key there; for another server set KITTIWAKE_API_KEY, KITTIWAKE_HOST and KITTIWAKE_PORT.`
  )
})

/** The key of these settings: the one that is set, or the one that the server left beside it. */
export const keyOf = Effect.fnUntraced(function* (settings: Settings) {
  if (Option.isSome(settings.apiKey)) return settings.apiKey.value
  const text = yield* Effect.tryPromise({
    try: () => readRegular(keyFile(settings.dataDirectory)),
    catch: (cause) => cause
  }).pipe(
    Effect.catch((cause) =>
      cause instanceof NotOurFile
        ? Effect.fail(wrongUsage(`No key: ${cause.message}.`))
        : Effect.flatMap(noKey(settings), Effect.fail)
    )
  )
  return Redacted.make(text.trim())
})

/** Where the key came from that the server does not take, and what to do: after a restore it is another installation's. */
const keyRefused = (settings: Settings): CommandFailed => {
  const refuses = `UNAUTHORIZED: The server at ${serverUrl(settings)} does not take the key`
  return failed(
    Option.isSome(settings.apiKey)
      ? `${refuses} in KITTIWAKE_API_KEY: set it to one that "kittiwake key create" makes beside the server.`
      : `${refuses} in ${keyFile(settings.dataDirectory)}. Where that is the server's data directory, its database came from another installation: "kittiwake key create" makes a key, which goes into that file or into KITTIWAKE_API_KEY. Otherwise set KITTIWAKE_DATA_DIR to the server's.`
  )
}

const isErrorBody = Schema.is(ErrorBody)
const isCommandFailed = Schema.is(CommandFailed)

const standard = SchemaIssue.makeFormatterStandardSchemaV1()

/** Whether an issue says that what was given is of another kind, such as a page in Markdown for one in HTML. */
const isOfAnotherKind = (issue: SchemaIssue.Issue): boolean => {
  switch (issue._tag) {
    case "InvalidType":
      return issue.ast._tag === "Literal"
    case "AnyOf":
      return issue.issues.length > 0 && issue.issues.every(isOfAnotherKind)
    case "Composite":
      return issue.issues.some(isOfAnotherKind)
    case "Pointer":
    case "Encoding":
    case "Filter":
      return isOfAnotherKind(issue.issue)
    default:
      return false
  }
}

/** The issue without those of members of a union that are of another kind, when one member is of this. */
const ofOwnKind = (issue: SchemaIssue.Issue): SchemaIssue.Issue => {
  switch (issue._tag) {
    case "AnyOf": {
      const own = issue.issues.filter((one) => !isOfAnotherKind(one))
      const told = (own.length === 0 ? issue.issues : own).map(ofOwnKind)
      return new SchemaIssue.AnyOf(issue.ast, told)
    }
    case "Composite": {
      const [first, ...rest] = issue.issues
      return new SchemaIssue.Composite(issue.ast, [ofOwnKind(first), ...rest.map(ofOwnKind)])
    }
    case "Pointer":
      return new SchemaIssue.Pointer(issue.path, ofOwnKind(issue.issue))
    case "Encoding":
      return new SchemaIssue.Encoding(issue.ast, ofOwnKind(issue.issue))
    default:
      return issue
  }
}

/** What of a call no server of this version would take. */
const refusedHere = ({ issue }: Schema.SchemaError): CommandFailed => {
  const { issues } = standard(ofOwnKind(issue))
  const lines = issues.map(
    ({ message, path = [] }) => `${path.map(String).join(".")}: ${message.replace(/^Expected /, "must be ")}`
  )
  return wrongUsage(inFlags(commonFlags, [...new Set(lines)].join("; ")))
}

/** Where what was not found could be looked for, by the first word of what the server says. */
const lists: Readonly<Record<string, string>> = {
  Monitor: "kittiwake monitor list",
  Run: "kittiwake monitor runs",
  Change: "kittiwake monitor changes",
  Delivery: "kittiwake delivery list",
  Batch: "kittiwake batch list"
}

/** Flags and arguments that are called the same in all commands that have them. */
const commonFlags: FlagNames = { event_id: "event-id", expires_in_seconds: "--for", limit: "--limit", tags: "--tag" }

/** What of this name was not found, and where what there is can be seen. */
const notFoundText = (what: string): string =>
  `${what} not found: it never was, or was removed. "${lists[what]}" shows what there is.`

/** An id that no delivery has, as where the server does not find it. */
export const noDelivery = failed(`NOT_FOUND: ${notFoundText("Delivery")}`)

/** The server's words as whoever typed a command can follow them. */
const inCommands = (message: string): string => {
  const [, what = ""] = /^(\w+) not found\.$/.exec(message) ?? []
  if (lists[what] !== undefined) {
    return notFoundText(what)
  }
  return inFlags(commonFlags, message)
    .replace("Send force: true", "Give --force")
    .replace(/(?<=has no webhook.*)Configure one first\./, 'Give it one: "kittiwake monitor edit ID --webhook URL".')
    .replace("Give more time in timeoutOpts.milliseconds.", "Give more with --timeout.")
    .replace(/^(?:timeoutOpts\.milliseconds|timeoutMS)(?=: )/, "--timeout")
}

/** Codes of what was typed wrongly, whoever finds out. */
const ofUsage: ReadonlySet<string> = new Set(["INPUT_VALIDATION_ERROR", "TIMEOUT_EXCEEDS_MAXIMUM"])

const failureOf = (settings: Settings, hasAsked: boolean) => (error: unknown) => {
  const baseUrl = serverUrl(settings)
  if (isCommandFailed(error)) return error
  if (!hasAsked && Schema.isSchemaError(error)) return refusedHere(error)
  if (isErrorBody(error)) {
    if (error.error_code === "UNAUTHORIZED") return keyRefused(settings)
    const told = `${error.error_code}: ${inCommands(error.message)}`
    return ofUsage.has(error.error_code) ? wrongUsage(told) : failed(told)
  }
  if (HttpClientError.isHttpClientError(error) && error.reason._tag === "TransportError") {
    return unavailable(
      `No server answers at ${baseUrl}: start one with "kittiwake start", or set KITTIWAKE_HOST and KITTIWAKE_PORT.`
    )
  }
  return failed(`What answers at ${baseUrl} is not a Kittiwake server of this version.`)
}

/** What the client can call. */
export interface ServerClient extends Effect.Success<ReturnType<typeof Client.make>> {}

/** Calls the server of these settings with the key beside it; every failure is one line. */
export const callServer = <A, E>(
  settings: Settings,
  call: (client: ServerClient) => Effect.Effect<A, E>
): Effect.Effect<A, CommandFailed> =>
  Effect.suspend(() => {
    let hasAsked = false
    const noted = HttpClient.tapRequest(() =>
      Effect.sync(() => {
        hasAsked = true
      })
    )
    return Effect.gen(function* () {
      const client = yield* Client.make({ baseUrl: serverUrl(settings), apiKey: yield* keyOf(settings) })
      return yield* call(client)
    }).pipe(
      Effect.updateService(HttpClient.HttpClient, noted),
      Effect.provide(NodeHttpClient.layerNodeHttp),
      Effect.mapError((error) => failureOf(settings, hasAsked)(error))
    )
  })

/** Calls the server that the surroundings name. */
export const ask = <A, E>(call: (client: ServerClient) => Effect.Effect<A, E>) =>
  Effect.flatMap(readSettings(false), (settings) => callServer(settings, call))

/** A reply without what it says of its call. */
export const withoutCall = <A extends { readonly key_metadata?: unknown; readonly request_id?: unknown }>({
  key_metadata: _,
  request_id: __,
  ...rest
}: A) => rest
