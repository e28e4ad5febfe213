/** A kept answer as the writer's thread takes it. */
import type { KeptAnswer } from "@kittiwake/core/idempotency/domain/KeptAnswer"
import { millisOf } from "./moments.ts"
import type { KeptRow } from "./writes/idempotency.ts"

/** The row of an answer; null keeps none. */
export const keptRow = (kept: KeptAnswer | null): KeptRow | null =>
  kept === null
    ? null
    : { ...kept, expiresAt: kept.expiresAt === null ? null : millisOf(kept.expiresAt), keptAt: millisOf(kept.keptAt) }
