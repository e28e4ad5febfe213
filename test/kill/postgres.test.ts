import { describe } from "@effect/vitest"
import { openPostgresAt } from "../endToEnd/storages.ts"
import { needing } from "../setup/needs.ts"
import { postgresUrl } from "../setup/sharedServers.ts"
import { batchKills } from "./batchKills.ts"
import { batchWorkerKills } from "./batchWorkerKills.ts"
import { killSuite } from "./killSuite.ts"
import { randomKills } from "./randomKills.ts"

const url = await postgresUrl()

describe("nothing is lost and nothing is doubled by", needing({ Postgres: url !== null }), () => {
  killSuite("Postgres", openPostgresAt(url ?? ""))
  batchKills("Postgres", openPostgresAt(url ?? ""))
  batchWorkerKills("Postgres", openPostgresAt(url ?? ""))
  randomKills("Postgres", openPostgresAt(url ?? ""))
})
