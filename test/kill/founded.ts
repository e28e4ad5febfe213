/** Storages that have their tables and an organization: making those takes longer than all the rest, so it is done once. */
import { afterAll, beforeAll } from "@effect/vitest"
import type { OpenStorage, Storage } from "../endToEnd/storages.ts"
import { openScene, reported } from "./scene.ts"

/** Opens copies of a storage that one process has made and left, while tests of the file at hand run. */
export const founded = (open: OpenStorage, copyOf: (made: Storage) => Promise<Storage>): OpenStorage => {
  let made: Storage | undefined

  beforeAll(async () => {
    const storage = await open()
    made = storage
    await using scene = await openScene(async () => ({ ...storage, [Symbol.asyncDispose]: async () => {} }))
    await reported(scene.start({ part: "rest" }))
  }, 120_000)

  afterAll(() => made?.[Symbol.asyncDispose]())

  return () => copyOf(made!)
}
