/** `kittiwake.dashboard`: how the people of an application get into the dashboard, as promises. */
import { Sessions } from "@kittiwake/core/sessions/Sessions"
import { DateTime, Effect, Redacted } from "effect"
import type { Run } from "./run.ts"

/** A link that signs in once. */
export interface DashboardLink {
  /** To be put behind the address under which `handler` or `nodeHandler` answers: `/app/enter#…`. It is a secret. */
  readonly path: string
  /** The whole address, where the option `publicUrl` says under which `handler` or `nodeHandler` answers; else null. It is a secret. */
  readonly url: string | null
  /** Until when it can be used. */
  readonly expires_at: string
}

/** What the dashboard takes, which the option `dashboard` serves. */
export interface DashboardMethods {
  /**
   * Makes a link that opens the dashboard once, within 15 minutes, as the operator: for every organization and with every scope.
   * Show it to nobody else; people of one organization sign in with a key of it.
   */
  readonly newLink: () => Promise<DashboardLink>
}

/** The methods, run by `run`; `publicUrl` is where the handlers answer, as far as anybody told. */
export const dashboardMethods = (run: Run<Sessions>, publicUrl: string | null): DashboardMethods => ({
  newLink: () =>
    run(
      Effect.gen(function* () {
        const { expiresAt, secret } = yield* (yield* Sessions).newLink
        const path = `/app/enter#${Redacted.value(secret)}`
        return {
          path,
          url: publicUrl === null ? null : `${publicUrl}${path}`,
          expires_at: DateTime.formatIso(expiresAt)
        }
      })
    )
})
