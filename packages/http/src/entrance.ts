/** What answers at the root: where everything is, for whoever opens the address in a browser or asks it with curl. */
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { DashboardFiles } from "./dashboard/DashboardFiles.ts"
import { Exchange } from "./Exchange.ts"

/** Relative, so that they lead on under whatever path the API is mounted. */
const links = {
  docs: "./docs",
  openapi: "./openapi.json",
  health: "./health",
  ready: "./ready",
  api: "./v1"
} as const

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Kittiwake</title>
<h1>Kittiwake</h1>
<p>Web data and website monitoring. Operations are under <code>/v1</code> and take a key.</p>
<ul>
<li><a href="${links.docs}">Reference of all operations</a></li>
<li><a href="${links.openapi}">Description for programs (OpenAPI)</a></li>
<li><a href="${links.health}">Whether the server is alive</a></li>
</ul>
</html>
`

const guarded = HttpServerResponse.html(page).pipe(
  HttpServerResponse.setHeaders({
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    vary: "accept"
  })
)

const toDashboard = HttpServerResponse.redirect("./app/", { headers: { vary: "accept", "cache-control": "no-store" } })

const answer = Effect.fnUntraced(function* (forPeople: HttpServerResponse.HttpServerResponse) {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  if ((headers.accept ?? "").includes("text/html")) return forPeople
  const { requestId } = yield* Exchange
  return HttpServerResponse.jsonUnsafe(
    { name: "Kittiwake", ...links, request_id: requestId },
    { headers: { vary: "accept" } }
  )
})

/** The links as JSON; whoever asks for a page is led to the dashboard, or, where there is none, given them as one. */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    yield* router.add("GET", "/", answer((yield* DashboardFiles) === null ? guarded : toDashboard))
  })
)
