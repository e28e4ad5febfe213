/** Backtests that are under way: one at a time of an organization holds up nobody else's. */
import { Effect, Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { alwaysAlone, type IfAlone } from "../sharing/makeIfAlone.ts"
import { OneAtATime } from "../sharing/OneAtATime.ts"
import { BacktestRunning } from "./errors.ts"

/** Organizations that try rules now, in this process and in those that it shares with. */
export class BacktestTurns {
  readonly #turns: OneAtATime

  constructor(ifAlone: IfAlone = alwaysAlone) {
    this.#turns = new OneAtATime("backtest", ifAlone)
  }

  /** Does `work` unless the organization has one under way. */
  take<A, E, R>(
    organizationId: OrganizationId,
    work: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | BacktestRunning, R> {
    return Effect.flatMap(
      this.#turns.take(organizationId, work),
      (done): Effect.Effect<A, BacktestRunning> =>
        Option.isSome(done) ? Effect.succeed(done.value) : new BacktestRunning()
    )
  }
}
