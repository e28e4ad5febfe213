/** The description of the API (OpenAPI), made before anybody asks for it. */
import { Duration, Effect, type Scope } from "effect"
import { type HttpApi, type HttpApiGroup, OpenApi } from "effect/http-api"

/** After the start, which it would make longer. */
const afterStart = Duration.seconds(1)

/**
 * Makes the description of an API a second from now, for `/openapi.json`, `/docs` and AI clients, which share it: who asks
 * first would hold the thread for a tenth of a second, while others wait.
 */
export const describeEarly = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.sync(() => OpenApi.fromApi(api)).pipe(Effect.delay(afterStart), Effect.forkScoped, Effect.asVoid)
