/** Mistakes in batches, at work and in their stores. */
import { type Mutant, mutantsOf } from "./Mutant.ts"

const core = mutantsOf("packages/core")
const postgres = mutantsOf("packages/adapters/postgres")
const sqlite = mutantsOf("packages/adapters/sqlite")

export const mutantsOfBatches: ReadonlyArray<Mutant> = [
  core(
    "memory: what a batch gives back lasts",
    "src/memory/BatchWorkStore.ts",
    "addEntry(tables, entry, Math.min(row.lasting, entry.credits))",
    "addEntry(tables, entry)",
    "test/memory/BatchStore.test.ts"
  ),
  core(
    "a batch takes what lasts first",
    "src/credits/domain/Supply.ts",
    "lastingLeft({ lasting, balance: left + spent }) - lastingLeft({ lasting, balance: left })",
    "Math.min(lastingLeft({ lasting, balance: left + spent }), spent)",
    "test/memory/BatchStore.test.ts"
  ),
  sqlite(
    "sqlite: what a batch gives back lasts",
    "src/writes/batchWork.ts",
    "lasting: Math.min(lasting ?? entry.credits, entry.credits)",
    "lasting: entry.credits",
    "test/BatchStore.test.ts"
  ),
  sqlite(
    "sqlite: what a batch gives back never lasts",
    "src/writes/batches.ts",
    "select min(lasting, balance + ?1) - min(lasting, balance) from",
    "select min(lasting, balance + ?1) - min(lasting, balance + ?1) from",
    "test/BatchStore.test.ts"
  ),
  postgres(
    "postgres: what a batch gives back lasts",
    "src/BatchWorkStore.ts",
    "const lasting = Math.min(taken?.lasting ?? credits, credits)",
    "const lasting = taken === undefined ? 0 : credits",
    "test/BatchStore.test.ts"
  )
]
