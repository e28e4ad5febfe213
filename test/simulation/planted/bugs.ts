/**
 * Mistakes put in on purpose, to show that the simulator finds them. Some change how one process reaches a store, the
 * others are put into a source file as it is loaded (`patches.ts`); the product itself has no switch.
 */
import { patches } from "./patches.ts"

export const wrappedBugs = [
  "records with whatever fencing token stands now",
  "charges in a write of its own",
  "marks an event delivered before it is sent",
  "gives every attempt a new event id",
  "sends a body made anew for every attempt",
  "writes deliveries after the run, in a write of their own",
  "releases a hold and charges as well",
  "records what was decided on an older revision",
  "judges leases by the process's own clock",
  "keeps an idempotency key after the work, in a write of its own"
] as const

export type WrappedBug = (typeof wrappedBugs)[number]

/** The name of a planted bug. */
export type PlantedBug = string

/** A bug that is none, to show that one can be missed. */
export const noBug = "makes no difference"

/** Bugs that need days to show, such as those of what is done every few hours: they are looked for in days of a few monitors. */
export const slowBugs: ReadonlySet<PlantedBug> = new Set(["sweeps files that rows name"])

export const plantedBugs: ReadonlyArray<PlantedBug> = [...wrappedBugs, ...Object.keys(patches), noBug]
