/** What a page that asks to sign in means for a monitor that sees it with a kept login. */
import { Effect } from "effect"
import { loginProblem } from "./domain/loginProblem.ts"
import type { MonitorOf } from "./domain/Monitor.ts"
import { Unusable } from "./Unusable.ts"

/** The look, which says that its login has ended where the page stands behind a form to sign in. */
export const ofLogin = <A, E, R>(
  look: Effect.Effect<A, E | Unusable, R>,
  { target }: MonitorOf<"page">
): Effect.Effect<A, E | Unusable, R> =>
  Effect.mapError(look, (error) => {
    if (!(error instanceof Unusable) || error.wall === null || target.profileId === undefined) return error
    const said = loginProblem(target.profileId, error.wall, error.error.message)
    return new Unusable(
      { ...error.error, message: said },
      error.isShrunken,
      error.finalUrl,
      error.throttling,
      error.wall
    )
  })
