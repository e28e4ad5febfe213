/** Storages on which processes die that take as long on either: one of them in each turn (`test/setup/turns.ts`), the other in the next. */
import type { TestOptions } from "vitest"
import { type OpenStorage, openEmbedded, openPostgresAt } from "../endToEnd/storages.ts"
import { needing } from "../setup/needs.ts"
import { postgresUrl } from "../setup/sharedServers.ts"
import { takesAll, turn } from "../setup/turns.ts"

/** The files whose processes die on one storage a day; of two that stand side by side here, each on another. */
const files = ["granting", "rotating", "importing"] as const

interface InTurn {
  readonly name: string
  readonly open: OpenStorage
  readonly options: TestOptions
}

/** What is tested of a file in a run. */
export const storagesInTurn = async (file: (typeof files)[number]): Promise<ReadonlyArray<InTurn>> => {
  const url = await postgresUrl()
  const both: ReadonlyArray<InTurn> = [
    { name: "the embedded database", open: openEmbedded, options: {} },
    { name: "Postgres", open: openPostgresAt(url ?? ""), options: needing({ Postgres: url !== null }) }
  ]
  return takesAll ? both : [both[(turn + files.indexOf(file)) % both.length]!]
}
