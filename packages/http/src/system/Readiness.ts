/** What must work before this process should get traffic. */
import { Context, type Effect, Layer } from "effect"

/** One thing to look at. It fails with a sentence that says what is wrong, without secrets: the reply shows it. */
export interface ReadinessCheck {
  readonly name: string
  readonly check: Effect.Effect<void, string>
  /** Whether the process should get no traffic while the check fails; true unless given. Else the reply says what is done without. */
  readonly isNeeded?: boolean
}

/** The checks behind `GET /ready`, chosen by whoever composes the application. */
export class Readiness extends Context.Service<Readiness, { readonly checks: ReadonlyArray<ReadinessCheck> }>()(
  "@kittiwake/http/system/Readiness"
) {
  /** Ready as soon as it answers, for applications without anything to wait for. */
  static readonly layerAlways = Layer.succeed(Readiness, { checks: [] })
}
