/** Pictures that want time, memory or the network. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { ImageReader } from "@kittiwake/core/pages/ImageReader"
import { Effect, Fiber, Result } from "effect"
import sharp from "sharp"
import { iconBitmap, icoOf, pngOf, svgOf } from "../../../core/src/testing/pictureSamples.ts"
import { layer } from "../src/ImageReader.ts"

const look = (bytes: Uint8Array) => Effect.flatMap(ImageReader, (reader) => Effect.result(reader.describe(bytes, "")))

const text = (content: string) => new TextEncoder().encode(content)

/** A drawing whose groups each use the one before ten times. */
const nestedUses = () => {
  const groups = Array.from({ length: 20 }, (_, index) => {
    const inside = index === 0 ? '<rect width="1" height="1"/>' : `<use href="#g${index - 1}"/>`.repeat(10)
    return `<g id="g${index}">${inside}</g>`
  })
  return svgOf(`<defs>${groups.join("")}</defs><use href="#g19"/>`)
}

const laughs = () => {
  const entities = [..."bcdefghij"].map((name, index) => `<!ENTITY ${name} "${`&${"abcdefghi"[index]};`.repeat(10)}">`)
  const doctype = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${entities.join("")}]>`
  return svgOf("<text>&j;</text>", `<?xml version="1.0"?>${doctype}`)
}

/** A GIF of one pixel with very many frames. */
const manyFrames = (frames: number) => {
  const head = Buffer.from("R0lGODlhAQABAIAAAAAAAP///w==", "base64")
  const frame = Buffer.from("LAAAAAABAAEAAAICRAEA", "base64")
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}

/** A JPEG whose head says that it is this large. */
const claimingJpeg = async (side: number) => {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#fff" } })
    .jpeg()
    .toBuffer()
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  bytes.writeUInt16BE(side, frame + 5)
  bytes.writeUInt16BE(side, frame + 7)
  return bytes
}

/** An ICO of 65,535 entries that all are the same bitmap. */
const manyEntries = () => {
  const one = icoOf([[64, iconBitmap(64, [255, 0, 0, 255])]])
  const entry = Buffer.from(one.subarray(6, 22))
  entry.writeUInt32LE(6 + 65_535 * 16, 12)
  const head = Buffer.from([0, 0, 1, 0, 0xff, 0xff])
  return Buffer.concat([head, ...Array.from({ length: 65_535 }, () => entry), one.subarray(22)])
}

const wideIcon = () => {
  const bitmap = Buffer.from(iconBitmap(16, [255, 0, 0, 255]))
  bitmap.writeUInt32LE(0x7fffffff, 4)
  return icoOf([[16, bitmap]])
}

/** A drawing cannot be stopped, and a busy machine takes its time. */
const patience = 180_000

describe("Hostile pictures", () => {
  it.live.each([
    [
      "a drawing of a million elements",
      text(`<svg xmlns="http://www.w3.org/2000/svg">${"<g/>".repeat(1e6)}</svg>`),
      null
    ],
    ["a drawing that uses itself", svgOf('<g id="a"><use href="#a"/></g><use href="#a"/>'), 100],
    ["a billion laughs", laughs(), null],
    ["elements nested 100,000 deep", svgOf("<g>".repeat(100_000)), null],
    ["an icon of 65,535 entries", manyEntries(), 64],
    ["an icon that says it is two billion pixels wide", wideIcon(), null],
    ["a GIF of 250,000 frames", manyFrames(250_000), 1]
  ] as const)(
    "as %s cost little",
    ([, bytes, width]) =>
      Effect.gen(function* () {
        const before = process.memoryUsage().rss
        const found = yield* look(bytes)
        assert.strictEqual(Result.isSuccess(found) ? found.success.width : null, width)
        assert.isBelow(process.memoryUsage().rss - before, 64 * 1024 * 1024)
      }).pipe(Effect.provide(layer())),
    patience
  )

  it.live(
    "as a drawing with a billion uses ends by itself",
    () =>
      Effect.gen(function* () {
        assert.isTrue(Result.isFailure(yield* look(nestedUses())))
      }).pipe(Effect.provide(layer())),
    patience
  )

  it.live(
    "as a JPEG that says it is 65,500 pixels wide and high is refused by its head",
    () =>
      Effect.gen(function* () {
        assert.isTrue(Result.isFailure(yield* look(yield* Effect.promise(() => claimingJpeg(65_500)))))
      }).pipe(Effect.provide(layer())),
    patience
  )

  it.live(
    "that refer to a server or a file reach neither",
    () =>
      Effect.gen(function* () {
        let asked = 0
        const server = createServer((_request, response) => {
          asked += 1
          response.end()
        })
        yield* Effect.addFinalizer(() => Effect.sync(() => server.close()))
        yield* Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void)))
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
        const folder = mkdtempSync(join(tmpdir(), "pictures-"))
        yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true })))
        const file = join(folder, "red.png")
        writeFileSync(
          file,
          pngOf(10, 10, () => [255, 0, 0, 255])
        )
        writeFileSync(join(folder, "x.svg"), svgOf('<g id="a"><rect width="100" height="100" fill="#f00"/></g>'))
        const empty = yield* look(svgOf(""))
        const drawings = [
          ...[`${url}/a.png`, `file://${file}`, file, `//127.0.0.1/${file}`].flatMap((href) => [
            svgOf(`<image href="${href}" width="100" height="100"/>`),
            svgOf(`<image xlink:href="${href}" width="100" height="100"/>`),
            svgOf(`<filter id="f"><feImage href="${href}"/></filter><rect width="100" height="100" filter="url(#f)"/>`)
          ]),
          svgOf(`<use href="${url}/x.svg#a"/><use href="file://${folder}/x.svg#a"/>`),
          svgOf(`<style>@import url("${url}/a.css"); @import url("file://${folder}/a.css");</style>`),
          svgOf(
            `<foreignObject width="100" height="100"><iframe src="${url}"/></foreignObject><script href="${url}"/>`
          ),
          svgOf(`<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://${folder}/x.svg"/>`),
          svgOf("", `<?xml version="1.0"?><?xml-stylesheet href="${url}/s.css"?><!DOCTYPE svg SYSTEM "${url}/x.dtd">`)
        ]
        for (const drawing of drawings)
          assert.deepStrictEqual(yield* look(drawing), empty, Buffer.from(drawing).toString())
        assert.strictEqual(asked, 0)
      }).pipe(Effect.scoped, Effect.provide(layer())),
    patience
  )

  it.live(
    "of several frames and turned ones are seen by their first frame, upright",
    () =>
      Effect.gen(function* () {
        const frames = yield* Effect.promise(() =>
          sharp({ create: { width: 20, height: 60, channels: 3, background: "#0f0", pageHeight: 30 } })
            .gif({ delay: [10, 10] })
            .toBuffer()
        )
        const turned = yield* Effect.promise(() =>
          sharp({ create: { width: 40, height: 10, channels: 3, background: "#0f0" } })
            .jpeg()
            .withMetadata({ orientation: 6 })
            .toBuffer()
        )
        const first = yield* look(frames)
        const upright = yield* look(turned)
        assert.isTrue(Result.isSuccess(first) && first.success.height === 30)
        assert.isTrue(Result.isSuccess(upright) && upright.success.width === 10 && upright.success.height === 40)
      }).pipe(Effect.provide(layer())),
    patience
  )

  it.live(
    "of a page 100,000 rows tall are cut without being held whole",
    () =>
      Effect.gen(function* () {
        const page = yield* Effect.promise(() =>
          sharp({ create: { width: 1_920, height: 100_000, channels: 3, background: "#fff" }, limitInputPixels: false })
            .png({ compressionLevel: 1 })
            .toBuffer()
        )
        const { slice } = yield* ImageReader
        const before = process.memoryUsage().rss
        const last = yield* slice(page, 99_500, 1_000)
        assert.deepStrictEqual([last.width, last.height], [1_920, 500])
        assert.isBelow(process.memoryUsage().rss - before, 64 * 1024 * 1024)
      }).pipe(Effect.provide(layer())),
    patience
  )

  it.live(
    "that take long hold up nobody who leaves",
    () =>
      Effect.gen(function* () {
        const waiting = yield* Effect.forkChild(look(nestedUses()))
        yield* Effect.yieldNow
        yield* Fiber.interrupt(waiting)
        assert.isTrue(Result.isSuccess(yield* look(pngOf(4, 4, () => [1, 2, 3, 255]))))
      }).pipe(Effect.provide(layer({ concurrency: 2 }))),
    patience
  )
})
