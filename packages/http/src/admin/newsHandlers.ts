/** Answers the operator about the sources of news. */
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import { listedFeed, sourceRecord } from "@kittiwake/core/news/domain/ListedFeed"
import { maxListBytes } from "@kittiwake/core/news/FeedReader"
import { NewsLists } from "@kittiwake/core/news/NewsLists"
import { NewsSources } from "@kittiwake/core/news/NewsSources"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { decodeBody, readJson } from "../body.ts"
import { readBytes } from "../readBytes.ts"
import { makeAnswer } from "./answered.ts"
import { AdminApi } from "./api.ts"
import { AddSourcesBody } from "./input.ts"

const decodeAdd = decodeBody(AddSourcesBody)

/** Sources that a page has unless something else is asked for. */
const usualLimit = 100

const notWhole = new InvalidInput({ field: "body", message: "The list did not arrive whole. Send it again." })

type Input = HttpServerRequest.HttpServerRequest

export const layer = HttpApiBuilder.group(
  AdminApi,
  "newsSources",
  Effect.fn(function* (handlers) {
    const sources = yield* NewsSources
    const lists = yield* NewsLists
    const answer = yield* makeAnswer

    const add = Effect.fnUntraced(function* (request: Input) {
      const body = yield* Effect.flatMap(readJson(request), decodeAdd)
      return yield* sources.add(body.sources.map(({ url, ...given }) => listedFeed(url, given)))
    })

    const takeList = Effect.fnUntraced(function* (request: Input) {
      const bytes = yield* Effect.catchTag(readBytes(request, maxListBytes), "HttpServerError", () =>
        Effect.fail(notWhole)
      )
      return yield* Effect.catchTag(lists.take(bytes), "FeedUnreadable", ({ message }) =>
        Effect.fail(new InvalidInput({ field: "body", message }))
      )
    })

    return handlers
      .handleAll({
        sources: ({ query: { after = null, limit = usualLimit, origin = null, state = null } }) =>
          answer(
            Effect.map(sources.list({ filter: { origin, kind: state }, after, limit }), (page) => ({
              data: page.sources.map(sourceRecord),
              has_more: page.next !== null,
              next_after: page.next
            }))
          ),
        removeSource: ({ query }) => answer(Effect.map(sources.remove(query.url), sourceRecord))
      })
      .handleRaw("addSources", ({ request }) => answer(add(request)))
      .handleRaw("importSources", ({ request }) => answer(takeList(request)))
  })
)
