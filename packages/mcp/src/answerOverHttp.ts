/** Answers one message of an AI client over Streamable HTTP. */
import type { AssistantCall } from "@kittiwake/http/assistants/AssistantDoor"
import { createMcpHandler, type Server } from "@modelcontextprotocol/server"
import { Effect } from "effect"
import type { AnswerBudget } from "./AnswerBudget.ts"
import { makeServer } from "./makeServer.ts"
import type { Session } from "./Session.ts"

/** Longest that a client is kept listening for changes of lists; it asks again then. */
const longestListening = "5 minutes"

/** The reply: one JSON body, or a stream where something is told before the result. */
export const answerOverHttp = async (
  call: AssistantCall,
  budget: AnswerBudget,
  serverFor: (session: Session) => Server = makeServer
): Promise<Response> => {
  const { message, principal, request } = call
  const session: Session = {
    base: new URL(request.url).origin,
    authorization: request.headers.get("authorization") ?? "",
    scopes: principal.scopes,
    api: call.api,
    run: call.run,
    refusedByLimits: call.refusedByLimits,
    budget
  }
  // One message is one handler's whole life, so it has one subscription at most.
  const handler = createMcpHandler(() => serverFor(session), { maxSubscriptions: 1 })
  const response = await handler.fetch(request, { parsedBody: message })
  if (isListening(message)) {
    const end = Effect.andThen(
      Effect.sleep(longestListening),
      Effect.promise(() => handler.close())
    )
    // It ends without a word when the client leaves first.
    call.run(end, { signal: request.signal }).catch(() => undefined)
  }
  return response
}

const isListening = (message: unknown): boolean =>
  typeof message === "object" && message !== null && "method" in message && message.method === "subscriptions/listen"
