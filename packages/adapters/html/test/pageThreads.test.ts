/** Observed: whose pages are read first, and which are read in a thread. */
import { assert, describe, it } from "@effect/vitest"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { BackgroundWork } from "@kittiwake/core/pages/BackgroundWork"
import { PageReader } from "@kittiwake/core/pages/PageReader"
import { Duration, Effect } from "effect"
import { layerWith, maxInlineLength } from "../src/PageReader.ts"

const pageOf = (length: number) => "<p>lorem ipsum</p>".repeat(length / 15)

const read = (body: string) =>
  PageReader.use((reader) =>
    reader.read({ body, mediaType: "text/html", includeSelectors: [], excludeSelectors: [], leavesOutNoise: true })
  )

const readFor = (organization: string, page: string) =>
  read(page).pipe(Effect.provideService(WorksFor, OrganizationId.make(organization)))

/** Reads one page for an organization while another has many, and tells how many of those were read by then. */
const readBesideCrowd = (page: string, crowd: number) =>
  Effect.gen(function* () {
    let done = 0
    yield* Effect.forEach(Array.from({ length: crowd }), () =>
      Effect.forkChild(
        Effect.tap(readFor("org_crowd", page), () => Effect.sync(() => (done += 1))),
        { startImmediately: true }
      )
    )
    yield* readFor("org_one", page)
    return done
  })

const limits = { threads: 2, background: 1, deadline: Duration.seconds(60), heapMegabytes: 512 }

describe("pages that cost much", () => {
  it.live(
    "of one organization are read while another has many",
    () =>
      Effect.gen(function* () {
        assert.isBelow(yield* readBesideCrowd(pageOf(maxInlineLength), 16), 8)
      }).pipe(Effect.provide(layerWith(limits))),
    60_000
  )
})

describe("pages that nobody waits for", () => {
  const page = pageOf(30_000)
  /** Within which no thread has started. */
  const hurried = { ...limits, deadline: Duration.millis(1) }
  const isReadAtOnce = (isBackground: boolean) =>
    read(page).pipe(Effect.isSuccess, Effect.provideService(BackgroundWork, isBackground))

  it.live("are read in a thread, and others at once", () =>
    Effect.gen(function* () {
      assert.isFalse(yield* isReadAtOnce(true))
      assert.isTrue(yield* isReadAtOnce(false))
    }).pipe(Effect.provide(layerWith(hurried)))
  )

  it.live("are read at once where no thread is to spare", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* isReadAtOnce(true))
    }).pipe(Effect.provide(layerWith({ ...hurried, background: 0 })))
  )

  it.live("of one organization are read while another has many", () =>
    Effect.gen(function* () {
      assert.isBelow(yield* readBesideCrowd(page, 32), 16)
    }).pipe(Effect.provideService(BackgroundWork, true), Effect.provide(layerWith(limits)))
  )
})
