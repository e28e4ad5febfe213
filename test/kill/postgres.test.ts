import { describe } from "@effect/vitest"
import { openPostgresAt } from "../endToEnd/storages.ts"
import { postgresUrl } from "../setup/sharedServers.ts"
import { killSuite } from "./killSuite.ts"
import { randomKills } from "./randomKills.ts"

const url = await postgresUrl()

describe.skipIf(url === null)("nothing is lost and nothing is doubled by", () => {
  killSuite("Postgres", openPostgresAt(url ?? ""))
  randomKills("Postgres", openPostgresAt(url ?? ""))
})
