import { describe } from "@effect/vitest"
import { besideRedis, openPostgresAt } from "../endToEnd/storages.ts"
import { needing } from "../setup/needs.ts"
import { postgresUrl, redisUrl } from "../setup/sharedServers.ts"
import { randomKills } from "./randomKills.ts"

const [postgres, redis] = [await postgresUrl(), await redisUrl()]

describe(
  "with Redis too, nothing is lost and nothing is doubled by",
  needing({
    Postgres: postgres !== null,
    Redis: redis !== null
  }),
  () => {
    randomKills("Postgres and Redis", besideRedis(openPostgresAt(postgres ?? ""), redis ?? ""))
  }
)
