/** A typed client of the API, made from the same value as the server. */
import { Effect, type Redacted } from "effect"
import { HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { Api } from "./api.ts"
import { Admission } from "./middleware/Admission.ts"

/** A client of the server at `baseUrl`, for example `http://127.0.0.1:8787`, that calls with `apiKey`. */
export const make = (options: { readonly baseUrl: string; readonly apiKey: Redacted.Redacted }) =>
  HttpApiClient.make(Api, { baseUrl: options.baseUrl }).pipe(
    Effect.provide(
      HttpApiMiddleware.layerClient(Admission, ({ next, request }) =>
        next(HttpClientRequest.bearerToken(request, options.apiKey))
      )
    )
  )
