/** The product: entries through its embedded database, which syncs every commit, and reads on its main thread. */
import { join } from "node:path"
import { Effect, ManagedRuntime } from "effect"
import { layer, Sqlite } from "../../packages/adapters/sqlite/src/Sqlite.ts"
import { accountOf } from "../../packages/adapters/sqlite/src/writes/accounts.ts"
import { answerCalls } from "../children.ts"
import { entryOf } from "./entries.ts"
import { organizations, type WritingOptions, writeFor } from "./writing.ts"

const file = join(process.env.BENCH_STORAGE ?? "", "ours.db")

const runtime = ManagedRuntime.make(layer({ file, synchronous: "full" }))

const asked = Effect.map(Sqlite, ({ read, write }) => ({
  file,
  write: (organization: string, index: number) =>
    Effect.runPromise(write("CreditLedger.post", { entry: entryOf(organization, index), supplied: 0 })),
  read: (organization: string) => Effect.runPromise(read("CreditLedger.account", (db) => accountOf(db, organization)))
}))

const opened = runtime.runPromise(asked)

answerCalls(
  {
    /** Every organization has credits. */
    open: async () => {
      const { write } = await opened
      await Promise.all(organizations.map((organization, index) => write(organization, -index - 1)))
    },
    round: async (options: WritingOptions) => writeFor(await opened, options)
  },
  () => runtime.dispose()
)
