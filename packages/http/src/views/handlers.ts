/** Answers the operations on saved views: one facade call each, mapped. */
import { ViewId } from "@kittiwake/core/views/domain/View"
import { Views } from "@kittiwake/core/views/Views"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api.ts"
import { decodeBody, readJson } from "../body.ts"
import { Replies } from "../Replies.ts"
import { CreateViewBody, newView, UpdateViewBody, viewPatch, viewRecord, viewsOf } from "./records.ts"

const decodeCreate = decodeBody(CreateViewBody)
const decodeUpdate = decodeBody(UpdateViewBody)

export const layer = HttpApiBuilder.group(
  Api,
  "views",
  Effect.fn(function* (handlers) {
    const views = yield* Views
    const { answer } = yield* Replies

    return handlers
      .handleAll({
        list: ({ query }) =>
          answer(({ organization }) =>
            Effect.map(views.list(organization.id), (all) => ({ data: viewsOf(all, query.list) }))
          ),
        get: ({ params }) =>
          answer(({ organization }) => Effect.map(views.get(organization.id, ViewId.make(params.view_id)), viewRecord)),
        remove: ({ params }) =>
          answer(({ organization }) =>
            views
              .remove(organization.id, ViewId.make(params.view_id))
              .pipe(Effect.as({ id: params.view_id, deleted: true as const }))
          )
      })
      .handleRaw("create", ({ request }) =>
        answer(({ organization }) =>
          Effect.gen(function* () {
            const body = yield* decodeCreate(yield* readJson(request))
            return viewRecord(yield* views.create(organization.id, newView(body)))
          })
        )
      )
      .handleRaw("update", ({ params, request }) =>
        answer(({ organization }) =>
          Effect.gen(function* () {
            const patch = viewPatch(yield* decodeUpdate(yield* readJson(request)))
            return viewRecord(yield* views.update(organization.id, ViewId.make(params.view_id), patch))
          })
        )
      )
  })
)
