/** Observed: which pictures of a page are looked at, and of which a copy is kept, when they are large. */
import { assert, describe, it } from "@effect/vitest"
import { type ImageDescription, ImageReader } from "@kittiwake/core/pages/ImageReader"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { Effect } from "effect"
import { findImages } from "../../src/pages/findImages.ts"
import { callOf, layer, newReader, sourceOf } from "../reading.ts"

const site = "https://site.example"
const megabyte = 1024 * 1024

const unused = () => Effect.die("No picture is cut here.")

const description: ImageDescription = {
  ...{ width: 10, height: 10, mediaType: "image/png", likeness: "0".repeat(16) },
  ...{ kind: "photography", palette: [], clearShare: 0, brightness: 0 }
}

const reader = ImageReader.of({ describe: () => Effect.succeed(description), crop: unused, slice: unused })

const looked = Effect.fnUntraced(function* (sizes: ReadonlyArray<number>, hostedUrl: boolean) {
  const web = yield* ScriptedWeb
  for (const [index, size] of sizes.entries()) yield* web.page(`${site}/${index}.png`, "x".repeat(size))
  yield* web.page(`${site}/`, `<p>Pictures</p>${sizes.map((_, index) => `<img src=/${index}.png>`).join("")}`)
  const enrichment = { resolution: true, hostedUrl, classification: false, maxTimePerMillis: 0 }
  const request = { source: sourceOf(`${site}/`), dedupe: false, enrichment }
  const { value } = yield* findImages(yield* callOf(yield* newReader()), request).pipe(
    Effect.provideService(ImageReader, reader)
  )
  return value.images.map((image) => image.enrichment)
})

describe("pictures that look the same", () => {
  it.effect("are told once, as the largest of them, where the first stood", () =>
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      const shown = new Map([
        ["small", { side: 20, likeness: "0".repeat(16) }],
        ["other", { side: 5, likeness: "f".repeat(16) }],
        ["large", { side: 30, likeness: `${"0".repeat(15)}7` }],
        ["least", { side: 10, likeness: "0".repeat(16) }]
      ])
      const names = [...shown.keys()]
      for (const name of names) yield* web.page(`${site}/${name}.png`, name)
      yield* web.page(`${site}/`, `<p>Pictures</p>${names.map((name) => `<img src=/${name}.png>`).join("")}`)
      const sees = ImageReader.of({
        describe: (bytes) => {
          const { likeness, side } = shown.get(new TextDecoder().decode(bytes))!
          return Effect.succeed({ ...description, likeness, width: side, height: side })
        },
        ...{ crop: unused, slice: unused }
      })
      const enrichment = { resolution: true, hostedUrl: false, classification: false, maxTimePerMillis: 0 }
      const find = Effect.fnUntraced(function* (dedupe: boolean) {
        const request = { source: sourceOf(`${site}/`), dedupe, enrichment }
        const { value } = yield* findImages(yield* callOf(yield* newReader()), request).pipe(
          Effect.provideService(ImageReader, sees)
        )
        return value.images.map((image) => image.enrichment?.width)
      })
      assert.deepStrictEqual(
        [yield* find(true), yield* find(false)],
        [
          [30, 5],
          [20, 5, 30, 10]
        ]
      )
    }).pipe(Effect.provide(layer))
  )
})

describe("large pictures of a page", () => {
  it.effect("are not looked at beyond eight megabytes", () =>
    Effect.gen(function* () {
      const [small, large] = yield* looked([megabyte, 9 * megabyte], false)
      assert.deepStrictEqual([small, large], [{ width: 10, height: 10 }, null])
    }).pipe(Effect.provide(layer))
  )

  it.effect("have copies kept of as many as there is room for", () =>
    Effect.gen(function* () {
      const found = yield* looked(
        Array.from({ length: 9 }, () => 7 * megabyte),
        true
      )
      assert.lengthOf(
        found.filter((one) => one?.assetId !== undefined),
        6
      )
      assert.isTrue(found.every((one) => one?.width === 10))
    }).pipe(Effect.provide(layer))
  )
})
