/** What `SearchBackend` promises, run against any adapter. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { OrganizationId } from "../organizations/domain/Organization.ts"
import { readQuery } from "../search/domain/readQuery.ts"
import type { SearchQuestion } from "../search/domain/SearchQuestion.ts"
import type { BackendFailed, SearchBackend } from "../search/SearchBackends.ts"

/** What the service behind an adapter does with one question. */
export type SearchReply =
  /** It finds these pages, in its own words. */
  | { readonly finds: ReadonlyArray<{ readonly url: string; readonly title: string; readonly about: string }> }
  /** Its server answers so, with a text that holds the key and the question. */
  | { readonly fails: number; readonly retryAfter?: string }
  /** Its server answers 200 with this. */
  | { readonly says: string }
  /** It sends whoever asks to another address. */
  | { readonly redirects: true }
  /** It never answers. */
  | { readonly hangs: true }
  /** It answers without end. */
  | { readonly floods: true }

/** An adapter whose service answers as a test tells it. */
export interface ScriptedBackend {
  readonly backend: SearchBackend
  /** How many questions came so far. */
  readonly asked: Effect.Effect<number>
  /** The key that the adapter has, and the address of its server: no message may name them. */
  readonly secrets: ReadonlyArray<string>
}

/** Builds an adapter whose service gives one reply after the other, and the last one again and again. */
export type ScriptBackend = (
  replies: readonly [SearchReply, ...ReadonlyArray<SearchReply>]
) => Effect.Effect<ScriptedBackend, never, Scope.Scope>

const organizationId = OrganizationId.make("org_00000000000000000000000000000001")

const asks = (text: string): SearchQuestion => ({
  ...{ query: readQuery(text), publishedSince: null, country: null, count: 10 }
})

const turn = (leftMillis = 20_000) => ({ organizationId, leftMillis, zeroRetention: false })

const page = (name: string) => ({ url: `https://en.wikipedia.org/wiki/${name}`, title: name, about: `About ${name}` })

/** Runs every promise of the port. The clock is the real one, and no test waits for more than an instant. */
export const suite = (name: string, script: ScriptBackend) =>
  describe(`SearchBackend (${name})`, () => {
    /** Why there was no answer. */
    const failing = Effect.fnUntraced(function* (reply: SearchReply, leftMillis?: number) {
      const { backend, secrets } = yield* script([reply])
      const error: BackendFailed = yield* Effect.flip(backend.search(asks("swordfish"), turn(leftMillis)))
      for (const secret of [...secrets, "swordfish"]) assert.notInclude(error.message, secret)
      return error
    })

    it.live("gives what was found, in its order, as plain text with absolute addresses", () =>
      Effect.gen(function* () {
        const { asked, backend } = yield* script([
          { finds: [page("Tea"), page("Mate"), page("Rooibos")] },
          { finds: [] }
        ])
        const hits = yield* backend.search(asks("tea"), turn())
        assert.deepStrictEqual(
          hits.map(({ description, title, url }) => ({ about: description, title, url })),
          [page("Tea"), page("Mate"), page("Rooibos")]
        )
        assert.isAtLeast(yield* asked, 1)
      }).pipe(Effect.scoped)
    )

    it.live("answers without hits when nothing fits", () =>
      Effect.gen(function* () {
        const { backend } = yield* script([{ finds: [] }])
        assert.deepStrictEqual(yield* backend.search(asks("xyzzyplugh"), turn()), [])
      }).pipe(Effect.scoped)
    )

    it.live("says that it is throttled, and until when", () =>
      Effect.gen(function* () {
        const error = yield* failing({ fails: 429, retryAfter: "37" })
        assert.deepStrictEqual([error.reason, error.retryAfterSeconds], ["throttled", 37])
        assert.strictEqual((yield* failing({ fails: 429 })).reason, "throttled")
        const later = yield* failing({ fails: 503, retryAfter: "Wed, 01 Jan 2200 00:00:00 GMT" })
        assert.strictEqual(later.reason, "throttled")
        assert.isAbove(later.retryAfterSeconds ?? 0, 500)
        assert.strictEqual((yield* failing({ fails: 429, retryAfter: "soon" })).retryAfterSeconds, null)
      }).pipe(Effect.scoped)
    )

    it.live("says why there is no answer, and neither key nor address nor question", () =>
      Effect.gen(function* () {
        const reasons: ReadonlyArray<readonly [SearchReply, BackendFailed["reason"]]> = [
          [{ fails: 403 }, "rejected"],
          [{ fails: 401 }, "rejected"],
          [{ fails: 500 }, "unavailable"],
          [{ fails: 502 }, "unavailable"],
          [{ says: "<!doctype html><title>Prove that you are human</title>" }, "malformed"],
          [{ says: "" }, "malformed"],
          [{ says: "[]" }, "malformed"],
          [{ says: '{"results":' }, "malformed"],
          [{ redirects: true }, "rejected"],
          [{ floods: true }, "malformed"]
        ]
        for (const [reply, reason] of reasons) {
          assert.strictEqual((yield* failing(reply)).reason, reason, JSON.stringify(reply))
        }
      }).pipe(Effect.scoped)
    )

    it.live("ends within its time", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* failing({ hangs: true }, 200)).reason, "deadline")
      }).pipe(Effect.scoped)
    )

    it.live("passes over results that are none, and takes all others", () =>
      Effect.gen(function* () {
        const odd = [{ url: "javascript:alert(1)", title: "x", about: "" }, page("Tea")]
        const { backend } = yield* script([{ finds: odd }, { finds: [] }])
        const hits = yield* backend.search(asks("tea"), turn())
        for (const { url } of hits) assert.match(url, /^https?:/)
        assert.include(
          hits.map(({ url }) => url),
          page("Tea").url
        )
      }).pipe(Effect.scoped)
    )

    it.live("takes queries as they are written, whatever is in them", () =>
      Effect.gen(function* () {
        const { backend } = yield* script([{ finds: [page("Tea")] }])
        for (const text of ['tea "', "tea & coffee # % + ?", "茶 OR чай", `tea ${"x".repeat(480)}`, "tea\u0000\n\r"]) {
          assert.isAtLeast((yield* backend.search(asks(text), turn())).length, 1, text)
        }
      }).pipe(Effect.scoped)
    )
  })
