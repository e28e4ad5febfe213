import {
  type BrowserProfile,
  BrowserProfileId,
  maxProfileSessionBytes
} from "@kittiwake/core/profiles/domain/BrowserProfile"
import { ProfileSessionTooLarge } from "@kittiwake/core/profiles/errors"
import { Profiles } from "@kittiwake/core/profiles/Profiles"
import { DateTime, Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api.ts"
import { decodeBody, maxBodyBytes, readJson } from "../body.ts"
import { pageRecord, pageRequest } from "../pages.ts"
import { Replies } from "../Replies.ts"
import { CreateProfileBody, RenewProfileBody } from "./api.ts"

const decodeCreate = decodeBody(CreateProfileBody)
const decodeRenew = decodeBody(RenewProfileBody)

const profileRecord = ({ createdAt, description, id, lastUsedAt }: BrowserProfile) => ({
  id,
  description,
  created_at: DateTime.formatIso(createdAt),
  last_used_at: lastUsedAt === null ? null : DateTime.formatIso(lastUsedAt)
})

/** A session is as good as a password. One that is too long is told so, and not that the body is. */
const readSecret = (request: HttpServerRequest.HttpServerRequest) =>
  readJson(request, { maxBytes: 2 * maxBodyBytes, isSecret: true }).pipe(
    Effect.catchTag("BodyTooLarge", () => Effect.fail(new ProfileSessionTooLarge({ maxBytes: maxProfileSessionBytes })))
  )

export const layer = HttpApiBuilder.group(
  Api,
  "profiles",
  Effect.fn(function* (handlers) {
    const profiles = yield* Profiles
    const { answer } = yield* Replies

    return handlers
      .handleAll({
        list: ({ query }) =>
          answer(({ organization }) =>
            profiles
              .list(organization.id, pageRequest(query))
              .pipe(Effect.map((page) => pageRecord(page, profileRecord)))
          ),
        remove: ({ params }) =>
          answer(({ organization }) =>
            profiles
              .remove(organization.id, BrowserProfileId.make(params.profile_id))
              .pipe(Effect.as({ id: params.profile_id, deleted: true as const }))
          )
      })
      .handleRaw("renew", ({ params, request }) =>
        answer(({ organization }) =>
          Effect.gen(function* () {
            const { session } = yield* Effect.flatMap(readSecret(request), decodeRenew)
            return profileRecord(
              yield* profiles.renew(organization.id, BrowserProfileId.make(params.profile_id), session)
            )
          })
        )
      )
      .handleRaw("create", ({ request }) =>
        answer(({ organization }) =>
          Effect.gen(function* () {
            const { description = null, session = null } = yield* Effect.flatMap(readSecret(request), decodeCreate)
            return profileRecord(yield* profiles.create(organization.id, { description, session }))
          })
        )
      )
  })
)
