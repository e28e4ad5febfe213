/** What a submission is known by, whatever the order of the fields of an entry and the pieces in which it came. */
import { Effect } from "effect"
import { canonicalJson } from "../idempotency/domain/canonicalJson.ts"
import { Signer } from "../security/Signer.ts"
import type { BatchEntry } from "./domain/BatchEntry.ts"

/**
 * Entries that go into a digest together, and most characters of them. The first number is part of what batches of before are known by;
 * the second is beyond all entries of an ordinary length.
 */
const digestedAtOnce = 500
const digestedLength = 4 * 1_048_576

/** An entry as it is digested: most have nothing whose order could differ. */
const digestedText = ({ itemId, meta, url }: BatchEntry): string =>
  meta === undefined ? JSON.stringify([url, itemId ?? null]) : canonicalJson([url, itemId ?? null, meta])

export class AskedDigest {
  #sum = ""
  #texts: Array<string> = []
  #length = 0

  /** Characters that wait to be folded. */
  get length(): number {
    return this.#length
  }

  /** Takes an entry in; true asks for `fold` before the next. */
  add(entry: BatchEntry): boolean {
    const text = digestedText(entry)
    this.#texts.push(text)
    this.#length += text.length
    return this.#texts.length >= digestedAtOnce || this.#length >= digestedLength
  }

  readonly fold = Effect.fnUntraced(function* (this: AskedDigest) {
    const text = [this.#sum, ...this.#texts].join("\n")
    this.#texts = []
    this.#length = 0
    this.#sum = yield* (yield* Signer).digest(text)
  })

  /** The digest of the entries with all that was asked beside them. */
  end(asked: unknown): Effect.Effect<string, never, Signer> {
    this.#texts.push(canonicalJson(asked))
    return Effect.map(this.fold(), () => this.#sum)
  }
}
