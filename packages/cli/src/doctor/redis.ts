/** What the doctor says about Redis. */
import { Effect, Option } from "effect"
import type { Settings } from "../config.ts"
import { absent, broken, type Finding, ok } from "./Finding.ts"

const alone: Finding = absent(
  "redis",
  "request limits and the lanes of hosts are each process' own; with several processes, Redis makes them one",
  "Set REDIS_URL: docs/operate/redis.md."
)

/** Whether what processes share takes writes. Without a setting, one process needs none. */
export const redis = ({ redis: url, storage }: Pick<Settings, "redis" | "storage">): Effect.Effect<Finding | null> =>
  Option.match(url, {
    onNone: () => Effect.succeed(storage._tag === "Postgres" ? alone : null),
    onSome: (address) =>
      Effect.tryPromise(() => import("@kittiwake/redis/redis")).pipe(
        Effect.matchEffect({
          onFailure: () =>
            Effect.succeed(broken("redis", "the package ioredis is not installed", "Run: npm install ioredis")),
          onSuccess: ({ inspect }) =>
            Effect.map(inspect(address), (problem) =>
              problem === null
                ? ok("redis", "Redis answers and takes writes")
                : broken(
                    "redis",
                    `Redis ${problem}`,
                    "Mend REDIS_URL, or the server; meanwhile every process is by itself."
                  )
            )
        })
      )
  })
