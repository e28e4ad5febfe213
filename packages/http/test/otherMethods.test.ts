/** Known paths under a method that they do not take. Observed: what is answered at each path of the API. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { AdminApi } from "../src/admin/api.ts"
import { Api } from "../src/api.ts"
import { SessionsApi } from "../src/sessions/api.ts"
import { call, layer, newCaller } from "./support/App.ts"

interface Route {
  readonly method: string
  readonly path: string
}

const routesOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) => {
  const routes: Array<Route> = []
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint: { method, path } }) => {
      routes.push({ method, path })
    }
  })
  return routes
}

const others: ReadonlyArray<Route> = [
  ...["/", "/openapi.json", "/docs", "/metrics", "/app", "/app/monitors", "/assets/:id", "/v1/events"],
  ...["/batches/files/:token", "/monitors/pictures/:token", "/shared/changes/:token", "/authorize"],
  ...["oauth-authorization-server", "openid-configuration", "oauth-protected-resource"].map(
    (name) => `/.well-known/${name}`
  )
]
  .map((path) => ({ method: "GET", path }))
  .concat(["/inbox/:token", "/authorize", "/register", "/token", "/revoke"].map((path) => ({ method: "POST", path })))

const routes: ReadonlyArray<Route> = [...routesOf(Api), ...routesOf(AdminApi), ...routesOf(SessionsApi), ...others]

/** Whether a path is one of a route, which may have a part of any name there. */
const isOf = (path: string, route: string): boolean => {
  const [parts, names] = [path.split("/"), route.split("/")]
  return parts.length === names.length && names.every((name, at) => name.startsWith(":") || name === parts[at])
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

/** Every path, with a name in the place of what may have any, and the methods that routes of it take. */
const paths = [...new Set(routes.map(({ path }) => path))].map((route) => {
  const path = route.replaceAll(/:[a-z_]+/g, "anything")
  return { path, taken: new Set(routes.filter((one) => isOf(path, one.path)).map(({ method }) => method)) }
})

describe("a path that is there", () => {
  it.effect("says under any other method which it takes", () =>
    Effect.gen(function* () {
      assert.isAbove(paths.length, 100)
      for (const { path, taken } of paths) {
        // None runs into the limits of a minute.
        const given = path.startsWith("/v1/") ? { key: yield* newCaller() } : {}
        for (const method of methods.filter((one) => !taken.has(one))) {
          const { body, headers, status } = yield* call(method, path, given)
          assert.deepStrictEqual([status, body.error_code], [405, "NOT_FOUND"], `${method} ${path}`)
          const allowed = headers.get("allow")?.split(", ") ?? []
          const wanted = [...taken, ...(taken.has("GET") ? ["HEAD"] : [])]
          assert.sameMembers(
            allowed.filter((one) => one !== "OPTIONS"),
            wanted,
            `${method} ${path}`
          )
          assert.strictEqual(body.message, `This path takes ${allowed.join(", ")}.`)
        }
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("says so under /v1 to nobody without a key", () =>
    Effect.gen(function* () {
      for (const { path, taken } of paths.filter((one) => one.path.startsWith("/v1/"))) {
        const [method] = methods.filter((one) => !taken.has(one))
        const { headers, status } = yield* call(method!, path)
        assert.deepStrictEqual([status, headers.get("allow")], [401, null], `${method} ${path}`)
      }
    }).pipe(Effect.provide(layer))
  )
})
