/** A new storage with organizations in it, and their keys. */
import { startChild } from "../children.ts"
import { type StoragePlace, storageEnv } from "../storages.ts"
import type { Seed } from "./seed.ts"

export const seeded = async (place: StoragePlace, seed: Seed) => {
  const storage = await place.empty()
  const seeder = await startChild(new URL("./seed.ts", import.meta.url), storageEnv(storage))
  const keys = await seeder.call<ReadonlyArray<string>>("seed", seed)
  await seeder.end()
  return { storage, keys }
}
