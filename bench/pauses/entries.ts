/** Entries as both contenders write them. */
import type { EntryRow } from "../../packages/adapters/sqlite/src/writes/accounts.ts"

/** A credit, once for each index. */
export const entryOf = (organizationId: string, index: number): EntryRow => {
  const number = (index + 1_000).toString(16).padStart(32, "0")
  return {
    id: `ent_${number}`,
    organizationId,
    causeKind: "grant",
    causeId: `grant_${number}`,
    credits: 1,
    at: Date.now(),
    reason: null
  }
}
