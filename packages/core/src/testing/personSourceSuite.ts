/** What `PersonSource` promises, run against any adapter. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { OrganizationId } from "../organizations/domain/Organization.ts"
import type { PersonClues } from "../people/domain/PersonClues.ts"
import type { PersonRecord } from "../people/domain/PersonRecord.ts"
import { mostRecords, type PersonSource, type PersonSourceFailed } from "../people/PersonSource.ts"

/** A person as the service behind an adapter has it. */
export interface ScriptedPerson {
  readonly name: string
  readonly bio: string
  /** Addresses that the person lists, good and bad. */
  readonly urls: ReadonlyArray<string>
}

/** What the service behind an adapter does with every request. */
export type PersonReply =
  /** It knows these, in its own words; whatever finds them finds all of them. */
  | { readonly knows: ReadonlyArray<ScriptedPerson> }
  /** Its server answers so, with a text that holds the key and the clues. */
  | { readonly fails: number; readonly headers?: Readonly<Record<string, string>> }
  /** Its server answers 200 with this. */
  | { readonly says: string }
  /** It answers 200 and breaks off in the middle of it. */
  | { readonly cuts: true }
  /** It sends whoever asks to another address. */
  | { readonly redirects: true }
  /** It never answers. */
  | { readonly hangs: true }
  /** It answers without end. */
  | { readonly floods: true }

/** An adapter whose service answers as a test tells it. */
export interface ScriptedSource {
  readonly source: PersonSource
  /** How many requests came so far. */
  readonly asked: Effect.Effect<number>
  /** The key that the adapter has, and the address of its server: no message may name them. */
  readonly secrets: ReadonlyArray<string>
}

export interface PersonSourceCase {
  /** Builds an adapter whose service does the same with every request. */
  readonly script: (reply: PersonReply) => Effect.Effect<ScriptedSource, never, Scope.Scope>
  /** Clues by which the adapter asks its service. */
  readonly clues: PersonClues
  /** How such a record is found. */
  readonly foundBy: PersonRecord["foundBy"]
  /** Most requests for one question. */
  readonly mostRequests: number
}

export const noClues: PersonClues = {
  ...{ email: null, socialUrls: [], firstName: null, lastName: null, company: null, education: [] },
  location: { city: null, region: null, country: null }
}

const turn = (leftMillis = 20_000) => ({
  organizationId: OrganizationId.make("org_00000000000000000000000000000001"),
  leftMillis,
  zeroRetention: false
})

const ada: ScriptedPerson = {
  name: "Ada Arden",
  bio: "Keeps the lights on.",
  urls: ["https://ada.example/"]
}

const addresses = (record: PersonRecord): ReadonlyArray<string> => [
  record.url,
  ...(record.avatarUrl === null ? [] : [record.avatarUrl]),
  ...record.socialUrls,
  ...record.websiteUrls,
  ...record.verifiedUrls
]

const texts = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : []
}

/** Runs every promise of the port. The clock is the real one, and no test waits for more than an instant. */
export const suite = (name: string, { clues, foundBy, mostRequests, script }: PersonSourceCase) =>
  describe(`PersonSource (${name})`, () => {
    const finding = Effect.fnUntraced(function* (knows: ReadonlyArray<ScriptedPerson>) {
      const { asked, source } = yield* script({ knows })
      return { found: yield* source.find(clues, turn()), asked: yield* asked, name: source.name }
    })

    /** Why there was no answer. */
    const failing = Effect.fnUntraced(function* (reply: PersonReply, leftMillis?: number) {
      const { secrets, source } = yield* script(reply)
      const error: PersonSourceFailed = yield* Effect.flip(source.find(clues, turn(leftMillis)))
      const known = [clues.email, clues.firstName, clues.lastName, ...clues.socialUrls]
      for (const secret of [...secrets, ...known.filter((clue) => clue !== null)]) {
        assert.notInclude(error.message, secret)
      }
      return error
    })

    it.live("tells of a person what the service knows", () =>
      Effect.gen(function* () {
        const { found, name: own } = yield* finding([ada])
        assert.deepStrictEqual(
          found.map((one) => [one.source, one.fullName, one.bio, one.foundBy]),
          [[own, ada.name, ada.bio, foundBy]]
        )
        assert.include(
          [...found[0]!.websiteUrls, ...found[0]!.socialUrls].map((url) => url.replace(/\/$/, "")),
          "https://ada.example"
        )
        assert.match(found[0]!.url, /^https?:/)
      }).pipe(Effect.scoped)
    )

    it.live("knows nobody where the service does not", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* finding([])).found, [])
      }).pipe(Effect.scoped)
    )

    it.live("asks nobody without clues of its kind", () =>
      Effect.gen(function* () {
        const { asked, source } = yield* script({ knows: [ada] })
        assert.deepStrictEqual(yield* source.find(noClues, turn()), [])
        assert.strictEqual(yield* asked, 0)
      }).pipe(Effect.scoped)
    )

    it.live("answers with a bounded number of namesakes, after a bounded number of requests", () =>
      Effect.gen(function* () {
        const many = Array.from({ length: 40 }, (_, n) => ({ ...ada, bio: `${n}` }))
        const { asked, found } = yield* finding(many)
        assert.isAtLeast(found.length, 1)
        assert.isAtMost(found.length, mostRecords)
        assert.isAtMost(asked, mostRequests)
      }).pipe(Effect.scoped)
    )

    it.live("passes on neither markup nor addresses that are none, nor texts without end", () =>
      Effect.gen(function* () {
        const { found } = yield* finding([
          {
            name: "<b>Ada</b> <script>alert(1)</script>Arden\u0000",
            bio: `<p onclick="x()">${"long ".repeat(50_000)}`,
            urls: ["javascript:alert(1)", "data:text/html,x", "ftp://ada.example/", "https://ada.example/", "//", ""]
          }
        ])
        const [record] = found
        assert.strictEqual(found.length, 1)
        assert.include(record!.fullName, "Ada")
        for (const url of addresses(record!)) assert.match(url, /^https?:\/\//)
        for (const text of texts(record)) {
          assert.notMatch(text, /<\/?[a-z]/i)
          assert.notInclude(text, "\u0000")
          assert.isAtMost(text.length, 5_000)
        }
      }).pipe(Effect.scoped)
    )

    it.live("says that it is throttled, and until when", () =>
      Effect.gen(function* () {
        const error = yield* failing({ fails: 429, headers: { "retry-after": "37" } })
        assert.deepStrictEqual([error.reason, error.retryAfterSeconds], ["throttled", 37])
        assert.strictEqual((yield* failing({ fails: 429 })).reason, "throttled")
        const later = yield* failing({ fails: 503, headers: { "retry-after": "Wed, 01 Jan 2200 00:00:00 GMT" } })
        assert.strictEqual(later.reason, "throttled")
        assert.isAbove(later.retryAfterSeconds ?? 0, 500)
      }).pipe(Effect.scoped)
    )

    it.live("says why there is no answer, and neither key nor address nor clue", () =>
      Effect.gen(function* () {
        const reasons: ReadonlyArray<readonly [PersonReply, PersonSourceFailed["reason"]]> = [
          [{ fails: 401 }, "rejected"],
          [{ fails: 403 }, "rejected"],
          [{ fails: 500 }, "unreachable"],
          [{ fails: 502 }, "unreachable"],
          [{ says: "<!doctype html><title>Prove that you are human</title>" }, "malformed"],
          [{ says: "" }, "malformed"],
          [{ says: '{"entities":' }, "malformed"],
          [{ says: "[7]" }, "malformed"],
          [{ cuts: true }, "unreachable"],
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
        assert.strictEqual((yield* failing({ hangs: true }, 200)).reason, "unreachable")
      }).pipe(Effect.scoped)
    )
  })
