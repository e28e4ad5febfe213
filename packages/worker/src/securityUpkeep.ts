/** Keeps what is stored sealed with the newest key, in every process: each reads the keys anew now and then. */
import { Security } from "@kittiwake/core/security/Security"
import { Duration, Effect, Layer, Schedule } from "effect"

export interface SecurityUpkeepOptions {
  /** How often the keys are read. */
  readonly every: Duration.Duration
  /** How often it is looked for what is not sealed, or with a key of before. */
  readonly sealEvery: Duration.Duration
}

/** Looking for what is not sealed reads each stored secret's first bytes once. */
export const securityUpkeepDefaults: SecurityUpkeepOptions = {
  every: Duration.minutes(1),
  sealEvery: Duration.hours(1)
}

/** By then every process has read the keys, whatever moment it had come to. */
export const othersHearWithin = Duration.seconds(75)

export const layer = (options: Partial<SecurityUpkeepOptions> = {}) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const security = yield* Security
      const { every, sealEvery } = { ...securityUpkeepDefaults, ...options }

      const sealAnew = security.sealAnew.pipe(
        Effect.tap(({ sealed, unreadable }) =>
          sealed + unreadable === 0
            ? Effect.void
            : Effect.logInfo("secrets.sealed").pipe(Effect.annotateLogs({ sealed, unreadable }))
        ),
        Effect.catchCause((cause) => Effect.logError("Sealing stored secrets failed", cause))
      )
      const read = Effect.catchCause(security.standing, (cause) => Effect.logError("Reading the keys failed", cause))

      yield* sealAnew.pipe(Effect.repeat(Schedule.spaced(sealEvery)), Effect.forkScoped)
      yield* read.pipe(Effect.repeat(Schedule.spaced(every)), Effect.forkScoped)
    })
  )
