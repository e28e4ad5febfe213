/** Answers the operations on the built-in inbox. */
import { InboxEventId } from "@kittiwake/core/inbox/domain/InboxEvent"
import { Inbox } from "@kittiwake/core/inbox/Inbox"
import type { Principal } from "@kittiwake/core/organizations/domain/Principal"
import { covers } from "@kittiwake/core/organizations/domain/Scope"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api.ts"
import { largeInPieces } from "../inPieces.ts"
import { pageRecord, pageRequest } from "../pages.ts"
import { Replies } from "../Replies.ts"
import { ListeningHost, PublicAddress, publicAddress } from "../web/PublicAddress.ts"
import { InboxEventReply, InboxReply } from "./api.ts"
import { inboxAddressRecord, inboxEventRecord } from "./InboxRecord.ts"

/** Whoever knows the token can post, so it is shown to those who could tell a monitor where to post. */
const mayPost = ({ scopes }: Principal) => covers(scopes, "monitors:write")

/** A body may have a megabyte, and six times as much as JSON. */
const inPieces = {
  page: Effect.flatMap(largeInPieces(InboxReply)),
  event: Effect.flatMap(largeInPieces(InboxEventReply))
}

export const layer = HttpApiBuilder.group(
  Api,
  "inbox",
  Effect.fn(function* (handlers) {
    const inbox = yield* Inbox
    const own = { named: yield* PublicAddress, listensOn: yield* ListeningHost }
    const { answer } = yield* Replies

    const at = (request: HttpServerRequest.HttpServerRequest, token: string | null) =>
      inboxAddressRecord(publicAddress(own, request), token)

    return handlers.handleAll({
      list: ({ query, request }) =>
        answer(
          Effect.fnUntraced(function* (caller: Principal) {
            const { id } = caller.organization
            const token = mayPost(caller) ? yield* inbox.token(id) : null
            const events = yield* inbox.list(id, pageRequest(query))
            return { ...at(request, token), ...pageRecord(events, inboxEventRecord) }
          })
        ).pipe(inPieces.page),
      get: ({ params }) =>
        answer(({ organization }) =>
          Effect.map(inbox.get(organization.id, InboxEventId.make(params.event_id)), inboxEventRecord)
        ).pipe(inPieces.event),
      clear: () => answer(({ organization }) => Effect.map(inbox.clear(organization.id), (removed) => ({ removed }))),
      rotate: ({ request }) =>
        answer(({ organization }) => Effect.map(inbox.rotate(organization.id), (token) => at(request, token)))
    })
  })
)
