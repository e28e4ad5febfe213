/** The routes as a layer, and the request handlers made of them. Nothing here opens a port. */
import type { IncomingMessage, ServerResponse } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Administration } from "@kittiwake/core/administration/Administration"
import { Answers } from "@kittiwake/core/answers/Answers"
import { Batches } from "@kittiwake/core/batches/Batches"
import { ResultLinks } from "@kittiwake/core/batches/ResultLinks"
import { Brands } from "@kittiwake/core/brands/Brands"
import { Competitors } from "@kittiwake/core/competitors/Competitors"
import { Credits } from "@kittiwake/core/credits/Credits"
import { Design } from "@kittiwake/core/design/Design"
import { Extraction } from "@kittiwake/core/extraction/Extraction"
import { Feedback } from "@kittiwake/core/feedback/Feedback"
import { Files } from "@kittiwake/core/files/Files"
import { Grants } from "@kittiwake/core/grants/Grants"
import { Inbox } from "@kittiwake/core/inbox/Inbox"
import { Industries } from "@kittiwake/core/industries/Industries"
import { Limits } from "@kittiwake/core/limits/Limits"
import { ChangeLinks } from "@kittiwake/core/monitors/ChangeLinks"
import { MonitorHistory } from "@kittiwake/core/monitors/MonitorHistory"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { PictureLinks } from "@kittiwake/core/monitors/PictureLinks"
import { News } from "@kittiwake/core/news/News"
import { NewsLists } from "@kittiwake/core/news/NewsLists"
import { NewsSources } from "@kittiwake/core/news/NewsSources"
import { Pages } from "@kittiwake/core/pages/Pages"
import { People } from "@kittiwake/core/people/People"
import { Products } from "@kittiwake/core/products/Products"
import { Profiles } from "@kittiwake/core/profiles/Profiles"
import { Search } from "@kittiwake/core/search/Search"
import { Sessions } from "@kittiwake/core/sessions/Sessions"
import { Sites } from "@kittiwake/core/sites/Sites"
import { Usage } from "@kittiwake/core/usage/Usage"
import { Views } from "@kittiwake/core/views/Views"
import { Webhooks } from "@kittiwake/core/webhooks/Webhooks"
import { Context, Effect, Latch, Layer, type Scope } from "effect"
import { HttpEffect, HttpRouter, type HttpServerRequest, type HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { AdminApi } from "./admin/api.ts"
import { layer as adminHandlers } from "./admin/handlers.ts"
import { layer as newsSourceHandlers } from "./admin/newsHandlers.ts"
import { OperatorAccess } from "./admin/OperatorAccess.ts"
import { OperatorInput } from "./admin/OperatorInput.ts"
import { layer as installationHandlers } from "./admin/systemHandlers.ts"
import { allowedMethods, routesAt, routesOf } from "./allowedMethods.ts"
import { layer as answerHandlers } from "./answers/handlers.ts"
import { Api } from "./api.ts"
import { InnerApi, type InnerApiState } from "./assistants/InnerApi.ts"
import { layer as assistants } from "./assistants/route.ts"
import { layer as batchFiles } from "./batches/files.ts"
import { layer as batchHandlers } from "./batches/handlers.ts"
import { layer as brandHandlers } from "./brands/handlers.ts"
import { layer as competitorHandlers } from "./competitors/handlers.ts"
import { layer as dashboard } from "./dashboard/route.ts"
import { layer as deliveryHandlers } from "./deliveries/handlers.ts"
import { Demonstration } from "./demonstration/Demonstration.ts"
import { layer as demonstrationHandlers } from "./demonstration/handlers.ts"
import { layer as demonstration } from "./demonstration/route.ts"
import { layer as designHandlers } from "./design/handlers.ts"
import { layer as entrance } from "./entrance.ts"
import { layer as extractionHandlers } from "./extraction/handlers.ts"
import { layer as feedbackHandlers } from "./feedback/handlers.ts"
import { layer as inboxHandlers } from "./inbox/handlers.ts"
import { layer as inboxRoute } from "./inbox/route.ts"
import { layer as industryHandlers } from "./industries/handlers.ts"
import { mayBreakOff } from "./inTurns.ts"
import { Ending } from "./live/Ending.ts"
import { layer as live } from "./live/route.ts"
import { layer as logHandlers } from "./logs/handlers.ts"
import { layer as metrics } from "./metrics/route.ts"
import { Admission } from "./middleware/Admission.ts"
import { Authenticator } from "./middleware/Authenticator.ts"
import * as compression from "./middleware/compression.ts"
import * as requestId from "./middleware/requestId.ts"
import { maxPathLength } from "./middleware/tooMuch.ts"
import { layer as monitorHandlers } from "./monitors/handlers.ts"
import { layer as monitorPictures } from "./monitors/pictures.ts"
import { alone, narrow } from "./narrow.ts"
import { layer as newsHandlers } from "./news/handlers.ts"
import { layer as authorize } from "./oauth/authorize.ts"
import { layer as grantEndpoints } from "./oauth/endpoints.ts"
import { layer as grantMetadata, metadataPaths } from "./oauth/metadata.ts"
import { layer as peopleHandlers } from "./people/handlers.ts"
import { plainTarget } from "./plainTarget.ts"
import { layer as productHandlers } from "./products/handlers.ts"
import { layer as profileHandlers } from "./profiles/handlers.ts"
import { Replies } from "./Replies.ts"
import * as reference from "./reference.ts"
import { layer as searchHandlers } from "./search/handlers.ts"
import { SessionsApi } from "./sessions/api.ts"
import { layer as sessionHandlers } from "./sessions/handlers.ts"
import { SessionCallers } from "./sessions/SessionCallers.ts"
import { layer as sharedChanges } from "./shared/route.ts"
import { layer as systemHandlers } from "./system/handlers.ts"
import { Installation } from "./system/Installation.ts"
import { Readiness } from "./system/Readiness.ts"
import { layer as usageHandlers } from "./usage/handlers.ts"
import { layer as utilityHandlers } from "./utility/handlers.ts"
import { layer as viewHandlers } from "./views/handlers.ts"
import { layer as assets } from "./web/assets.ts"
import { WebCalls } from "./web/call.ts"
import { layer as webHandlers } from "./web/handlers.ts"
import { ListeningHost, PublicAddress } from "./web/PublicAddress.ts"

const paths = { openApi: "/openapi.json", docs: "/docs" } as const

/** A path means one thing: case, a slash at the end and doubled slashes all count. */
export const routerConfig = {
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  // As long as a path may be, so that a long id is looked at like any other.
  maxParamLength: maxPathLength
}

const outermost = requestId.layer(
  allowedMethods([
    ...routesOf(Api),
    ...routesOf(AdminApi),
    ...routesOf(SessionsApi),
    ...["/", paths.openApi, paths.docs, "/metrics", "/app(?:/.*)?", "/assets/[^/]+", "/v1/events"].flatMap((path) =>
      routesAt(path, "GET")
    ),
    ...["/batches/files/[^/]+", "/monitors/pictures/[^/]+", "/shared/changes/[^/]+"].flatMap((path) =>
      routesAt(path, "GET")
    ),
    ...routesAt("/inbox/[^/]+", "POST"),
    ...routesAt("/authorize", "GET", "POST"),
    ...["/register", "/token", "/revoke"].flatMap((path) => routesAt(path, "POST", "OPTIONS")),
    ...Object.values(metadataPaths).flatMap((path) => routesAt(`${path}(?:/.*)?`, "GET", "OPTIONS"))
  ])
)

const throughMiddleware = [Admission, Replies]

/** Every route: the operations, the description at `/openapi.json`, and the reference page at `/docs`. */
export const routes = Layer.mergeAll(
  HttpApiBuilder.layer(Api, { openapiPath: paths.openApi }),
  HttpApiBuilder.layer(AdminApi),
  HttpApiBuilder.layer(SessionsApi),
  assets,
  batchFiles,
  monitorPictures,
  sharedChanges,
  inboxRoute,
  metrics,
  authorize,
  grantEndpoints,
  grantMetadata,
  entrance,
  dashboard,
  demonstration,
  live,
  assistants,
  reference.layer(paths.docs)
).pipe(
  Layer.provide([
    narrow(designHandlers, Design, WebCalls, ...throughMiddleware),
    narrow(webHandlers, Files, Pages, Sites, WebCalls, PublicAddress, ListeningHost, ...throughMiddleware),
    narrow(industryHandlers, Industries, WebCalls, ...throughMiddleware),
    narrow(competitorHandlers, Competitors, WebCalls, ...throughMiddleware),
    narrow(answerHandlers, Answers, WebCalls, ...throughMiddleware),
    narrow(extractionHandlers, Extraction, WebCalls, ...throughMiddleware),
    narrow(searchHandlers, Search, WebCalls, ...throughMiddleware),
    narrow(newsHandlers, News, WebCalls, ...throughMiddleware),
    narrow(peopleHandlers, People, WebCalls, ...throughMiddleware),
    narrow(productHandlers, Products, WebCalls, ...throughMiddleware),
    narrow(batchHandlers, Batches, ResultLinks, PublicAddress, ListeningHost, ...throughMiddleware),
    narrow(
      monitorHandlers,
      Monitors,
      MonitorHistory,
      PictureLinks,
      ChangeLinks,
      WebCalls,
      PublicAddress,
      ListeningHost,
      ...throughMiddleware
    ),
    narrow(brandHandlers, Brands, WebCalls, ...throughMiddleware),
    narrow(deliveryHandlers, Monitors, Webhooks, ...throughMiddleware),
    narrow(inboxHandlers, Inbox, PublicAddress, ListeningHost, ...throughMiddleware),
    narrow(logHandlers, Usage, ...throughMiddleware),
    narrow(usageHandlers, Credits, Usage, ...throughMiddleware),
    narrow(profileHandlers, Profiles, ...throughMiddleware),
    narrow(utilityHandlers, Design, Sites, ...throughMiddleware),
    narrow(feedbackHandlers, Feedback, ...throughMiddleware),
    narrow(viewHandlers, Views, ...throughMiddleware),
    narrow(systemHandlers, Readiness),
    narrow(
      adminHandlers,
      ...[Administration, Feedback, Grants, Sessions, SessionCallers, OperatorAccess, OperatorInput, Replies]
    ),
    narrow(sessionHandlers, Limits, Sessions, SessionCallers, PublicAddress, ListeningHost, ...throughMiddleware),
    narrow(newsSourceHandlers, NewsLists, NewsSources, OperatorAccess, OperatorInput, Replies),
    narrow(installationHandlers, Installation, OperatorAccess, OperatorInput, Replies),
    narrow(demonstrationHandlers, Demonstration, OperatorAccess, OperatorInput, Replies)
  ]),
  Layer.provide([OperatorAccess.layer, OperatorInput.layer, WebCalls.layer]),
  Layer.provide([Admission.layer, outermost, compression.layer]),
  Layer.provide([Authenticator.layer, Replies.layer]),
  Layer.provide(SessionCallers.layer)
)

/** `GET /metrics` alone, for processes that serve nothing else. */
export const metricsRoutes = metrics.pipe(
  Layer.provide(requestId.layer(allowedMethods(routesAt("/metrics", "GET")))),
  Layer.provide([Authenticator.layer, Replies.layer]),
  Layer.provide(SessionCallers.layer)
)

/** Answers a web-standard request. */
export type WebHandler = (request: Request) => Promise<Response>

/** What every route is answered with. */
type Answer<E> = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  E,
  HttpServerRequest.HttpServerRequest | Scope.Scope
>

const webHandlerOf = <E>(answer: Answer<E>) =>
  Effect.map(alone(Effect.context<never>()), (context): WebHandler => {
    const handle = HttpEffect.toWebHandlerWith<never, HttpServerRequest.HttpServerRequest | Scope.Scope>(context)(
      answer
    )
    return (request) => handle(request)
  })

/** The routes as one effect, which may call itself: a route for AI clients calls the operations as anybody else does. */
export const answering = <E, R>(served: Layer.Layer<never, E, R>) =>
  Effect.gen(function* () {
    const inner: InnerApiState = { answer: null }
    const answer = yield* Effect.provideService(HttpRouter.toHttpEffect(served), InnerApi, inner)
    // What routes ask of each request beyond these two, middleware has given: `routes` would not type-check otherwise.
    inner.answer = yield* webHandlerOf(answer as Answer<unknown>)
    return answer
  }).pipe(Effect.provideService(HttpRouter.RouterConfig, routerConfig))

/** Answers a request of `node:http`, or of a framework that passes its objects on. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * The API as functions, to mount in an application that has its own server.
 *
 * **Details.** Both come from one router, so they share its caches. When the layer's scope closes, requests in flight are
 * answered with 503; close it after the application's server stopped taking requests.
 */
export class Handlers extends Context.Service<
  Handlers,
  {
    readonly web: WebHandler
    readonly node: NodeHandler
  }
>()("@kittiwake/http/Handlers") {
  static readonly layer = Layer.effect(
    Handlers,
    Effect.gen(function* () {
      const ending = yield* Latch.make(false)
      const answer = yield* Effect.provideService(answering(routes), Ending, ending.await)
      const web = yield* webHandlerOf(answer)
      const handle = yield* alone(NodeHttpServer.makeHandler(answer, { scope: yield* Effect.scope }))
      const node: NodeHandler = (request, response) => {
        mayBreakOff(request)
        plainTarget(request)
        handle(request, response)
      }
      yield* Effect.addFinalizer(() => ending.open)
      return Handlers.of({ web, node })
    })
  ).pipe(Layer.provide(NodeHttpServer.layerHttpServices))
}
