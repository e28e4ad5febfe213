/**
 * Kittiwake at `/mcp`: the door for AI clients.
 *
 * **Details**
 *
 * - Both the stateless protocol (2026-07-28) and the versions of 2025 are answered without a stored session: each message is
 *   answered by a server of its own, made for its caller. So any process answers any message, and nothing is kept between
 *   two of them. What joins a call of 2025 with its cancellation is a label, which the route reads.
 * - The library that speaks the protocol is loaded with the first message: most installations never get one.
 */
import { AssistantDoor, type SpeaksProtocol } from "@kittiwake/http/assistants/AssistantDoor"
import { Layer } from "effect"
import { type AnswerBudget, defaultBudget } from "./AnswerBudget.ts"
import { completesByApi } from "./completionLists.ts"
import { makePlaces } from "./Places.ts"
import { toolNamed } from "./tools/catalogue.ts"
import { lackedBy } from "./tools/described.ts"

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Addresses of what the API has: those of `resources.ts`, which is loaded with the first message. */
const recordAddress =
  /^kittiwake:\/\/(?:monitors\/[\w-]{1,100}(?:\/runs\/[\w-]{1,100})?|(?:changes|batches)\/[\w-]{1,100})$/

/** Whether answering calls the API. */
const callsApi = (message: unknown): boolean => {
  if (!isRecord(message) || !isRecord(message.params)) return false
  const { argument, arguments: given = {}, name, ref, uri } = message.params
  switch (message.method) {
    case "tools/call":
      return typeof name === "string" && toolNamed(name) !== undefined && isRecord(given)
    case "resources/read":
      return typeof uri === "string" && recordAddress.test(uri)
    case "completion/complete":
      return isRecord(ref) && isRecord(argument) && typeof argument.name === "string" && completesByApi(argument.name)
    default:
      return false
  }
}

/** The scope that the tool needs which the message calls. */
const lacks: SpeaksProtocol["lacks"] = (message, scopes) => {
  if (!isRecord(message) || message.method !== "tools/call" || !isRecord(message.params)) return null
  const tool = typeof message.params.name === "string" ? toolNamed(message.params.name) : undefined
  return tool === undefined ? null : lackedBy(scopes, tool)
}

/** Speaks the protocol over HTTP. */
export const speak = (budget: AnswerBudget = defaultBudget): SpeaksProtocol => {
  const loaded = () => import("./answerOverHttp.ts")
  let module: ReturnType<typeof loaded> | undefined
  const place = makePlaces()
  return {
    callsApi,
    lacks,
    answer: (call) =>
      place(call, async () => {
        module ??= loaded()
        return (await module).answerOverHttp(call, budget)
      })
  }
}

/** The door, for the routes of `@kittiwake/http`. */
export const layer = (budget: AnswerBudget = defaultBudget) => Layer.succeed(AssistantDoor, speak(budget))
