/** Scripted servers over node:http on the loopback address. */
import type { IncomingMessage } from "node:http"
import { Effect, Layer } from "effect"
import { type ScriptedRoute, ScriptedServers, type SeenRequest } from "../../../core/src/testing/ScriptedServers.ts"
import { serve } from "./listen.ts"

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const start = Effect.fnUntraced(function* (routes: ReadonlyArray<ScriptedRoute>) {
  const seen: Array<SeenRequest> = []
  const url = yield* serve((request, response) => {
    bodyOf(request).then(
      (body) => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)])
        )
        seen.push({ method: request.method ?? "", path: request.url ?? "", headers, body })
        const route = routes.find(({ path }) => path === request.url) ?? { path: "", status: 404 }
        const isUnchanged = route.headers?.etag !== undefined && route.headers.etag === headers["if-none-match"]
        const answer = () => {
          response.writeHead(isUnchanged ? 304 : (route.status ?? 200), { ...route.headers })
          if (isUnchanged || route.stallsAfter === undefined) response.end(isUnchanged ? undefined : route.body)
          else response.write(Buffer.from(route.body ?? "").subarray(0, route.stallsAfter))
        }
        if (route.delayMillis === undefined) answer()
        else setTimeout(answer, route.delayMillis).unref()
      },
      () => response.destroy()
    )
  })
  return { url, seen: Effect.sync(() => [...seen]) }
})

/** Port 1 of the loopback address is allowed by the policy of the tests, and nobody listens there. */
export const layer = Layer.succeed(
  ScriptedServers,
  ScriptedServers.of({
    start,
    forbiddenUrl: "http://10.255.255.1/",
    unknownHostUrl: "http://nobody.invalid/",
    closedUrl: "http://127.0.0.1:1/"
  })
)
