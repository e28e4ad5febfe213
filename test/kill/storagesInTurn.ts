/** Storages on which processes die that take as long on either: one of them in each turn (`test/setup/turns.ts`), the other in the next. */
import type { TestOptions } from "vitest"
import { type OpenStorage, openEmbedded, openPostgresAt } from "../endToEnd/storages.ts"
import { needing } from "../setup/needs.ts"
import { postgresUrl } from "../setup/sharedServers.ts"
import { sideInTurn, takesAll, turn } from "../setup/turns.ts"

const storages = ["the embedded database", "Postgres"] as const

/** What is tested on one storage a day; of two that stand side by side here, each on another. */
const inTurn = [
  ...(["granting", "rotating", "importing", "chargedCalls"] as const),
  ...(["pictures", "chargedWork", "refreshing", "gathering"] as const),
  ...(["randomKills", "batchWorkerKills"] as const)
] as const

/** A storage on which processes are killed. */
export type StorageOfKills = (typeof storages)[number]

type InTurn = (typeof inTurn)[number]

/** Whether it is tested on a storage in this run. */
export const isTurnOf = (what: InTurn, storage: StorageOfKills): boolean =>
  takesAll || storages[(sideInTurn + inTurn.indexOf(what)) % storages.length] === storage

/** Those of two that a storage is tested with in this run: one of them on one storage, so that four turns have both on both. */
export const oneOfTwoInTurn = <A>(two: readonly [A, A], storage: StorageOfKills): ReadonlyArray<A> =>
  two.filter((_, index) => {
    const place = storages.indexOf(storage)
    return takesAll || turn % 4 === (index === place ? place : 2 + place)
  })

interface StorageInTurn {
  readonly name: string
  readonly open: OpenStorage
  readonly options: TestOptions
}

/** The storages on which it is tested in this run. */
export const storagesInTurn = async (what: InTurn): Promise<ReadonlyArray<StorageInTurn>> => {
  const url = await postgresUrl()
  const all: Readonly<Record<StorageOfKills, Omit<StorageInTurn, "name">>> = {
    "the embedded database": { open: openEmbedded, options: {} },
    Postgres: { open: openPostgresAt(url ?? ""), options: needing({ Postgres: url !== null }) }
  }
  return storages.filter((name) => isTurnOf(what, name)).map((name) => ({ name, ...all[name] }))
}
