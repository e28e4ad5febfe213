import { assert, describe, it } from "@effect/vitest"
import { CurrentLease, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { DateTime, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { AssetStore } from "../../src/assets/AssetStore.ts"
import type { PictureCandidate } from "../../src/brands/domain/pictureCandidates.ts"
import { keepPictures } from "../../src/brands/keepPictures.ts"
import * as Memory from "../../src/memory/Memory.ts"
import { ImageReader } from "../../src/pages/ImageReader.ts"
import { epoch, freshId, organizationOf } from "../../src/testing/builders.ts"
import type { Call } from "../../src/web/domain/Call.ts"
import { CapabilityMissing } from "../../src/web/errors.ts"
import type { FetchSession } from "../../src/web/HttpFetcher.ts"

const deadline = { atMillis: epoch.epochMilliseconds + 55_000, acceptsPart: false }

const call: Call = {
  ...{ organizationId: organizationOf().id, requestId: freshId("req"), route: "/brand/retrieve", caller: "key" },
  ...{ deadline, isWanted: () => true, freshness: { maxAgeMillis: 0, zeroRetention: false } }
}

/** Pictures that differ in what they show, as large as their address says in megabytes. */
const session = {
  download: ({ url }: { readonly url: string }) =>
    Effect.succeed({
      status: 200,
      bytes: new Uint8Array(Number(/(\d+)$/.exec(url)?.[1]) * 1_048_576).fill(url.length)
    })
} as unknown as FetchSession

let seen = 0

const described = (bytes: Uint8Array) =>
  Effect.sync(() => {
    seen += 1
    return {
      ...{ width: 400, height: 300, mediaType: "image/png", kind: "logo" as const, clearShare: 0.5, brightness: 0.3 },
      ...{ palette: [{ hex: "#0a4d8c", share: 1 }], likeness: (0x1111111111111111n * BigInt(seen % 15)).toString(16) },
      bytes
    }
  })

const reader = Layer.mock(ImageReader, {
  describe: described,
  crop: (bytes) => Effect.map(described(bytes), (description) => ({ bytes, description }))
})

const candidate = (source: string, use: PictureCandidate["use"]): PictureCandidate => ({
  ...{ source: `https://acme.example/${source}`, kind: "url", weight: 0.5, use }
})

describe("the pictures of a brand", () => {
  it.effect("take no more room together than one brand may have, and are there as long as answers that name them", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(epoch.epochMilliseconds)
      const backdrops = [candidate("a2", "backdrop"), candidate("b2", "backdrop")]
      const logos = [candidate("c2", "logo"), candidate("dd2", "icon")]
      const kept = yield* keepPictures(call, session, [...logos, ...backdrops], deadline)
      assert.deepStrictEqual([kept.logos.length, kept.backdrops.length], [2, 1])
      assert.isFalse(kept.isLacking)
      const few = yield* keepPictures(call, session, [candidate("e1", "logo"), ...backdrops], deadline)
      assert.deepStrictEqual([few.logos.length, few.backdrops.length], [1, 2])
      const [logo] = few.logos
      const isThere = (days: number) =>
        Effect.flatMap(AssetStore, (store) => store.get(logo?.assetId ?? "", DateTime.add(epoch, { days })))
      assert.isTrue(Option.isSome(yield* isThere(29)))
      assert.isTrue(Option.isNone(yield* isThere(30)))
    }).pipe(Effect.provide(Layer.merge(reader, Memory.layer)))
  )

  it.effect("are counted together while they are looked at, and no longer when they are kept", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(epoch.epochMilliseconds)
      const memory = new MemoryCounter({ capacityBytes: 64 * 1_048_576 })
      let most = 0
      const counting = {
        ...session,
        download: (request: Parameters<FetchSession["download"]>[0]) =>
          Effect.tap(session.download(request), ({ bytes }) =>
            Effect.map(CurrentLease, (lease) => {
              lease.keep(bytes.length)
              most = Math.max(most, memory.usedBytes)
            })
          )
      }
      const candidates = ["a2", "b2", "c2"].map((source) => candidate(source, "logo"))
      yield* keepPictures(call, counting, candidates, deadline).pipe(
        Effect.provideService(CurrentLease, memory.open("one owner"))
      )
      assert.deepStrictEqual([most, memory.usedBytes], [6 * 1_048_576, 0])
    }).pipe(Effect.provide(Layer.merge(reader, Memory.layer)))
  )

  it.effect("keep their margins where they would be too large without", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(epoch.epochMilliseconds)
      const growing = Layer.mock(ImageReader, {
        describe: described,
        crop: (bytes) =>
          Effect.map(described(bytes), (description) => ({ bytes: new Uint8Array(20 * bytes.length), description }))
      })
      const kept = yield* keepPictures(call, session, [candidate("a1", "logo")], deadline).pipe(Effect.provide(growing))
      const store = yield* AssetStore
      const asset = yield* store.get(kept.logos[0]?.assetId ?? "", DateTime.add(epoch, { days: 1 }))
      assert.strictEqual(Option.getOrThrow(asset).bytes.length, 1_048_576)
    }).pipe(Effect.provide(Memory.layer))
  )

  it.effect("are lacking, and not absent, where nothing reads pictures", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(epoch.epochMilliseconds)
      const missing = Effect.fail(new CapabilityMissing({ message: "Pictures cannot be read here." }))
      const none = Layer.mock(ImageReader, { describe: () => missing, crop: () => missing })
      const kept = yield* keepPictures(call, session, [candidate("a1", "logo")], deadline).pipe(Effect.provide(none))
      assert.deepStrictEqual([kept.logos, kept.isLacking], [[], true])
    }).pipe(Effect.provide(Memory.layer))
  )
})
