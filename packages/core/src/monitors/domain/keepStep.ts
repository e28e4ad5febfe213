/** The step of a run that says which picture was kept. */
import type { DateTime } from "effect"
import type { Run } from "./Run.ts"
import type { Version } from "./Version.ts"

/** The run with the picture of its version in its trace, where it kept one. */
export const withKept = (run: Run, kept: Version | undefined, at: DateTime.Utc): Run =>
  kept?.hasPicture === true
    ? {
        ...run,
        trace: [...run.trace, { step: "keep", startedAt: at, durationMs: 0, outcome: `a picture, with ${kept.id}` }]
      }
    : run
