/** Answers the operator. */
import { Administration } from "@kittiwake/core/administration/Administration"
import { feedbackRecord } from "@kittiwake/core/feedback/domain/FeedbackRecord"
import { Feedback } from "@kittiwake/core/feedback/Feedback"
import { GrantId } from "@kittiwake/core/grants/domain/Grant"
import { grantRecord } from "@kittiwake/core/grants/domain/GrantRecord"
import { Grants } from "@kittiwake/core/grants/Grants"
import { organizationRecord, standingRecord } from "@kittiwake/core/internal/administration/domain/OrganizationRecord"
import { entryRecord } from "@kittiwake/core/internal/credits/domain/EntryRecord"
import { type ApiKey, ApiKeyId } from "@kittiwake/core/organizations/domain/ApiKey"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { SessionId } from "@kittiwake/core/sessions/domain/Session"
import { sessionRecord } from "@kittiwake/core/sessions/domain/SessionRecord"
import { Sessions } from "@kittiwake/core/sessions/Sessions"
import { DateTime, Effect, Layer, Redacted } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { decodeBody, readJson } from "../body.ts"
import { pageRecord, pageRequest } from "../pages.ts"
import { SessionCallers } from "../sessions/SessionCallers.ts"
import { makeAnswer } from "./answered.ts"
import { AdminApi, type KeyRecord } from "./api.ts"
import {
  ChangeOrganizationBody,
  CreateKeyBody,
  CreateOrganizationBody,
  MoveCreditsBody,
  organizationPatch
} from "./input.ts"

const decodeCreate = decodeBody(CreateOrganizationBody)
const decodeChange = decodeBody(ChangeOrganizationBody)
const decodeMove = decodeBody(MoveCreditsBody)
const decodeKey = decodeBody(CreateKeyBody)

const keyRecord = (key: ApiKey): KeyRecord => ({
  id: key.id,
  organization_id: key.organizationId,
  name: key.name,
  last4: key.last4,
  scopes: key.scopes,
  created_at: DateTime.formatIso(key.createdAt),
  revoked_at: key.revokedAt === null ? null : DateTime.formatIso(key.revokedAt)
})

type Input = HttpServerRequest.HttpServerRequest

/** Sessions of an owner, as pages and one after the other. */
const makeSessionWork = Effect.gen(function* () {
  const sessions = yield* Sessions
  const { forget } = yield* SessionCallers
  return (organizationId: OrganizationId | null) => {
    const owner = { organizationId, keyId: null }
    return {
      page: (query: Parameters<typeof pageRequest>[0]) =>
        Effect.map(sessions.page(owner, pageRequest(query)), (page) => pageRecord(page, sessionRecord)),
      end: (id: string) =>
        Effect.map(
          Effect.tap(sessions.end(owner, SessionId.make(id)), (ended) => forget(ended.id)),
          sessionRecord
        )
    }
  }
})

const operatorSessions = HttpApiBuilder.group(
  AdminApi,
  "operatorSessions",
  Effect.fn(function* (handlers) {
    const answer = yield* makeAnswer
    const ofOperator = (yield* makeSessionWork)(null)
    return handlers.handleAll({
      list: ({ query }) => answer(ofOperator.page(query)),
      end: ({ params }) => answer(ofOperator.end(params.session_id))
    })
  })
)

const organizations = HttpApiBuilder.group(
  AdminApi,
  "organizations",
  Effect.fn(function* (handlers) {
    const administration = yield* Administration
    const feedback = yield* Feedback
    const grants = yield* Grants
    const answer = yield* makeAnswer
    const sessionsOf = yield* makeSessionWork

    const shown = (id: OrganizationId) => Effect.map(administration.get(id), standingRecord)

    const create = Effect.fnUntraced(function* (request: Input) {
      const { id = null, name, plan, ...settings } = yield* Effect.flatMap(readJson(request), decodeCreate)
      const made = yield* administration.create({ id, name, plan, settings: organizationPatch(settings) })
      return yield* shown(made.id)
    })

    const change = Effect.fnUntraced(function* (id: OrganizationId, request: Input) {
      const body = yield* Effect.flatMap(readJson(request), decodeChange)
      yield* administration.change(id, organizationPatch(body))
      return yield* shown(id)
    })

    const move = Effect.fnUntraced(function* (organizationId: OrganizationId, request: Input) {
      const { credits, id, kind, reason = null } = yield* Effect.flatMap(readJson(request), decodeMove)
      const entry = yield* administration.move(organizationId, { kind, id, credits, reason })
      const { account } = yield* administration.get(organizationId)
      return { ...entryRecord(entry), available: account.available }
    })

    const createKey = Effect.fnUntraced(function* (organizationId: OrganizationId, request: Input) {
      const { name, scopes = null } = yield* Effect.flatMap(readJson(request), decodeKey)
      const { key, secret } = yield* administration.createKey({ organizationId, name, scopes })
      return { ...keyRecord(key), secret: Redacted.value(secret) }
    })

    const idOf = (params: { readonly organization_id: string }) => OrganizationId.make(params.organization_id)

    return handlers
      .handleAll({
        list: ({ query }) =>
          answer(Effect.map(administration.list(pageRequest(query)), (page) => pageRecord(page, organizationRecord))),
        get: ({ params }) => answer(shown(idOf(params))),
        entries: ({ params, query }) =>
          answer(
            Effect.map(
              administration.entries(
                idOf(params),
                query.kind === undefined ? {} : { kind: query.kind },
                pageRequest(query)
              ),
              (page) => pageRecord(page, entryRecord)
            )
          ),
        keys: ({ params }) =>
          answer(Effect.map(administration.listKeys(idOf(params)), (keys) => ({ data: keys.map(keyRecord) }))),
        revokeKey: ({ params }) =>
          answer(Effect.map(administration.revokeKey(idOf(params), ApiKeyId.make(params.key_id)), keyRecord)),
        feedback: ({ params, query }) =>
          answer(
            administration.get(idOf(params)).pipe(
              Effect.andThen(feedback.page(idOf(params), pageRequest(query))),
              Effect.map((page) => pageRecord(page, feedbackRecord))
            )
          ),
        grants: ({ params, query }) =>
          answer(
            administration.get(idOf(params)).pipe(
              Effect.andThen(grants.page(idOf(params), pageRequest(query))),
              Effect.map((page) => pageRecord(page, grantRecord))
            )
          ),
        revokeGrant: ({ params }) =>
          answer(Effect.map(grants.revoke(idOf(params), GrantId.make(params.grant_id)), grantRecord)),
        sessions: ({ params, query }) =>
          answer(Effect.andThen(administration.get(idOf(params)), sessionsOf(idOf(params)).page(query))),
        endSession: ({ params }) => answer(sessionsOf(idOf(params)).end(params.session_id))
      })
      .handleRaw("create", ({ request }) => answer(create(request)))
      .handleRaw("change", ({ params, request }) => answer(change(idOf(params), request)))
      .handleRaw("moveCredits", ({ params, request }) => answer(move(idOf(params), request)))
      .handleRaw("createKey", ({ params, request }) => answer(createKey(idOf(params), request)))
  })
)

export const layer = Layer.merge(organizations, operatorSessions)
