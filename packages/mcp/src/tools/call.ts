/** Calls tools. */
import type { CallToolResult } from "@modelcontextprotocol/server"
import { Effect } from "effect"
import { leastTokens } from "../AnswerBudget.ts"
import { callMark, decodeCursor } from "../answers/cursor.ts"
import { type Answer, inTurn, readAnswer, readRecord } from "../answers/readAnswer.ts"
import { inputError, type Record_, toError, toResult } from "../answers/result.ts"
import { docs } from "../docs/Docs.ts"
import type { Ongoing, Session } from "../Session.ts"
import { goesOn, longestWaitSeconds, ownParameters } from "./described.ts"
import { type Operation, operations, type Parameter } from "./operations.ts"
import { notTaken, RefusedArgument, requestOf } from "./requestOf.ts"
import { docsLimits, searchDocsName, searchDocsTool } from "./searchDocs.ts"
import type { Tool } from "./Tool.ts"

const asked = async (
  session: Session,
  request: Request,
  { does, texts }: Pick<Tool, "does" | "texts">
): Promise<Answer> =>
  does === "reads" ? readRecord(session, request) : readAnswer(session, await session.api(request), texts)

/** Asks the API for a record, as resources do. */
export const read = async (
  session: Session,
  path: string,
  signal: AbortSignal
): Promise<Pick<Answer, "record" | "status">> => {
  const { close, record, status } = await readRecord(
    session,
    new Request(`${session.base}${path}`, { headers: { authorization: session.authorization }, signal })
  )
  close()
  return { record, status }
}

const integer = (value: unknown, least: number, most: number): number | null =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= least && value <= most ? value : null

const ended: Readonly<Record<NonNullable<Tool["waits"]>, ReadonlySet<unknown>>> = {
  batch: new Set(["completed", "cancelled", "failed"]),
  run: new Set(["completed", "failed", "skipped"])
}

const wholes = ({ progress }: Record_): { readonly done: number; readonly total: number } | null => {
  const { failed, pending, succeeded } = (progress ?? {}) as Record_
  if (typeof succeeded !== "number" || typeof failed !== "number" || typeof pending !== "number") return null
  return { done: succeeded + failed, total: succeeded + failed + pending }
}

/** Seconds between two looks at what is waited for, and between two signs of life of a long call. */
const lookSeconds = 2
const signSeconds = 5

/** Tells every few seconds that the work goes on, until it has ended. */
const withSigns = async <A>(session: Session, tool: Tool, ongoing: Ongoing, work: Promise<A>): Promise<A> => {
  const over = new AbortController()
  const signs = session
    .run(
      Effect.gen(function* () {
        for (let seconds = signSeconds; ; seconds += signSeconds) {
          yield* Effect.sleep(`${signSeconds} seconds`)
          yield* Effect.promise(() => ongoing.progress(seconds, undefined, `${tool.title}: ${seconds} s`))
        }
      }),
      { signal: AbortSignal.any([over.signal, ongoing.signal]) }
    )
    .catch(() => undefined)
  try {
    return await work
  } finally {
    over.abort()
    await signs
  }
}

const waited = async (
  session: Session,
  tool: Tool,
  ongoing: Ongoing,
  seconds: number,
  ask: () => Promise<Answer>
): Promise<Answer> => {
  const ends = tool.waits === undefined ? undefined : ended[tool.waits]
  let reply = await ask()
  for (let left = seconds; ends !== undefined && left > 0; left -= lookSeconds) {
    if (reply.status !== 200 || ends.has(reply.record.status)) break
    reply.close()
    const progress = wholes(reply.record)
    await ongoing.progress(
      progress?.done ?? seconds - left,
      progress?.total,
      `${tool.title}: ${String(reply.record.status)}`
    )
    await session.run(Effect.sleep(`${Math.min(lookSeconds, left)} seconds`), { signal: ongoing.signal })
    reply = await ask()
  }
  return reply
}

/** The budget and the place that a call asks for; or what is wrong with them. */
const askedFor = (session: Session, tool: string, args: Record_) => {
  const { [ownParameters.tokens]: tokens, [ownParameters.cursor]: cursor, [ownParameters.wait]: wait, ...given } = args
  const { defaultTokens, maxTokens: most } = session.budget
  const maxTokens = (tokens ?? null) === null ? defaultTokens : integer(tokens, leastTokens, most)
  if (maxTokens === null) return `max_tokens must be an integer from ${leastTokens} to ${most}.`
  const hasWait = (wait ?? null) !== null
  const seconds = !hasWait ? 0 : integer(wait, 0, longestWaitSeconds)
  if (seconds === null) return `wait_seconds must be an integer from 0 to ${longestWaitSeconds}.`
  if (cursor === undefined || cursor === null || cursor === "")
    return { given, maxTokens, seconds, page: null, position: null, hasWait }
  const place = typeof cursor === "string" ? decodeCursor(cursor, callMark(tool, given)) : null
  if (place === null) return "cursor is not the next_cursor of an answer to the same call with the same arguments."
  return { given, maxTokens, seconds, page: place.page, position: place.position, hasWait }
}

/** Refuses what the API was not asked for: such a call draws on the limits too. */
const refuseHere = async (session: Session, message: string): Promise<CallToolResult> => {
  const limited = await session.refusedByLimits()
  return limited === null ? inputError(message) : toError({ message: limited, error_code: "RATE_LIMITED" })
}

/** A list that is asked for again because it was too large has so many times fewer items. */
const fewerBy = 10

/** The items that a list is asked for in place of so many; null where it has no fewer. */
const fewerItems = (limit: unknown): number | null => {
  if (limit === 1) return null
  return typeof limit === "number" ? Math.max(1, Math.floor(limit / fewerBy)) : fewerBy
}

const isLimit = ({ name }: Parameter): boolean => name === "limit"

/** What may be asked for instead of an answer that is too large. */
const askForLess = ({ record }: Answer, { parameters }: Operation): CallToolResult => {
  const bounds = parameters.map(({ name }) => name).filter((name) => /limit|^max|^num|^include/i.test(name))
  const less = bounds.length === 0 ? "" : ` Ask for less with ${bounds.join(", ")}.`
  return toError({ ...record, message: `${String(record.message)}${less} The API and the command give all of it.` })
}

/** Calls the operation of a tool. */
export const callTool = async (
  session: Session,
  tool: Tool,
  args: Record_,
  ongoing: Ongoing
): Promise<CallToolResult> => {
  const operation = operations().get(tool.operation) as Operation
  const wanted = askedFor(session, tool.name, args)
  if (typeof wanted === "string") return refuseHere(session, wanted)
  const { given, maxTokens, page, position, seconds } = wanted
  if (!goesOn(tool) && (page !== null || position !== null))
    return refuseHere(session, "cursor: this tool would do again what it did. Read what it made with another tool.")
  if (wanted.hasWait && tool.waits === undefined)
    return refuseHere(session, "wait_seconds: nothing takes this argument.")
  const { authorization, base } = session
  const make = (fewer: Record_ = {}) =>
    requestOf(
      tool,
      operation,
      { ...given, ...(page === null ? {} : { cursor: page }), ...fewer },
      {
        base,
        authorization,
        signal: ongoing.signal
      }
    )
  const first = make()
  if (first instanceof RefusedArgument) return refuseHere(session, `${first.name.slice(0, 100)}: ${first.why}`)
  let next: Request | RefusedArgument | null = first
  // What only reads is asked again for fewer items where it is too large, and goes on behind these.
  const canBeFewer = tool.does === "reads" && operation.parameters.some(isLimit)
  const ask = async () => {
    const request = (next ?? make()) as Request
    next = null
    let answer = await asked(session, request, tool)
    let limit = canBeFewer ? fewerItems(given.limit) : null
    for (; answer.isTooLarge && limit !== null; limit = fewerItems(limit)) {
      answer = await asked(session, make({ limit }) as Request, tool)
    }
    return answer
  }
  const work = waited(session, tool, ongoing, seconds, ask)
  const answer = await (tool.does === "looks" ? withSigns(session, tool, ongoing, work) : work)
  const { isLarge, isTooLarge, leftOut, record, status } = answer
  try {
    if (isTooLarge) return askForLess(answer, operation)
    if (status < 200 || status > 299) return toError(record)
    const isUntrusted = tool.untrusted === true
    const call = { tool: tool.name, given, maxTokens, isUntrusted, goesOn: goesOn(tool), page, position }
    return await inTurn(session, isLarge, () => toResult({ ...call, record, leftOut }))
  } finally {
    answer.close()
  }
}

/** Searches the documentation. */
export const callSearchDocs = async (session: Session, args: Record_): Promise<CallToolResult> => {
  const wanted = askedFor(session, searchDocsName, args)
  if (typeof wanted === "string") return inputError(wanted)
  const { query, limit, ...others } = wanted.given
  const [unknown] = Object.keys(others)
  if (unknown !== undefined || wanted.hasWait)
    return inputError(
      `${(unknown ?? "wait_seconds").slice(0, 100)}: ${notTaken(Object.keys(searchDocsTool.inputSchema.properties))}`
    )
  if (typeof query !== "string" || query === "" || query.length > 500)
    return inputError("query must be a text of 1 to 500 characters.")
  const most = (limit ?? null) === null ? docsLimits.default : integer(limit, 1, docsLimits.most)
  if (most === null) return inputError(`limit must be an integer from 1 to ${docsLimits.most}.`)
  const { index } = await docs()
  return toResult({
    tool: searchDocsName,
    given: wanted.given,
    record: { sections: index.search(query, most) },
    maxTokens: wanted.maxTokens,
    isUntrusted: false,
    goesOn: true,
    page: null,
    position: wanted.position
  })
}
