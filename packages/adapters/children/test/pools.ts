/** What the tests of the pool ask of it. */
import { Duration } from "effect"
import type { ChildPoolOptions, Work } from "../src/ChildPool.ts"

export const limits: ChildPoolOptions = {
  program: new URL("./fixtures/program.ts", import.meta.url),
  turns: { atOnce: 2, atOncePerOwner: 2, waiting: 64, waitingPerOwner: 64 },
  losses: { millis: 60_000, forgivenInMillis: 600_000 },
  maxIdle: Duration.minutes(1),
  heapMegabytes: 128,
  residentMegabytes: 400,
  answerBytes: 32 * 1024 * 1024
}

export const workOf = (what: string, more: Readonly<Record<string, unknown>> = {}): Work => ({
  owner: "a",
  head: { what, ...more },
  bytes: new Uint8Array(0),
  processor: Duration.seconds(10),
  processorAtMost: Duration.seconds(10),
  timeout: Duration.seconds(60),
  isLost: () => false
})
