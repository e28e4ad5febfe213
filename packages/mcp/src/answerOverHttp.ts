/** Answers one message of an AI client over Streamable HTTP. */
import type { AssistantCall } from "@kittiwake/http/assistants/AssistantDoor"
import { createMcpHandler, type Server } from "@modelcontextprotocol/server"
import type { AnswerBudget } from "./AnswerBudget.ts"
import { makeServer } from "./makeServer.ts"
import type { Session } from "./Session.ts"

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
    owner: principal.organization.id,
    scopes: principal.scopes,
    api: call.api,
    run: call.run,
    refusedByLimits: call.refusedByLimits,
    budget,
    endedBy: call.endedBy
  }
  // One message is one handler's whole life. Who listens for changes of lists is told at once that there will be none.
  return createMcpHandler(() => serverFor(session), { maxSubscriptions: 1 }).fetch(request, { parsedBody: message })
}
