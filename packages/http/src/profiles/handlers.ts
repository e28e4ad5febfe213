import {
  type BrowserProfile,
  BrowserProfileId,
  maxProfileSessionBytes
} from "@kittiwake/core/profiles/domain/BrowserProfile"
import { ProfileSessionTooLarge } from "@kittiwake/core/profiles/errors"
import { Profiles } from "@kittiwake/core/profiles/Profiles"
import { DateTime, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api.ts"
import { decodeBody, maxBodyBytes, readJson } from "../body.ts"
import { pageRecord, pageRequest } from "../pages.ts"
import { Replies } from "../Replies.ts"
import { CreateProfileBody } from "./api.ts"

const decodeCreate = decodeBody(CreateProfileBody)

const profileRecord = ({ createdAt, description, id, lastUsedAt }: BrowserProfile) => ({
  id,
  description,
  created_at: DateTime.formatIso(createdAt),
  last_used_at: lastUsedAt === null ? null : DateTime.formatIso(lastUsedAt)
})

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
      .handleRaw("create", ({ request }) =>
        answer(({ organization }) =>
          Effect.gen(function* () {
            // A session is as good as a password. One that is too long is told so, and not that the body is.
            const json = yield* readJson(request, { maxBytes: 2 * maxBodyBytes, isSecret: true }).pipe(
              Effect.catchTag("BodyTooLarge", () =>
                Effect.fail(new ProfileSessionTooLarge({ maxBytes: maxProfileSessionBytes }))
              )
            )
            const { description = null, session = null } = yield* decodeCreate(json)
            return profileRecord(yield* profiles.create(organization.id, { description, session }))
          })
        )
      )
  })
)
