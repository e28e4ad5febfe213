/** The reading of a list: every entry checked, told from the others, counted, and handed on in pieces. */
import { Effect, Fiber, Option, Stream } from "effect"
import { InvalidInput } from "../InvalidInput.ts"
import { canonicalJson } from "../idempotency/domain/canonicalJson.ts"
import { hostIn } from "../Shares.ts"
import { Signer } from "../security/Signer.ts"
import { EgressRules } from "../web/EgressRules.ts"
import { addressOf } from "./domain/address.ts"
import { type BatchIntake, entryLimits, type InvalidUrl, maxBatchPages, maxInvalidUrls } from "./domain/Batch.ts"
import type { BatchEntry } from "./domain/BatchEntry.ts"
import type { BatchItem } from "./domain/Item.ts"
import { TooManyEntries } from "./errors.ts"

/** Pages handed on at once. */
const pieceSize = 5_000

/** Entries looked at before whoever else waits for the thread gets it: some milliseconds. */
const lookedAtOnce = 500

/** Longer names of entries are told apart by their digests, so that a hundred thousand of any length take little memory. */
const longestName = 120

/** Most characters of a refused entry that are told. */
const toldLength = 2_048

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Setting the fragment of a URL would cost as much as reading it again. */
const withoutFragment = (href: string): string => {
  const at = href.indexOf("#")
  return at < 0 ? href : href.slice(0, at)
}

/** What two entries have in common that are one: address and name. */
const nameOf = (href: string, itemId: string | undefined): string =>
  itemId === undefined ? href : `${href}\n${itemId}`

/** An entry as it is digested: most have nothing whose order could differ. */
const digestedText = ({ itemId, meta, url }: BatchEntry): string =>
  meta === undefined ? JSON.stringify([url, itemId ?? null]) : canonicalJson([url, itemId ?? null, meta])

/** What a list was made into. */
export interface TakenIn {
  readonly intake: BatchIntake
  readonly invalidUrls: ReadonlyArray<InvalidUrl>
}

/** Entries that go into a digest together. */
const digestedAtOnce = 500

/** What the whole request is known by, whatever the order of the fields of an entry and the pieces in which it came. */
export class AskedDigest {
  #sum = ""
  #texts: Array<string> = []
  /** Takes an entry in; true asks for `fold` before the next. */
  add(entry: BatchEntry): boolean {
    this.#texts.push(digestedText(entry))
    return this.#texts.length >= digestedAtOnce
  }
  readonly fold = Effect.fnUntraced(function* (this: AskedDigest) {
    const text = [this.#sum, ...this.#texts].join("\n")
    this.#texts = []
    this.#sum = yield* (yield* Signer).digest(text)
  })
  /** The digest of the entries with all that was asked beside them. */
  end(asked: unknown): Effect.Effect<string, never, Signer> {
    this.#texts.push(canonicalJson(asked))
    return Effect.map(this.fold(), () => this.#sum)
  }
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

/** Reads entries and hands pages on to `write`, some thousand at a time, while it reads the next. */
export const readEntries = Effect.fnUntraced(function* <E, R, E2, R2>(
  entries: Stream.Stream<BatchEntry, E, R>,
  digest: AskedDigest | null,
  write: (items: ReadonlyArray<BatchItem>) => Effect.Effect<void, E2, R2>
) {
  const rules = yield* EgressRules
  const signer = yield* Signer
  const names = new Set<string>()
  const counts = { submitted: 0, duplicates: 0, invalid: 0 }
  const invalidUrls: Array<InvalidUrl> = []
  let piece: Array<BatchItem> = []

  const refuse = (url: string, reason: string) => {
    counts.invalid += 1
    if (invalidUrls.length < maxInvalidUrls) invalidUrls.push({ url: url.slice(0, toldLength), reason })
  }

  /** Takes an address that may be fetched. */
  const keep = (entry: BatchEntry, url: URL, name: string, meta: string | null) => {
    if (names.has(name)) {
      counts.duplicates += 1
      return
    }
    names.add(name)
    const itemId = entry.itemId ?? null
    piece.push({ n: names.size, url: entry.url, host: hostIn(url), identity: null, depth: 0, itemId, meta })
  }

  /** The write that is under way while the next piece is read. */
  let writing: Fiber.Fiber<void, E2> | null = null
  const written = Effect.suspend(() => (writing === null ? Effect.void : Fiber.join(writing)))
  const flush = Effect.gen(function* () {
    yield* written
    const items = piece
    piece = []
    writing = items.length === 0 ? null : yield* Effect.forkChild(write(items))
  })

  const takeAll = Effect.fnUntraced(function* (some: ReadonlyArray<BatchEntry>) {
    for (const entry of some) {
      const index = counts.submitted
      if (index > 0 && index % lookedAtOnce === 0) yield* Effect.yieldNow
      if (index >= maxBatchPages) return yield* new TooManyEntries({ limit: maxBatchPages })
      counts.submitted += 1
      if (digest?.add(entry) === true) yield* digest.fold()
      const meta = entry.meta === undefined ? null : JSON.stringify(entry.meta)
      const tooLong = checkSizes(index, entry, meta)
      if (tooLong !== null) return yield* tooLong
      const address = addressOf(entry.url)
      const refusal = yield* rules.refusal(address)
      if (Option.isSome(refusal)) {
        refuse(entry.url, refusal.value.message)
        continue
      }
      const url = new URL(address)
      const name = nameOf(withoutFragment(url.href), entry.itemId)
      keep(entry, url, name.length <= longestName ? name : yield* signer.digest(name), meta)
      if (piece.length >= pieceSize) yield* flush
    }
  })

  yield* Stream.runForEachArray(entries, takeAll)
  yield* flush
  yield* written
  const intake: BatchIntake = { reserved: names.size, reservedIsCeiling: false, ...counts }
  return { intake, invalidUrls } satisfies TakenIn as TakenIn
})

/** Reads entries for what they are known by, when nothing else is wanted of them. */
export const readDigest = <E>(entries: Stream.Stream<BatchEntry, E>, digest: AskedDigest) => {
  let seen = 0
  return Stream.runForEachArray(
    entries,
    Effect.fnUntraced(function* (some: ReadonlyArray<BatchEntry>) {
      seen += some.length
      if (seen > maxBatchPages) return yield* new TooManyEntries({ limit: maxBatchPages })
      for (const entry of some) if (digest.add(entry)) yield* digest.fold()
    })
  )
}
