/** Who may have the threads. No thread is started. */
import { assert, describe, it } from "@effect/vitest"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { Effect } from "effect"
import { makeTextThreads } from "../src/makeTextThreads.ts"
import { defaultThreadPoolLimits } from "../src/ThreadPool.ts"

describe("threads", () => {
  it.effect("are never all of one organization, so that another begins at once", () =>
    Effect.gen(function* () {
      const pool = yield* makeTextThreads({ ...defaultThreadPoolLimits, threads: 3 })
      const begun: Array<string> = []
      const workFor = (organization: string) =>
        pool
          .withThread(
            Effect.andThen(
              Effect.sync(() => begun.push(organization)),
              Effect.never
            )
          )
          .pipe(
            Effect.provideService(WorksFor, OrganizationId.make(organization)),
            Effect.forkScoped({ startImmediately: true })
          )
      for (let works = 0; works < 4; works++) yield* workFor("org_crowd")
      assert.deepStrictEqual(begun, ["org_crowd", "org_crowd"])
      yield* workFor("org_one")
      assert.deepStrictEqual(begun, ["org_crowd", "org_crowd", "org_one"])
    })
  )
})
