/** Operations of the contract that this version does not have, so that asking for one is told from a misspelt path. */
import { patternOf } from "./allowedMethods.ts"

const operations = [["POST", "/v1/feedback"]] as const

const routes = operations.map(([method, path]) => ({ method, path, pattern: patternOf(path) }))

/** The operation that such a request means; null when it means none. */
export const notBuilt = (method: string, path: string): string | null => {
  const route = routes.find((one) => one.method === method && one.pattern.test(path))
  return route === undefined ? null : `${route.method} ${route.path.replace(/:([a-z_]+)/g, "{$1}")}`
}
