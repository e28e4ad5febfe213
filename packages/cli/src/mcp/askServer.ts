/** Asks a server as web-standard requests and responses, which is what speaks the protocol of AI clients. */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Effect } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"

/** Answers a request from the server at its address. */
export type AskServer = (request: Request) => Promise<Response>

/** Statuses whose responses have no body. */
const bodiless = new Set([204, 205, 304])

/** Redirects are not followed: one would take the key to another server. */
export const askServer: AskServer = async (request) => {
  const { body: _, headers, method, signal, url } = request
  const text = method === "GET" ? "" : await request.text()
  const asked = HttpClientRequest.make(method as "GET" | "POST" | "PATCH" | "DELETE")(url, {
    headers: Object.fromEntries(headers)
  })
  const type = headers.get("content-type") ?? "application/json"
  const call = HttpClient.execute(text === "" ? asked : HttpClientRequest.bodyText(asked, text, type)).pipe(
    Effect.flatMap((response) =>
      Effect.map(
        response.text,
        (told) =>
          new Response(bodiless.has(response.status) ? null : told, {
            status: response.status,
            headers: { ...response.headers }
          })
      )
    ),
    Effect.provide(NodeHttpClient.layerNodeHttp)
  )
  return Effect.runPromise(call, { signal })
}
