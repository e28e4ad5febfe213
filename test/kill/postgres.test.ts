import { describe } from "@effect/vitest"
import { copyPostgresAt, openPostgresAt } from "../endToEnd/storages.ts"
import { needing } from "../setup/needs.ts"
import { postgresUrl } from "../setup/sharedServers.ts"
import { batchKills } from "./batchKills.ts"
import { batchWorkerKills } from "./batchWorkerKills.ts"
import { founded } from "./founded.ts"
import { killSuite } from "./killSuite.ts"
import { randomKills } from "./randomKills.ts"
import { isTurnOf } from "./storagesInTurn.ts"

const url = await postgresUrl()

describe("nothing is lost and nothing is doubled by", needing({ Postgres: url !== null }), () => {
  const openEmpty = openPostgresAt(url ?? "")
  const open = founded(openEmpty, copyPostgresAt(url ?? ""))
  killSuite("Postgres", open)
  batchKills("Postgres", open)
  if (isTurnOf("batchWorkerKills", "Postgres")) batchWorkerKills("Postgres", open)
  if (isTurnOf("randomKills", "Postgres")) randomKills("Postgres", openEmpty)
})
