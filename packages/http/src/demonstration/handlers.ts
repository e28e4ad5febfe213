/** Answers the operator about the demonstration. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { makeAnswer } from "../admin/answered.ts"
import { AdminApi } from "../admin/api.ts"
import { Exchange } from "../Exchange.ts"
import { DemonstrationMissing } from "../errors.ts"
import { noRoom } from "../requestMemory.ts"
import { Demonstration, type Demonstrations } from "./Demonstration.ts"
import type { DemonstrationRecord } from "./records.ts"

export const layer = HttpApiBuilder.group(
  AdminApi,
  "demonstration",
  Effect.fn(function* (handlers) {
    const shown = yield* Demonstration
    const answer = yield* makeAnswer
    const asked = (what: (shown: Demonstrations) => Effect.Effect<DemonstrationRecord>) =>
      shown === null ? Effect.fail(new DemonstrationMissing()) : what(shown)
    const begun = Effect.gen(function* () {
      // It takes as much memory as a small installation: a process that is short of it has something else to do.
      if ((yield* Exchange).memory.isShort) return yield* noRoom
      return yield* asked(({ begin }) => begin)
    })
    return handlers.handleAll({
      standing: () => answer(asked(({ standing }) => standing)),
      begin: () => answer(begun),
      remove: () => answer(asked(({ remove }) => remove))
    })
  })
)
