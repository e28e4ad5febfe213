/**
 * Makes a record fit a budget: whole items of its longest list, or whole paragraphs of its longest text, and where to go on.
 *
 * **Details.** Nobody is told a half item as if it were whole: what is left out otherwise is named. Sizes are counted in
 * bytes of JSON; `bytesPerToken` is low, because a client that is promised 10,000 tokens must not get 12,000.
 */

/** Bytes of JSON that are taken to be a token. English text has about four, other languages and identifiers fewer. */
export const bytesPerToken = 3

type Json = unknown

/** Where something stands in a record. */
export type Path = ReadonlyArray<string | number>

/** How far the list or text at a place was told. */
export interface Position {
  readonly path: Path
  readonly skip: number
  /** The item that was told last, where items have ids: others may come before it until the next call. */
  readonly after?: string
}

/** A record that fits. */
export interface Fitted {
  readonly value: Json
  /** Where the next part begins; null when nothing of the longest list or text is left. */
  readonly next: Position | null
  /** What was cut besides, by its place. */
  readonly leftOut: ReadonlyArray<string>
}

/** What objects and lists took that were measured: nothing here changes one, and each round of cutting shares most with the last. */
const measured = new WeakMap<object, number>()

/** The same of long texts, while one record is cut. */
let texts: Map<string, number> | null = null

/** Measures each long text once while `work` cuts a record, however often it asks. */
const measuringOnce = <A>(work: () => A): A => {
  if (texts !== null) return work()
  texts = new Map()
  try {
    return work()
  } finally {
    texts = null
  }
}

/** Texts of which each character is one byte of JSON. */
const isPlain = /^[ !#-[\]-~]*$/

const written = (value: Json): number => {
  if (value === null) return 4
  if (typeof value === "number" && Number.isFinite(value)) return String(value).length
  if (typeof value === "string" && value.length < 256 && isPlain.test(value)) return value.length + 2
  if (typeof value !== "string" || value.length < 256 || texts === null) {
    return Buffer.byteLength(JSON.stringify(value) ?? "")
  }
  const bytes = texts.get(value) ?? Buffer.byteLength(JSON.stringify(value))
  texts.set(value, bytes)
  return bytes
}

/** Bytes of a value as JSON. */
export const bytesOf = (value: Json): number => {
  if (typeof value !== "object" || value === null) return written(value)
  const known = measured.get(value)
  if (known !== undefined) return known
  let bytes = 1
  if (Array.isArray(value)) for (const item of value) bytes += (item === undefined ? 4 : bytesOf(item)) + 1
  else
    for (const [key, item] of Object.entries(value)) if (item !== undefined) bytes += written(key) + bytesOf(item) + 2
  const all = Math.max(bytes, 2)
  measured.set(value, all)
  return all
}

const isRecord = (value: Json): value is Record<string, Json> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const at = (value: Json, path: Path): Json =>
  path.reduce<Json>((inner, key) => (inner as Record<string, Json> | undefined)?.[key as string], value)

const put = (value: Json, path: Path, inner: Json): Json => {
  const [key, ...rest] = path
  if (key === undefined) return inner
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? put(item, rest, inner) : item))
  return { ...(value as Record<string, Json>), [key]: put((value as Record<string, Json>)[key as string], rest, inner) }
}

/** Shortest text that is cut: names, ids and addresses stay whole. */
const shortestCut = 400

/** The way to the list or text that takes the most room. */
const longest = (value: Json): Path | null => {
  const path: Array<string | number> = []
  let inner = value
  for (;;) {
    if (typeof inner === "string") return inner.length > shortestCut ? path : null
    if (typeof inner !== "object" || inner === null) return null
    const entries = Object.entries(inner).map(([key, item]) => ({ key, item, bytes: bytesOf(item) }))
    const largest = entries.reduce<(typeof entries)[number] | null>(
      (most, one) => (most === null || one.bytes > most.bytes ? one : most),
      null
    )
    if (largest === null) return null
    const all = entries.reduce((sum, { bytes }) => sum + bytes, 0)
    const isOneOfMany = entries.length > 1 && largest.bytes < all * 0.8
    if (Array.isArray(inner) && isOneOfMany) return path
    // An object with many small fields, such as a map of headers.
    if (isRecord(inner) && largest.bytes < shortestCut) return entries.length > 20 ? path : null
    path.push(Array.isArray(inner) ? Number(largest.key) : largest.key)
    inner = largest.item
  }
}

/** The part of a text that begins at `skip` and has at most `bytes`: whole paragraphs, else lines, else words. */
const textPart = (text: string, skip: number, bytes: number): { readonly part: string; readonly end: number } => {
  // A character takes a byte at least, so nothing behind these is part of it.
  const rest = text.slice(skip, skip + Math.max(bytes, 2))
  if (skip + rest.length >= text.length && bytesOf(rest) <= bytes) return { part: rest, end: text.length }
  let low = 1
  let high = rest.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (bytesOf(rest.slice(0, middle)) <= bytes) low = middle
    else high = middle - 1
  }
  const most = rest.slice(0, low)
  const cut = ["\n\n", "\n", " "]
    .map((mark) => ({ mark, index: most.lastIndexOf(mark) }))
    .find(({ index }) => index > low / 2)
  const length = cut === undefined ? low : cut.index + cut.mark.length
  // Never between the halves of a character.
  const code = rest.charCodeAt(length - 1)
  const whole = code >= 0xd8_00 && code <= 0xdb_ff ? Math.max(length - 1, 2) : length
  return { part: rest.slice(0, whole), end: skip + whole }
}

const nameOf = (path: Path): string => path.join(".")

/** What tells an item from others; undefined where nothing does. */
const idOf = (item: Json): string | undefined => {
  if (!isRecord(item)) return undefined
  const id = item.id ?? item.request_id
  return typeof id === "string" && id.length <= 100 ? id : undefined
}

/** From which item on a list is told: after the one that was told last, wherever that stands now. */
const startIn = (items: ReadonlyArray<Json>, { after, skip }: Position): number => {
  if (after === undefined) return skip
  const index = items.findIndex((item) => idOf(item) === after)
  // It is gone, so what came after it stands earlier: rather told twice than never.
  return index === -1 ? Math.max(0, skip - 1) : index + 1
}

/** Parts that are cut by turns before each gets its share. */
const mostRounds = 50

/** Least that a field or an item takes. */
const leastPart = 8

/** Longest text that is a name or one of a list of words: it is whole or not there. */
const longestName = 60

/** Whether a text may be cut to whatever room there is: not a name, an id or an address. */
const isProse = (text: string): boolean =>
  text.length > shortestCut || (text.length > longestName && /[\s\u0080-\uffff]/.test(text))

/**
 * What is kept where cutting by turns does not come to an end: what is small whole, and an even share of what is left for each of the
 * others, of the first ones of too many. What cannot be cut to its share is not there, and never told as something else.
 */
const outline = (value: Json, bytes: number): Json | undefined => {
  if (bytesOf(value) <= bytes) return value
  if (typeof value === "string")
    return isProse(value) && bytes > leastPart ? `${textPart(value, 0, bytes - 5).part}…` : undefined
  if (typeof value !== "object" || value === null) return undefined
  const isList = Array.isArray(value)
  const parts = Object.entries(value)
    .slice(0, Math.floor(bytes / leastPart))
    .map(([key, item], index) => ({ key, item, index, named: isList ? 1 : written(key) + 2 }))
    .toSorted((one, other) => one.named + bytesOf(one.item) - other.named - bytesOf(other.item))
  const kept: Array<{ readonly index: number; readonly key: string; readonly part: Json }> = []
  let room = bytes - 2
  for (const [count, { index, item, key, named }] of parts.entries()) {
    const part = outline(item, Math.floor(room / (parts.length - count)) - named)
    if (part === undefined) continue
    kept.push({ index, key, part })
    room -= bytesOf(part) + named
  }
  // An empty list would say that there is nothing.
  if (kept.length === 0) return undefined
  kept.sort((one, other) => one.index - other.index)
  return isList ? kept.map(({ part }) => part) : Object.fromEntries(kept.map(({ key, part }) => [key, part]))
}

/** Which fields of a record are not there any more, in lines. */
const gone = (before: Json, after: Json): ReadonlyArray<string> =>
  isRecord(before) && isRecord(after)
    ? Object.keys(before).flatMap((name) => (name in after ? [] : [`${name}: left out`]))
    : []

/** What is left of a value that is cut until it has at most `bytes`; undefined where nothing can be. */
const cutDown = (value: Json, bytes: number): Omit<Fitted, "next"> => {
  // What is cut in several rounds is told once: how much is left of how much there was.
  const cut = new Map<string, { readonly kept: number; readonly of: number; readonly what: string }>()
  const note = (name: string, kept: number, of: number, what: string) =>
    cut.set(name, { kept, of: cut.get(name)?.of ?? of, what })
  let inner = value
  // Each round at least halves what takes the most room.
  for (let round = 0; round < mostRounds && bytesOf(inner) > bytes; round++) {
    const path = longest(inner)
    if (path === null) break
    const found = at(inner, path)
    const over = bytesOf(inner) - bytes
    const room = Math.min(Math.max(bytesOf(found) - over, 0), bytesOf(found) / 2)
    const name = nameOf(path)
    if (typeof found === "string") {
      const { end, part } = textPart(found, 0, Math.max(room, 64))
      note(name, end, found.length, "characters")
      inner = put(inner, path, `${part}…`)
    } else if (Array.isArray(found)) {
      const kept = itemsIn(found, 0, room)
      note(name, kept, found.length, "items")
      inner = put(inner, path, found.slice(0, kept))
    } else {
      const fields = Object.entries(found as Record<string, Json>)
      const kept = Math.floor(fields.length / 2)
      note(name, kept, fields.length, "fields")
      inner = put(inner, path, Object.fromEntries(fields.slice(0, kept)))
    }
  }
  const leftOut = [...cut].map(([name, { kept, of, what }]) => `${name}: ${kept} of ${of} ${what}`)
  const all = bytesOf(inner)
  if (all <= bytes) return { value: inner, leftOut }
  const kept = outline(inner, bytes)
  return {
    value: kept,
    leftOut: [`${bytes} of ${all} bytes, an even share of each field`, ...gone(inner, kept), ...leftOut]
  }
}

/** The record cut, without a way to go on, until it has at most `bytes`. */
export const shrunk = (record: Json, bytes: number): Omit<Fitted, "next"> =>
  measuringOnce(() => {
    const { leftOut, value } = cutDown(record, bytes)
    return { value: value ?? {}, leftOut }
  })

/** How many items from `skip` on fit. */
const itemsIn = (items: ReadonlyArray<Json>, skip: number, bytes: number): number => {
  let used = 2
  for (let index = skip; index < items.length; index++) {
    used += bytesOf(items[index]) + 1
    if (used > bytes) return index - skip
  }
  return items.length - skip
}

/** The part of a record from a position on that has at most `bytes`. */
export const fit = (record: Json, bytes: number, from: Position | null): Fitted =>
  measuringOnce(() => fitted(record, bytes, from))

const fitted = (record: Json, bytes: number, from: Position | null): Fitted => {
  const started = from === null ? undefined : at(record, from.path)
  if (from === null && bytesOf(record) <= bytes) return { value: record, next: null, leftOut: [] }
  const path = started === undefined ? longest(record) : from!.path
  const spine = path === null ? undefined : at(record, path)
  if (path === null || spine === undefined || (typeof spine !== "string" && !Array.isArray(spine))) {
    return { ...shrunk(record, bytes), next: null }
  }
  const place = started === undefined ? { path, skip: 0 } : from!
  // What stands around it may take half of the room.
  const around = shrunk(put(record, path, typeof spine === "string" ? "" : []), bytes / 2)
  if (at(around.value, path) === undefined) return { ...shrunk(record, bytes), next: null }
  const room = bytes - bytesOf(around.value)
  if (typeof spine === "string") {
    const { end, part } = textPart(spine, place.skip, room)
    return {
      value: put(around.value, path, part),
      next: end < spine.length ? { path, skip: end } : null,
      leftOut: around.leftOut
    }
  }
  const skip = startIn(spine, place)
  const fitting = itemsIn(spine, skip, room)
  const isFirstTooLarge = fitting === 0 && skip < spine.length
  const first = isFirstTooLarge ? cutDown(spine[skip], room - 4) : null
  const items = first === null ? spine.slice(skip, skip + fitting) : first.value === undefined ? [] : [first.value]
  const end = skip + (first === null ? fitting : 1)
  const after = idOf(spine[end - 1])
  return {
    value: put(around.value, path, items),
    next: end < spine.length ? { path, skip: end, ...(after === undefined ? {} : { after }) } : null,
    leftOut: [...around.leftOut, ...(first?.leftOut ?? []).map((line) => `${nameOf([...path, 0])}.${line}`)]
  }
}
