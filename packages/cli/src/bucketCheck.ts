/** Whether the bucket of large bytes answers, for who asks whether a process is ready. */
import type { Objects } from "@kittiwake/blobs/Objects"
import { Context, Duration, Effect } from "effect"
import { shared } from "./system/shared.ts"

/** Looks at the bucket; it fails with a sentence without secrets. Null where large bytes lie elsewhere. */
export class BucketCheck extends Context.Reference<Effect.Effect<void, string> | null>("kittiwake/BucketCheck", {
  defaultValue: () => null
}) {}

/** Longest time for one look. */
const patience = Duration.seconds(5)

/** For how long a look is told again: stores charge for each, and whoever asks needs no key. */
const lasts = Duration.seconds(30)

const silent = "does not answer, so nothing large is kept or found until it does"

/** A check that lists what one object at most is in. */
export const makeBucketCheck = ({ list }: Pick<Objects, "list">) => {
  const look = list({ within: "shared/installation/", after: "", limit: 1 }).pipe(
    Effect.match({
      onSuccess: () => null,
      onFailure: ({ reason }) => (reason === "unreachable" ? silent : "cannot be used; kittiwake doctor says why")
    }),
    Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.succeed(silent) })
  )
  return Effect.map(shared(look, lasts), (told) =>
    Effect.flatMap(told, (problem) => (problem === null ? Effect.void : Effect.fail(problem)))
  )
}
