import { describe } from "@effect/vitest"
import { needing } from "../setup/needs.ts"
import { postgresUrl } from "../setup/sharedServers.ts"
import { monitoringSuite } from "./monitoringSuite.ts"
import { stoppingSuite } from "./stoppingSuite.ts"
import { openPostgresAt } from "./storages.ts"

const url = await postgresUrl()

describe("end to end", needing({ Postgres: url !== null }), () => {
  monitoringSuite("Postgres", openPostgresAt(url ?? ""))
  stoppingSuite("Postgres", openPostgresAt(url ?? ""))
})
