/** Records finished runs, many at once. */
import { Context, Effect, Layer, Schedule } from "effect"
import { inBatches } from "../inBatches.ts"
import { notHeldUp } from "../notHeldUp.ts"
import { retryLate } from "../retryLate.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { type Recorded, type RunOutcome, RunStore } from "./RunStore.ts"

/** Most outcomes in one write, and writes under way at once. */
const batch = { max: 100, lanes: 2 } as const

type HeldUp = Extract<Recorded, { readonly _tag: "HeldUp" }>

const ownerOf = ({ run }: RunOutcome) => run.organizationId

/** The store may be away for a moment; after this the lease has ended and somebody else does the run. */
const patience = Schedule.max([Schedule.exponential("200 millis"), Schedule.recurs(5)])

export class RunRecorder extends Context.Service<
  RunRecorder,
  {
    /** Records an outcome, and again while it is held up; the same outcome may be recorded again when it is not known whether it was written. */
    readonly record: (outcome: RunOutcome) => Effect.Effect<Recorded, StoreUnavailable>
  }
>()("@kittiwake/core/monitors/RunRecorder") {
  static readonly layer = Layer.effect(
    RunRecorder,
    Effect.gen(function* () {
      const runs = yield* RunStore
      const record = yield* inBatches({ ...batch, ownerOf, write: runs.record })
      const recordAgain = yield* inBatches({ ...batch, lanes: 1, ownerOf, write: runs.record })
      const late = { schedule: patience, while: () => true }
      return RunRecorder.of({
        record: (outcome) =>
          notHeldUp(
            "RunRecorder.record",
            retryLate(record(outcome), late),
            retryLate(recordAgain(outcome), late),
            (recorded): recorded is Exclude<Recorded, HeldUp> => recorded._tag !== "HeldUp"
          )
      })
    })
  )
}
