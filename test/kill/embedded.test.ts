import { afterAll, beforeAll, describe } from "@effect/vitest"
import { openCopyOf, openEmbedded, type Storage } from "../endToEnd/storages.ts"
import { batchKills } from "./batchKills.ts"
import { batchWorkerKills } from "./batchWorkerKills.ts"
import { killSuite } from "./killSuite.ts"
import { randomKills } from "./randomKills.ts"
import { openScene, reported } from "./scene.ts"

// Making a database takes longer than all the rest, so it is made once and copied.
let founded: Storage | undefined

beforeAll(async () => {
  founded = await openEmbedded()
  const kept = { ...founded, [Symbol.asyncDispose]: async () => {} }
  await using scene = await openScene(async () => kept)
  await reported(scene.start({ part: "rest" }))
}, 120_000)

afterAll(() => founded?.[Symbol.asyncDispose]())

describe("nothing is lost and nothing is doubled by", () => {
  killSuite("the embedded database", () => openCopyOf(founded!))
  batchKills("the embedded database", () => openCopyOf(founded!))
  batchWorkerKills("the embedded database", () => openCopyOf(founded!))
  randomKills("the embedded database", openEmbedded)
})
