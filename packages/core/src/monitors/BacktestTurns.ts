/** Backtests that are under way: one at a time of an organization holds up nobody else's. */
import { Effect, Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { alwaysAlone, type IfAlone } from "../sharing/makeIfAlone.ts"
import { BacktestRunning } from "./errors.ts"

/** Organizations that try rules now, in this process and in those that it shares with. */
export class BacktestTurns {
  readonly #running = new Set<OrganizationId>()
  readonly #ifAlone: IfAlone

  constructor(ifAlone: IfAlone = alwaysAlone) {
    this.#ifAlone = ifAlone
  }

  /** Does `work` unless the organization has one under way. */
  take<A, E, R>(
    organizationId: OrganizationId,
    work: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | BacktestRunning, R> {
    return Effect.suspend((): Effect.Effect<A, E | BacktestRunning, R> => {
      if (this.#running.has(organizationId)) return new BacktestRunning()
      this.#running.add(organizationId)
      const done = Effect.flatMap(this.#ifAlone(`backtest:${organizationId}`)(work), (ended) =>
        Option.isSome(ended) ? Effect.succeed(ended.value) : new BacktestRunning()
      )
      return Effect.ensuring(
        done,
        Effect.sync(() => this.#running.delete(organizationId))
      )
    })
  }
}
