/** Under which methods a path exists, for `405` and its `Allow`. */
import { HttpApi } from "effect/http-api"
import { Api } from "./api.ts"

const parameter = /:[a-z_]+/g

/** What paths of a route look like. */
export const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(parameter, "[^/]+")}$`)

const collect = (extra: ReadonlyArray<readonly [method: string, path: string]>) => {
  const routes = extra.map(([method, path]) => ({ method, pattern: new RegExp(`^${path}$`) }))
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint }) => {
      routes.push({ method: endpoint.method, pattern: patternOf(endpoint.path) })
    }
  })
  return routes
}

/** Finds the methods of a path; an empty list when there is no such path. `HEAD` works wherever `GET` does. */
export const allowedMethods = (extra: ReadonlyArray<readonly [method: string, path: string]>) => {
  const routes = collect(extra)
  return (path: string): ReadonlyArray<string> => {
    const methods = new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
    if (methods.has("GET")) methods.add("HEAD")
    return [...methods].sort()
  }
}
