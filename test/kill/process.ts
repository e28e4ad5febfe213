/**
 * A process that the tests kill: the product as `kittiwake start` composes it, with a journal around its ports.
 *
 * Writes its journal to descriptor 3. Reads the settings of the product, and `KILL_PART` (what to do), `KILL_KIND` and `KILL_BATCH` (what the story and the batch are of), `KILL_SITE`, `KILL_RECEIVER`,
 * `KILL_WORK` (a name for its monitors), `KILL_SWEEP` (to sweep before any work) and, to die at a beat, `KILL_AT` (`<beat>#<n>`), or to stand still there, `KILL_FREEZE` too.
 */

import type { Organization } from "@kittiwake/core/organizations/domain/Organization"
import { Pulse } from "@kittiwake/worker/Pulse"
import * as Worker from "@kittiwake/worker/Worker"
import { Duration, Effect, Layer } from "effect"
import * as adapters from "../../packages/cli/src/adapters.ts"
import { readSettings } from "../../packages/cli/src/config.ts"
import * as logging from "../../packages/cli/src/logging.ts"
import * as services from "../../packages/cli/src/services.ts"
import { isBeat, type Journal, openJournal, type Trap } from "./Beat.ts"
import { isBatchKind, tellBatch } from "./batchStory.ts"
import { makeCalls } from "./makeCalls.ts"
import { makeReport } from "./Report.ts"
import { sweep } from "./Sweep.ts"
import { comeToRest, editOnceMore, ensureOrganization, type Outside, tellStory, workForever } from "./story.ts"
import { isStoryKind } from "./targets.ts"
import * as trapped from "./trapped.ts"

const required = (name: string): string => {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set`)
  return value
}

const trapOf = (text: string | undefined): Trap | null => {
  if (text === undefined) return null
  const [beat = "", nth] = text.split("#")
  if (!isBeat(beat)) throw new Error(`There is no beat ${beat}`)
  return { beat, nth: Number(nth), isFreeze: process.env.KILL_FREEZE !== undefined }
}

type PartOptions = Parameters<typeof tellStory>[1] & Parameters<typeof tellBatch>[1]

/** What a process may be told to do before it comes to rest and reports. */
const parts = {
  story: tellStory,
  work: (organization, options) =>
    Effect.forEach(
      ["a", "b", "c"],
      (letter) => workForever(organization, `${process.env.KILL_WORK}-${letter}`, options),
      { concurrency: "unbounded" }
    ),
  lastEdit: editOnceMore,
  calls: makeCalls,
  batch: tellBatch,
  rest: () => Effect.void
} satisfies { readonly [name: string]: (organization: Organization, options: PartOptions) => unknown }

const isPart = (text: string): text is keyof typeof parts => text in parts

/** Long enough for a live process on a busy machine, and no longer: the next process waits for what a dead one held. */
const loop = { every: Duration.millis(200), lease: Duration.seconds(4) }

const installation = (settings: Effect.Success<ReturnType<typeof readSettings>>, journal: Journal) =>
  services.layer.pipe(Layer.provideMerge(trapped.layer(journal)), Layer.provideMerge(adapters.layer(settings)))

/** Few pages at a time, so that a process dies among them; one that ends waits for none that its site holds. */
const batcher = { ...loop, maxInFlight: 8, maxClaim: 8, grace: Duration.seconds(1) }

const workers = Worker.layer({ scheduler: loop, deliverer: loop, batcher }).pipe(Layer.provide(Pulse.layer))

const program = Effect.gen(function* () {
  const settings = yield* readSettings(false)
  const journal = openJournal(trapOf(process.env.KILL_AT))
  const outside: Outside = { siteUrl: required("KILL_SITE"), receiverUrl: required("KILL_RECEIVER") }
  const part = required("KILL_PART")
  if (!isPart(part)) throw new Error(`There is no part ${part}`)
  const kind = process.env.KILL_KIND ?? "page"
  if (!isStoryKind(kind)) throw new Error(`There is no story of a ${kind}`)
  const batch = process.env.KILL_BATCH ?? "list"
  if (!isBatchKind(batch)) throw new Error(`There is no batch ${batch}`)
  const report = yield* Effect.gen(function* () {
    const organization = yield* ensureOrganization
    if (process.env.KILL_SWEEP !== undefined) journal.tell({ sweep: yield* sweep(organization.id) })
    return yield* Effect.gen(function* () {
      yield* parts[part](organization, { outside, journal, kind, batch })
      yield* comeToRest(organization)
      return yield* makeReport(organization.id)
    }).pipe(Effect.provide(workers))
  }).pipe(Effect.provide(installation(settings, journal)))
  journal.tell({ report })
})

Effect.runPromise(program.pipe(Effect.provide(logging.layerCommand))).catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
