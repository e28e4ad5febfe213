/** Whether what is over by its age may be deleted. */
import { Context, DateTime, Duration, Effect, Layer } from "effect"
import { passedMillis } from "../passedMillis.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { InstanceSecretStore } from "../security/InstanceSecretStore.ts"
import { doubtFor, isBelieved, look, readSighting, writeSighting } from "./domain/Sighting.ts"

/** Under which name the database keeps what its clock said last. */
export const sightingName = "clock sighting"

const minutes = Duration.toMinutes(doubtFor)

export class Ageing extends Context.Service<
  Ageing,
  {
    /**
     * Looks at the clock; tells whether it is believed. Whoever deletes by age asks every few minutes, and deletes nothing where it is not.
     */
    readonly mayForget: Effect.Effect<boolean, StoreUnavailable>
  }
>()("@kittiwake/core/internal/ageing/Ageing") {
  static readonly layer = Layer.effect(
    Ageing,
    Effect.gen(function* () {
      const secrets = yield* InstanceSecretStore
      let lookedAtMillis: number | null = null
      let isDoubted = false

      const tell = (doubts: boolean, days: number | null) => {
        const isNews = doubts !== isDoubted
        isDoubted = doubts
        // Where nothing was kept so far there is nothing to compare with, and mostly nothing old.
        if (!isNews || days === null) return Effect.void
        return doubts
          ? Effect.logWarning(
              `The clock says that ${days} days have gone since it was looked at last. In case it is wrong, nothing is deleted by its age until it has gone on for ${minutes} minutes: set it, if it is.`
            )
          : Effect.logInfo("The clock is believed again: what is old enough is deleted.")
      }

      const mayForget = Effect.gen(function* () {
        const passed = yield* passedMillis
        const now = yield* DateTime.now
        const text = yield* secrets.get(sightingName)
        const last = readSighting(text)
        const next = look(last, now, lookedAtMillis === null ? 0 : passed - lookedAtMillis)
        const kept = writeSighting(next)
        // Whoever looked meanwhile saw the same clock.
        if (text === null) yield* secrets.getOrKeep(sightingName, kept)
        else yield* secrets.replace(sightingName, text, kept)
        lookedAtMillis = passed
        const before = last?.believedAt ?? null
        const days =
          before === null ? null : Math.round((now.epochMilliseconds - before.epochMilliseconds) / 86_400_000)
        const believed = isBelieved(next)
        yield* tell(!believed, days)
        return believed
      })
      return Ageing.of({ mayForget })
    })
  )
}
