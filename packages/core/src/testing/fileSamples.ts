/** Small files of many formats, made here so that tests need none on disk. */

import { crc32, decode64, join, little, utf8 } from "./sampleBytes.ts"

/** A zip file of these entries, uncompressed and in this order. */
export const zipOf = (entries: ReadonlyArray<readonly [name: string, content: string]>): Uint8Array => {
  const locals: Array<Uint8Array> = []
  const directory: Array<Uint8Array> = []
  let offset = 0
  for (const [name, content] of entries) {
    const [nameBytes, bytes] = [utf8(name), utf8(content)]
    const described = little(
      ...([
        [20, 2],
        [0, 2],
        [0, 2],
        [0, 2],
        [33, 2],
        [crc32(bytes), 4]
      ] as const),
      ...([
        [bytes.length, 4],
        [bytes.length, 4],
        [nameBytes.length, 2],
        [0, 2]
      ] as const)
    )
    const local = join([little([0x04034b50, 4]), described, nameBytes, bytes])
    const place = little([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4])
    directory.push(join([little([0x02014b50, 4], [20, 2]), described, place, nameBytes]))
    locals.push(local)
    offset += local.length
  }
  const listed = join(directory)
  const counts = [
    [entries.length, 2],
    [entries.length, 2],
    [listed.length, 4],
    [offset, 4],
    [0, 2]
  ] as const
  return join([...locals, listed, little([0x06054b50, 4], [0, 2], [0, 2], ...counts)])
}

/** A compound file ([MS-CFB]) whose root holds these empty streams, and a storage with a Workbook in it. */
export const compoundOf = (names: ReadonlyArray<string>): Uint8Array => {
  const none = 0xffffffff
  const entry = (name: string, type: number, [left, right, child]: readonly [number, number, number]) => {
    const bytes = new Uint8Array(128)
    bytes.set(Uint8Array.from([...`${name}\0`].flatMap((char) => [char.charCodeAt(0), 0])))
    bytes.set(little([(name.length + 1) * 2, 2]), 64)
    bytes.set([type, 1], 66)
    bytes.set(little([left, 4], [right, 4], [child, 4]), 68)
    return bytes
  }
  const streams = names.map((name, index) => entry(name, 2, [none, index + 1 < names.length ? index + 2 : none, none]))
  const storage = names.length + 1
  const root = entry("Root Entry", 5, [none, none, names.length > 0 ? 1 : storage])
  const first = streams[0]
  first?.set(little([storage, 4]), 68)
  const inner = entry("Workbook", 2, [none, none, none])
  const entries = [root, ...streams, entry("ObjectPool", 1, [none, none, storage + 1]), inner]
  const sectors = Math.ceil(entries.length / 4)
  const header = new Uint8Array(512).fill(0xff, 76)
  header.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  header.set(little([0x3e, 2], [3, 2], [0xfffe, 2], [9, 2], [6, 2]), 24)
  header.set(little([1, 4], [1, 4], [0, 4], [4_096, 4], [0xfffffffe, 4], [0, 4], [0xfffffffe, 4], [0, 4], [0, 4]), 44)
  const chains = new Uint8Array(512).fill(0xff)
  chains.set(little([0xfffffffd, 4]))
  for (let sector = 1; sector <= sectors; sector++) {
    chains.set(little([sector < sectors ? sector + 1 : 0xfffffffe, 4]), sector * 4)
  }
  const directory = new Uint8Array(sectors * 512)
  entries.forEach((bytes, index) => void directory.set(bytes, index * 128))
  return join([header, chains, directory])
}

/** Pictures of one pixel. */
export const png = decode64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
export const gif = decode64("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
export const jpeg = decode64(
  [
    "/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgy",
    "PC4zNDL/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q=="
  ].join("")
)
export const webp = decode64("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA")

/** The smallest PDF that says it is one. */
export const pdf = utf8("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n")
