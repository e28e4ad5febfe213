/** Under which methods a path exists, for `405` and its `Allow`. */
import { HttpApi, type HttpApiGroup } from "effect/http-api"

/** A method at the paths of a route. */
export interface Route {
  readonly method: string
  readonly pattern: RegExp
}

const parameter = /:[a-z_]+/g

/** What paths of a route look like. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(parameter, "[^/]+")}$`)

/** The routes of an API. */
export const routesOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<Route> => {
  const routes: Array<Route> = []
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint }) => {
      routes.push({ method: endpoint.method, pattern: patternOf(endpoint.path) })
    }
  })
  return routes
}

/** Routes that are of no API, by what their paths look like. */
export const routesAt = (path: string, ...methods: ReadonlyArray<string>): ReadonlyArray<Route> =>
  methods.map((method) => ({ method, pattern: new RegExp(`^${path}$`) }))

/** Finds the methods of a path; an empty list when there is no such path. `HEAD` works wherever `GET` does. */
export const allowedMethods =
  (routes: ReadonlyArray<Route>) =>
  (path: string): ReadonlyArray<string> => {
    const methods = new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
    if (methods.has("GET")) methods.add("HEAD")
    return [...methods].sort()
  }
