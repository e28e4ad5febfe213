import { describe } from "@effect/vitest"
import { suite as limitStoreSuite } from "@kittiwake/core/testing/limitStoreSuite"
import { suite as placeKeeperSuite } from "@kittiwake/core/testing/placeKeeperSuite"
import { suite as wakeupsSuite } from "@kittiwake/core/testing/wakeupsSuite"
import { Layer } from "effect"
import * as redis from "../src/redis.ts"
import { needsServer, newInstallation } from "./servers.ts"

const onRedis = Layer.suspend(() => redis.layer(newInstallation())).pipe(Layer.provide(redis.layerEffectClock))

describe("on a server", needsServer, () => {
  limitStoreSuite("Redis", onRedis)
  placeKeeperSuite("Redis", onRedis)
  wakeupsSuite("Redis", onRedis)
})
