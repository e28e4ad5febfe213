/** Observed: whose pages are read first. */
import { assert, describe, it } from "@effect/vitest"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { PageReader } from "@kittiwake/core/pages/PageReader"
import { Duration, Effect } from "effect"
import { layerWith, maxInlineLength } from "../src/PageReader.ts"

const page = "<p>lorem ipsum</p>".repeat(maxInlineLength / 15)

const readFor = (organization: string) =>
  PageReader.use((reader) =>
    reader.read({
      body: page,
      mediaType: "text/html",
      includeSelectors: [],
      excludeSelectors: [],
      leavesOutNoise: true
    })
  ).pipe(Effect.provideService(WorksFor, OrganizationId.make(organization)))

describe("pages that cost much", () => {
  it.live(
    "of one organization are read while another has many",
    () =>
      Effect.gen(function* () {
        let done = 0
        yield* Effect.forEach(Array.from({ length: 16 }), () =>
          Effect.forkChild(
            Effect.tap(readFor("org_crowd"), () => Effect.sync(() => (done += 1))),
            { startImmediately: true }
          )
        )
        yield* readFor("org_one")
        assert.isBelow(done, 8)
      }).pipe(Effect.provide(layerWith({ threads: 2, deadline: Duration.seconds(60), heapMegabytes: 512 }))),
    60_000
  )
})
