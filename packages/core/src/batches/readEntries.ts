/** The reading of a list: every entry checked, told from the others, counted, and handed on in pieces. */

import { Effect, Option, Stream } from "effect"
import { InvalidInput } from "../InvalidInput.ts"
import { hostIn } from "../Shares.ts"
import { Signer } from "../security/Signer.ts"
import { EgressRules } from "../web/EgressRules.ts"
import type { AskedDigest } from "./AskedDigest.ts"
import { addressOf } from "./domain/address.ts"
import { type BatchIntake, entryLimits, type InvalidUrl, maxBatchPages, maxInvalidUrls } from "./domain/Batch.ts"
import type { BatchEntry } from "./domain/BatchEntry.ts"
import type { BatchItem } from "./domain/Item.ts"
import { tellingEntries } from "./domain/toldEntry.ts"
import { TooManyEntries } from "./errors.ts"
import type { IntakeMemory } from "./Intakes.ts"
import { writePieces } from "./writePieces.ts"

/** Entries looked at before whoever else waits for the thread gets it: some milliseconds. */
const lookedAtOnce = 500

/** Longer names of entries are told apart by their digests, so that a hundred thousand of any length take little memory. */
const longestName = 120

/** What a name takes beside its characters. */
const nameBytes = 64

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** The text by itself: a slice keeps all of what it was cut from, which here may be a megabyte. */
const copyOf = (text: string): string => new TextDecoder().decode(bytesOf(text))

/** Setting the fragment of a URL would cost as much as reading it again. */
const withoutFragment = (href: string): string => {
  const at = href.indexOf("#")
  return at < 0 ? href : copyOf(href.slice(0, at))
}

/** What two entries have in common that are one: address and name. */
const nameOf = (href: string, itemId: string | undefined): string =>
  itemId === undefined ? href : `${href}\n${itemId}`

/** What a list was made into. */
export interface TakenIn {
  readonly intake: BatchIntake
  readonly invalidUrls: ReadonlyArray<InvalidUrl>
}

/** Characters as they are counted in JSON Schema; most texts are shorter than the limit however they are counted. */
const charactersOf = (text: string): number =>
  text.length <= entryLimits.itemIdLength ? text.length : [...text].length

const checkSizes = (index: number, { itemId }: BatchEntry, meta: string | null) => {
  const field = (name: string) => `input.data.urls[${index}].${name}`
  if (itemId !== undefined && (itemId === "" || charactersOf(itemId) > entryLimits.itemIdLength)) {
    return new InvalidInput({
      field: field("itemId"),
      message: `must have 1 to ${entryLimits.itemIdLength} characters`
    })
  }
  return meta !== null && bytesOf(meta).length > entryLimits.metaBytes
    ? new InvalidInput({ field: field("meta"), message: `must have no more than ${entryLimits.metaBytes} bytes` })
    : null
}

/** What the entries of a list go through, and where they go. */
export interface Intake<E, R> {
  /** Null where nobody asks for it. */
  readonly digest: AskedDigest | null
  readonly memory: IntakeMemory
  /** How many pages the list may have before `afford` is asked, which gives how many it may have then. */
  readonly affordable: number
  readonly afford: (pages: number) => Effect.Effect<number, E, R>
  readonly write: (items: ReadonlyArray<BatchItem>) => Effect.Effect<void, E, R>
}

/** Takes an entry into the digest, and tells what waits there; true asks for `folded` before the next. */
const digested = (digest: AskedDigest, entry: BatchEntry, memory: IntakeMemory): boolean => {
  const before = digest.length
  const isFull = digest.add(entry)
  memory.hold(2 * (digest.length - before))
  return isFull
}

const folded = (digest: AskedDigest, memory: IntakeMemory) =>
  Effect.suspend(() => {
    const held = 2 * digest.length
    return Effect.map(digest.fold(), () => memory.give(held))
  })

/** The pages of a list, each once. */
const makePages = (memory: IntakeMemory, add: (item: BatchItem) => boolean) => {
  const names = new Set<string>()
  const counts = { submitted: 0, duplicates: 0, invalid: 0 }
  const invalidUrls: Array<InvalidUrl> = []
  const toldOf = tellingEntries()
  return {
    counts,
    taken: (): TakenIn => ({ intake: { reserved: names.size, reservedIsCeiling: false, ...counts }, invalidUrls }),
    get size() {
      return names.size
    },
    refuse: (url: string, reason: string) => {
      counts.invalid += 1
      if (invalidUrls.length >= maxInvalidUrls) return
      const told = copyOf(toldOf(url))
      memory.hold(nameBytes + 2 * told.length)
      invalidUrls.push({ url: told, reason })
    },
    /** Takes an address that may be fetched; tells whether what was taken is to be written before the next. */
    keep: ({ itemId, url }: BatchEntry, host: string, name: string, meta: string | null): boolean => {
      if (names.has(name)) {
        counts.duplicates += 1
        return false
      }
      names.add(name)
      memory.hold(nameBytes + name.length)
      return add({ n: names.size, url, host, identity: null, depth: 0, itemId: itemId ?? null, meta })
    }
  }
}

/** Reads entries and hands pages on to `write`, some thousand at a time, while it reads the next. */
export const readEntries = Effect.fnUntraced(function* <E, R, E2, R2>(
  entries: Stream.Stream<BatchEntry, E, R>,
  { afford, affordable: known, digest, memory, write }: Intake<E2, R2>
) {
  const rules = yield* EgressRules
  const signer = yield* Signer
  const { add, flush, written } = writePieces(memory, write)
  const pages = makePages(memory, add)
  const { counts } = pages
  let affordable = known

  // Runs for a hundred thousand entries, so it is one generator.
  const takeAll = Effect.fnUntraced(function* (some: ReadonlyArray<BatchEntry>) {
    for (const entry of some) {
      const index = counts.submitted
      if (index > 0 && index % lookedAtOnce === 0) yield* Effect.yieldNow
      if (index >= maxBatchPages) return yield* new TooManyEntries({ limit: maxBatchPages })
      counts.submitted += 1
      if (digest !== null && digested(digest, entry, memory)) yield* folded(digest, memory)
      const meta = entry.meta === undefined ? null : JSON.stringify(entry.meta)
      const tooLong = checkSizes(index, entry, meta)
      if (tooLong !== null) return yield* tooLong
      const address = addressOf(entry.url)
      const refusal = yield* rules.refusal(address)
      if (Option.isSome(refusal)) {
        pages.refuse(entry.url, refusal.value.message)
        if (memory.refusal !== null) return yield* memory.refusal
        continue
      }
      const url = new URL(address)
      const whole = nameOf(withoutFragment(url.href), entry.itemId)
      const name = whole.length <= longestName ? whole : yield* signer.digest(whole)
      const isFull = pages.keep(entry, hostIn(url), name, meta)
      if (memory.refusal !== null) return yield* memory.refusal
      if (pages.size > affordable) affordable = yield* afford(pages.size)
      if (isFull) yield* flush
    }
  })

  yield* Stream.runForEachArray(entries, takeAll)
  yield* flush
  yield* written
  return pages.taken()
})

/** Reads entries for what they are known by, when nothing else is wanted of them. */
export const readDigest = <E>(entries: Stream.Stream<BatchEntry, E>, digest: AskedDigest, memory: IntakeMemory) => {
  let seen = 0
  return Stream.runForEachArray(
    entries,
    Effect.fnUntraced(function* (some: ReadonlyArray<BatchEntry>) {
      seen += some.length
      if (seen > maxBatchPages) return yield* new TooManyEntries({ limit: maxBatchPages })
      for (const entry of some) if (digested(digest, entry, memory)) yield* folded(digest, memory)
      if (memory.refusal !== null) return yield* memory.refusal
    })
  )
}
