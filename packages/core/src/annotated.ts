/** What a line of the log says beside its words. */
import { Effect } from "effect"

/** Adds the fields that say something; what is null or undefined says nothing. */
export const annotated = (fields: Readonly<Record<string, unknown>>) =>
  Effect.annotateLogs(
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))
  )
