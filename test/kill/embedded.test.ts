import { describe } from "@effect/vitest"
import { copyEmbedded, openEmbedded } from "../endToEnd/storages.ts"
import { batchKills } from "./batchKills.ts"
import { batchWorkerKills } from "./batchWorkerKills.ts"
import { founded } from "./founded.ts"
import { killSuite } from "./killSuite.ts"
import { randomKills } from "./randomKills.ts"
import { isTurnOf } from "./storagesInTurn.ts"

describe("nothing is lost and nothing is doubled by", () => {
  const open = founded(openEmbedded, copyEmbedded)
  killSuite("the embedded database", open)
  batchKills("the embedded database", open)
  if (isTurnOf("batchWorkerKills", "the embedded database")) batchWorkerKills("the embedded database", open)
  if (isTurnOf("randomKills", "the embedded database")) randomKills("the embedded database", openEmbedded)
})
