/** What `ImageReader` promises, run against any adapter. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { ImageReader } from "../pages/ImageReader.ts"
import { gif, jpeg, webp } from "./fileSamples.ts"
import { avif, iconBitmap, icoOf, type Paint, pngOf, pngThatClaims, svgOf, tiff } from "./pictureSamples.ts"

const describeImage = (bytes: Uint8Array, hint = "") =>
  Effect.flatMap(ImageReader, (reader) => reader.describe(bytes, hint))

const kindOf = (bytes: Uint8Array, hint?: string) => Effect.map(describeImage(bytes, hint), ({ kind }) => kind)

const likenessOf = (bytes: Uint8Array) => Effect.map(describeImage(bytes), ({ likeness }) => BigInt(`0x${likeness}`))

/** Bits in which two pictures differ. */
const distance = (one: bigint, other: bigint): number =>
  [...(one ^ other).toString(2)].filter((bit) => bit === "1").length

const plain =
  (...colour: readonly [number, number, number, number]): Paint =>
  () =>
    colour

/** Blobs of light and colour that depend on where one is in the picture, not on how large it is. */
const scene =
  (width: number, height: number, seed: number): Paint =>
  (x, y) => {
    const [u, v] = [x / width, y / height]
    const wave = (k: number) => Math.round(127 + 127 * Math.sin(seed * k + u * 7 * k + Math.cos(v * 5 + k * seed) * 3))
    return [wave(1), wave(1.7), wave(2.3), 255]
  }

/** A black disc on nothing. */
const disc =
  (side: number): Paint =>
  (x, y) =>
    (x - side / 2) ** 2 + (y - side / 2) ** 2 < (side / 2.5) ** 2 ? [0, 0, 0, 255] : [0, 0, 0, 0]

/** Letters, as far as a machine can tell: dark bars on nothing. */
const bars: Paint = (x, y) => (x % 24 < 10 && y > 10 && y < 50 ? [20, 20, 60, 255] : [0, 0, 0, 0])

const red = svgOf('<rect width="100" height="100" fill="#f00"/>')

/** Runs every promise of the port. The clock is the real one. */
export const suite = (name: string, layer: Layer.Layer<ImageReader>) =>
  describe(`ImageReader (${name})`, () => {
    it.live("tells the size and kind of every format", () =>
      Effect.gen(function* () {
        const cases: ReadonlyArray<readonly [Uint8Array, string, number, number]> = [
          [pngOf(30, 20, plain(1, 2, 3, 255)), "image/png", 30, 20],
          [gif, "image/gif", 1, 1],
          [jpeg, "image/jpeg", 1, 1],
          [webp, "image/webp", 1, 1],
          [avif, "image/avif", 3, 2],
          [tiff, "image/tiff", 1, 1],
          [red, "image/svg+xml", 100, 100],
          [icoOf([[16, pngOf(16, 16, disc(16))]]), "image/x-icon", 16, 16],
          [icoOf([[32, iconBitmap(32, [255, 0, 0, 255])]]), "image/x-icon", 32, 32]
        ]
        for (const [bytes, mediaType, width, height] of cases) {
          const { likeness, ...found } = yield* describeImage(bytes)
          const size = { mediaType: found.mediaType, width: found.width, height: found.height }
          assert.deepStrictEqual(size, { mediaType, width, height })
          assert.match(likeness, /^[0-9a-f]{16}$/)
        }
      }).pipe(Effect.provide(layer))
    )

    it.live(
      "tells the colours of what can be seen, the commonest first, how bright it is, and what shows through",
      () =>
        Effect.gen(function* () {
          const halves: Paint = (x) => (x < 15 ? [10, 77, 140, 255] : x < 25 ? [250, 250, 250, 255] : [0, 0, 0, 0])
          const { brightness, clearShare, palette } = yield* describeImage(pngOf(60, 60, halves))
          const rounded = palette.map(({ hex, share }) => [hex, Math.round(share * 10) / 10])
          assert.deepStrictEqual(rounded.slice(0, 2), [
            ["#0a4d8c", 0.6],
            ["#fafafa", 0.4]
          ])
          assert.closeTo(clearShare, 35 / 60, 0.05)
          assert.closeTo(brightness, 0.55, 0.1)
          const clear = yield* describeImage(pngOf(20, 20, plain(0, 0, 0, 0)))
          assert.deepStrictEqual([clear.palette, clear.clearShare, clear.brightness], [[], 1, 0])
          const drawn = yield* describeImage(red)
          assert.deepStrictEqual(drawn.palette, [{ hex: "#ff0000", share: 1 }])
        }).pipe(Effect.provide(layer))
    )

    it.live("cuts margins that are clear, and those of one colour where that is wanted", () =>
      Effect.gen(function* () {
        const inner = (x: number, y: number) => x >= 20 && x < 60 && y >= 30 && y < 50
        const on =
          (...ground: readonly [number, number, number, number]): Paint =>
          (x, y) =>
            inner(x, y) ? [10, 77, 140, 255] : ground
        const { crop } = yield* ImageReader
        const clear = pngOf(100, 80, on(0, 0, 0, 0))
        const white = pngOf(100, 80, on(255, 255, 255, 255))
        for (const [bytes, margins, width, height] of [
          [clear, "clear", 40, 20],
          [clear, "plain", 40, 20],
          [white, "plain", 40, 20],
          [white, "clear", 100, 80],
          [pngOf(50, 50, plain(9, 9, 9, 255)), "plain", 50, 50],
          [pngOf(50, 50, plain(0, 0, 0, 0)), "plain", 50, 50],
          // Its corners differ: no colour is around it.
          [pngOf(60, 60, (x) => (x < 30 ? [255, 0, 0, 255] : [0, 0, 255, 255])), "plain", 60, 60]
        ] as const) {
          const { bytes: left, description } = yield* crop(bytes, "logo", margins)
          assert.deepStrictEqual([description.width, description.height], [width, height], margins)
          assert.strictEqual(left === bytes, width !== 40)
          assert.strictEqual((yield* describeImage(left)).width, width)
        }
        const { description } = yield* crop(clear, "logo", "clear")
        assert.deepStrictEqual([description.clearShare, description.palette[0]?.hex], [0, "#0a4d8c"])
        assert.strictEqual((yield* Effect.flip(crop(clear.subarray(0, 60), "", "clear")))._tag, "ImageUnreadable")
        assert.strictEqual(
          (yield* Effect.flip(crop(pngThatClaims(65_535, 65_535), "", "clear")))._tag,
          "ImageUnreadable"
        )
      }).pipe(Effect.provide(layer))
    )

    it.live("cuts a drawing by its view box, and leaves one alone that says more about what it shows", () =>
      Effect.gen(function* () {
        const { crop } = yield* ImageReader
        const drawing = (attributes: string) =>
          new TextEncoder().encode(
            `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" ${attributes}><rect x="30" y="40" width="40" height="20" fill="#f00"/></svg>`
          )
        const { bytes, description } = yield* crop(
          drawing('viewBox="0 0 100 100" width="100" height="100"'),
          "",
          "clear"
        )
        assert.strictEqual(description.mediaType, "image/svg+xml")
        assert.closeTo(description.width / description.height, 2, 0.1)
        assert.isBelow(description.clearShare, 0.1)
        assert.match(
          new TextDecoder().decode(bytes),
          /<svg viewBox="29\.\d+ 39\.\d+ 40\.\d+ 20\.\d+" width=.*<rect x="30"/
        )
        for (const attributes of [
          'width="100" height="100"',
          'viewBox="0 0 100 100" width="300" height="100"',
          'viewBox="0 0 100 100" preserveAspectRatio="none"',
          'viewBox="0 0 100 100" style="background:none"',
          'viewBox="0 0 x 100"'
        ]) {
          const whole = drawing(attributes)
          assert.strictEqual((yield* crop(whole, "", "clear")).bytes, whole, attributes)
        }
      }).pipe(Effect.provide(layer))
    )

    it.live("takes the largest picture of an icon", () =>
      Effect.gen(function* () {
        const [small, large] = [pngOf(16, 16, disc(16)), pngOf(256, 256, disc(256))]
        const icon = icoOf([
          [16, small],
          [256, large],
          [48, iconBitmap(48, [0, 0, 255, 255])]
        ])
        assert.strictEqual((yield* describeImage(icon)).width, 256)
      }).pipe(Effect.provide(layer))
    )

    it.live("refuses what is no picture, is damaged, or has more pixels than it would read", () =>
      Effect.gen(function* () {
        const whole = pngOf(64, 64, scene(64, 64, 1))
        const cases: ReadonlyArray<Uint8Array> = [
          new Uint8Array(),
          new TextEncoder().encode("no picture"),
          new TextEncoder().encode("<html><body>svg</body></html>"),
          new TextEncoder().encode("%PDF-1.4"),
          whole.subarray(0, 8),
          whole.subarray(0, 200),
          svgOf("<rect"),
          icoOf([]),
          icoOf([[16, new Uint8Array(4)]]),
          icoOf([[16, iconBitmap(16, [0, 0, 0, 0]).subarray(0, 60)]]),
          pngThatClaims(65_535, 65_535),
          pngThatClaims(1_000_000_000, 1),
          icoOf([[16, pngThatClaims(65_535, 65_535)]]),
          new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"/>')
        ]
        for (const bytes of cases) {
          assert.strictEqual((yield* Effect.flip(describeImage(bytes)))._tag, "ImageUnreadable")
        }
      }).pipe(Effect.provide(layer))
    )

    it.live("finds pictures that look the same alike at any size, and others not", () =>
      Effect.gen(function* () {
        const scenes = yield* Effect.forEach([1, 2, 3, 4], (seed) =>
          Effect.all([
            likenessOf(pngOf(200, 150, scene(200, 150, seed))),
            likenessOf(pngOf(80, 60, scene(80, 60, seed)))
          ])
        )
        for (const [index, [large, small]] of scenes.entries()) {
          assert.isAtMost(distance(large, small), 6)
          for (const [other] of scenes.slice(index + 1)) assert.isAbove(distance(large, other), 10)
        }
        const flat = yield* Effect.forEach(
          [plain(255, 255, 255, 255), plain(0, 0, 0, 255), plain(255, 0, 0, 255)],
          (paint) => likenessOf(pngOf(40, 40, paint))
        )
        assert.isAbove(distance(flat[0]!, flat[1]!), 4)
        assert.isAbove(distance(flat[0]!, flat[2]!), 4)
        assert.strictEqual(yield* likenessOf(pngOf(40, 40, plain(255, 0, 0, 255))), flat[2])
      }).pipe(Effect.provide(layer))
    )

    it.live("tells photographs, icons, logos and wordmarks apart, and heeds the name where it can be true", () =>
      Effect.gen(function* () {
        const photo = pngOf(400, 300, scene(400, 300, 1))
        const icon = pngOf(48, 48, disc(48))
        const logo = pngOf(400, 400, disc(400))
        const word = pngOf(400, 60, bars)
        assert.strictEqual(yield* kindOf(photo), "photography")
        assert.strictEqual(yield* kindOf(icon), "icon")
        assert.strictEqual(yield* kindOf(logo), "logo")
        assert.strictEqual(yield* kindOf(word), "wordmark")
        assert.strictEqual(
          yield* kindOf(logo, "https://logo.example/assets/mascot-illustration.svg?x=logo"),
          "illustration"
        )
        assert.strictEqual(yield* kindOf(icon, "https://x.example/img/CompanyLogo@2x.png"), "logo")
        assert.strictEqual(yield* kindOf(photo, "https://x.example/hero-icon.png"), "photography")
        assert.strictEqual(yield* kindOf(pngOf(1, 1, plain(0, 0, 0, 0)), "logo.png"), "other")
        assert.strictEqual(yield* kindOf(icoOf([[48, icon]]), "/favicon.ico"), "icon")
      }).pipe(Effect.provide(layer))
    )

    it.live("loads nothing that a drawing refers to", () =>
      Effect.gen(function* () {
        const inline = `data:image/png;base64,${btoa(String.fromCharCode(...pngOf(4, 4, plain(255, 0, 0, 255))))}`
        const image = (href: string) => svgOf(`<image href="${href}" width="100" height="100"/>`)
        const empty = yield* likenessOf(svgOf(""))
        assert.strictEqual(yield* likenessOf(image(inline)), yield* likenessOf(red))
        for (const href of ["http://127.0.0.1:1/a.png", "file:///etc/passwd", "a.png", "/a.png"]) {
          assert.strictEqual(yield* likenessOf(image(href)), empty)
        }
        const entity = '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
        const told = yield* Effect.option(likenessOf(svgOf("<text>&x;</text>", entity)))
        if (told._tag === "Some") assert.strictEqual(told.value, empty)
      }).pipe(Effect.provide(layer))
    )

    it.live("cuts rows out of a PNG", () =>
      Effect.gen(function* () {
        const reader = yield* ImageReader
        const striped: Paint = (_x, y) => (y < 100 ? [255, 0, 0, 255] : [0, 0, 255, 255])
        const page = pngOf(50, 230, striped)
        const upper = yield* reader.slice(page, 0, 100)
        assert.deepStrictEqual([upper.width, upper.height], [50, 100])
        assert.strictEqual(yield* likenessOf(upper.png), yield* likenessOf(pngOf(50, 100, plain(255, 0, 0, 255))))
        const rest = yield* reader.slice(page, 200, 100)
        assert.deepStrictEqual([rest.width, rest.height], [50, 30])
        assert.strictEqual((yield* describeImage(rest.png)).height, 30)
        for (const [top, height] of [
          [230, 1],
          [-1, 10],
          [0, 0],
          [0.5, 10],
          [0, Number.NaN]
        ] as const) {
          assert.strictEqual((yield* Effect.flip(reader.slice(page, top, height)))._tag, "ImageUnreadable")
        }
        assert.strictEqual((yield* Effect.flip(reader.slice(gif, 0, 1)))._tag, "ImageUnreadable")
      }).pipe(Effect.provide(layer))
    )

    it.live("gives each of many callers at once its own answer", () =>
      Effect.gen(function* () {
        const widths = Array.from({ length: 40 }, (_, index) => index + 3)
        const found = yield* Effect.forEach(
          widths,
          (width) => Effect.map(describeImage(pngOf(width, 5, plain(9, 9, 9, 255))), (image) => image.width),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(found, widths)
      }).pipe(Effect.provide(layer))
    )
  })
