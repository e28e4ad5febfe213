import { describe } from "@effect/vitest"
import { postgresUrl } from "../setup/sharedServers.ts"
import { monitoringSuite } from "./monitoringSuite.ts"
import { stoppingSuite } from "./stoppingSuite.ts"
import { openPostgresAt } from "./storages.ts"

const url = await postgresUrl()

describe.skipIf(url === null)("end to end", () => {
  monitoringSuite("Postgres", openPostgresAt(url ?? ""))
  stoppingSuite("Postgres", openPostgresAt(url ?? ""))
})
