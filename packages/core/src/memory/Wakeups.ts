/** Wakes loops of the same process, and tells those who look. */
import { Effect, Layer } from "effect"
import { makeLatches } from "../waking/makeLatches.ts"
import { makeNotes } from "../waking/makeNotes.ts"
import { makeWatches } from "../waking/makeWatches.ts"
import { Wakeups } from "../waking/Wakeups.ts"

export const layer: Layer.Layer<Wakeups> = Layer.sync(Wakeups, () => {
  const { subscribe, wake } = makeLatches()
  const { listen, note } = makeNotes()
  const { changed, watch } = makeWatches()
  return Wakeups.of({
    wake: (topic) => Effect.sync(() => wake(topic)),
    changed: (organizationId, parts) => Effect.sync(() => changed(organizationId, parts)),
    hears: Effect.succeed(true),
    note: (text) => Effect.sync(() => note(text)),
    subscribe,
    listen,
    watch
  })
})
