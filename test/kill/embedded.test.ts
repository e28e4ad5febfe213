import { describe } from "@effect/vitest"
import { copyEmbedded, openEmbedded } from "../endToEnd/storages.ts"
import { batchKills } from "./batchKills.ts"
import { batchWorkerKills } from "./batchWorkerKills.ts"
import { founded } from "./founded.ts"
import { killSuite } from "./killSuite.ts"
import { randomKills } from "./randomKills.ts"

describe("nothing is lost and nothing is doubled by", () => {
  const open = founded(openEmbedded, copyEmbedded)
  killSuite("the embedded database", open)
  batchKills("the embedded database", open)
  batchWorkerKills("the embedded database", open)
  randomKills("the embedded database", openEmbedded)
})
