/** Asks every judge about every change of a half. */
import { ChangeJudge } from "@kittiwake/core/monitors/ChangeJudge"
import type { Judgement } from "@kittiwake/core/monitors/domain/Judgement"
import { Effect } from "effect"
import type { Judged } from "./figures.ts"
import { type Contender, contenders } from "./judges.ts"
import { type Half, halves, type LabelledChange, readHalf } from "./LabelledChange.ts"

export interface Measured {
  readonly half: Half
  readonly judge: string
  readonly judged: ReadonlyArray<Judged>
  /** Changes that it died of; it is taken to tell nothing of them, as the run of a monitor would. */
  readonly died: number
  /** Of all threads, for one change. */
  readonly processorMillis: number
}

const silence: Judgement = {
  isRelevant: false,
  importance: "low",
  confidence: 0,
  title: "",
  summary: "",
  evidence: [],
  by: "rules",
  reasons: ["it died"]
}

const ask = (contender: Contender, changes: ReadonlyArray<LabelledChange>) =>
  Effect.gen(function* () {
    const { judge } = yield* ChangeJudge
    return yield* Effect.forEach(changes, (change) => {
      const { after, before, goal, url } = change
      return judge({ goal, url, targetType: "page", before, after }).pipe(
        Effect.catchCause(() => Effect.succeed(silence)),
        Effect.map((judgement) => ({ change, judgement }))
      )
    })
  }).pipe(Effect.provide(contender.layer), Effect.runPromise)

/** Each half that was written, by each judge that is there. */
export async function* measureJudges(): AsyncGenerator<Measured> {
  for (const half of halves) {
    const changes = readHalf(half)
    if (changes.length === 0) console.error(`SKIPPED the ${half} half: nobody wrote it yet.`)
    else {
      for (const contender of contenders) {
        const before = process.cpuUsage()
        const judged = await ask(contender, changes)
        const { system, user } = process.cpuUsage(before)
        const died = judged.filter(({ judgement }) => judgement === silence).length
        yield { half, judge: contender.name, judged, died, processorMillis: (user + system) / 1_000 / changes.length }
      }
    }
  }
}
