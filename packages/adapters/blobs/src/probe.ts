/** Tries a place before something depends on it. */
import { randomUUID } from "node:crypto"
import { Effect, Stream } from "effect"
import type { Objects } from "./Objects.ts"

/** What a place does with a name that is taken. */
export interface Probed {
  /** Whether it keeps the first object of a name. One that does not takes the later of two that come at once. */
  readonly keepsFirst: boolean
}

/** Puts, reads, lists and removes an object of its own; fails as the place does. */
export const probe = Effect.fnUntraced(function* (objects: Objects) {
  const path = `shared/probe/${randomUUID()}`
  const put = () => objects.put(path, Stream.succeed(new TextEncoder().encode("kittiwake")))
  return yield* Effect.gen(function* () {
    yield* put()
    yield* Stream.runDrain(objects.read(path, 0, 1))
    yield* objects.list({ within: "shared/probe/", after: "", limit: 1 })
    return { keepsFirst: !(yield* put()) } satisfies Probed as Probed
  }).pipe(
    Effect.tap(objects.remove(path)),
    Effect.onError(() => Effect.ignore(objects.remove(path)))
  )
})
