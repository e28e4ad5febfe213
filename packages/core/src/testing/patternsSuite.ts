/** What `Patterns` promises, run against any adapter. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, type Layer } from "effect"
import { Patterns } from "../sites/Patterns.ts"

const compile = (pattern: string) => Effect.flatMap(Patterns, (patterns) => patterns.compile(pattern))

const matches = (pattern: string, text: string) => Effect.map(compile(pattern), (test) => test(text))

const url = "https://shop.example/blog/2024/a-post?page=2"

const answers: ReadonlyArray<readonly [pattern: string, text: string, matches: boolean]> = [
  ["blog", url, true],
  ["^https://shop\\.example/", url, true],
  ["^blog", url, false],
  ["/blog/\\d{4}/[a-z-]+\\?page=[0-9]$", url, true],
  ["\\.pdf$", url, false],
  ["", url, true],
  ["(?i)BLOG", url, true],
  ["BLOG", url, false],
  ["^(?:a|b)*$", "abba", true],
  ["^\\p{Greek}+$", "αβγ", true],
  ["^.{2}$", "😀x", true],
  ["\\bpost\\b", url, true],
  ["^[^/]*$", url, false]
]

/** Patterns on which an engine that goes back takes longer than anybody lives. */
const explosive: ReadonlyArray<readonly [pattern: string, text: (length: number) => string]> = [
  ["(a+)+$", (length) => `${"a".repeat(length)}!`],
  ["^(a|a)*$", (length) => `${"a".repeat(length)}!`],
  ["^([a-zA-Z0-9_.-])+@(([a-zA-Z0-9-])+\\.)+([a-zA-Z0-9]{2,4})+$", (length) => "a".repeat(length)],
  ["\\s+$", (length) => `${" ".repeat(length)}x`],
  [".*.*.*=.*", (length) => "x".repeat(length)],
  ["(x+x+)+y", (length) => "x".repeat(length)],
  ["^(([a-z])+.)+[A-Z]([a-z])+$", (length) => "a".repeat(length)],
  ["(.*a){20}$", (length) => `${"ab".repeat(length / 2)}`],
  ["^(a?){30}a{30}$", (length) => `${"a".repeat(length)}`],
  ["[ab]*a[ab]{150}c", (length) => Array.from({ length }, (_, index) => "ab"[(index * index * 31 + 7) % 2]).join("")]
]

const refused: ReadonlyArray<string> = [
  ...["(", ")", "[a", "a**", "*", "(?P<a", "[z-a]", "\\", "a{2,1}", "\\p{Nothing}", "(?z)a"],
  // What only engines that go back can do.
  ...["(a)\\1", "(?=a)b", "(?!a)b", "(?<=a)b", "(?<!a)b", "(?>a+)b", "a++"],
  // What would grow too large.
  ...[
    "a{1,1001}",
    "(a{1,1000}){1,1000}",
    "((a{100}){100}){100}",
    "a{1000}".repeat(280),
    `(?:${"a?".repeat(900)}){300}`
  ],
  // What would take a tenth of a second for one address.
  ...["(?:a[ab]{0,300}b[ab]{0,300}a[ab]{0,300})[yz]\\b[0-9]", "[ab]*a[ab]{900}c", "[ab]*a[ab]{9}".repeat(100)],
  ...["\\pL{1000}".repeat(200), `${"(".repeat(1_200)}a${")".repeat(800)}`, "a".repeat(2_049), "a".repeat(1_000_000)]
]

/** The largest that are taken: whatever the text says, many of their parts are under way at once. */
const largest: ReadonlyArray<string> = [
  ...[
    "(?:a[ab]{0,130}b[ab]{0,130}a[ab]{0,130})[yz]\\b[0-9]",
    "[ab]*a[ab]{780}c",
    "[ab]*a[ab]{780}(?:c|$)",
    "(?:a|b|ab){1,80}c"
  ],
  ...["^(?:a?){130}(?:a?){130}b$", "(?i)\\pL{0,390}!", "(?:a(?:a|b){0,130}b)\\b[yz]", "[ab]*a[ab][^/]".repeat(145)]
]

/** What people write of bounded parts. */
const bounded: ReadonlyArray<readonly [pattern: string, text: string]> = [
  ["/[a-z0-9-]{1,200}/[0-9]+$", "https://shop.example/some-article/17"],
  ["^https://shop\\.example/[^/]{1,100}/[^/]{1,100}$", "https://shop.example/blog/a-post"],
  ["/p/[A-Za-z0-9]{1,250}", "https://shop.example/p/aZ09"],
  [
    "/(?:[a-z]{2}|[a-z]{2}-[A-Z]{2})/products/[A-Za-z0-9_-]{3,64}/?(\\?.*)?$",
    "https://shop.example/de-AT/products/a_b-c/"
  ],
  ["/[^/?#]{1,120}/[^/?#]{1,120}/[^/?#]{1,120}(?:[?#]|$)", "https://shop.example/a/b/c?page=2"]
]

/** Larger than what is taken now, and as large as was taken once. */
const taken: ReadonlyArray<string> = ["[^/]{1,500}/[^/]{1,490}$", "/[a-z]{1,250}-[a-z]{1,250}-[a-z]{1,250}"]

/** Letters of an address as long as addresses may be, in no order. */
const longText = (seed: number): string => {
  let state = seed
  return Array.from({ length: 2_048 }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return "ab"[Math.floor(state / 65_536) % 2]
  }).join("")
}

/** A busy machine takes its time. */
const patience = 60_000

/** Runs every promise of the port. The clock is the real one. */
export const suite = (name: string, layer: Layer.Layer<Patterns>) =>
  describe(`Patterns (${name})`, () => {
    it.effect("matches when any part of the text does, held to its ends by ^ and $", () =>
      Effect.gen(function* () {
        for (const [pattern, text, expected] of answers) {
          assert.strictEqual(yield* matches(pattern, text), expected, `${pattern} in ${text}`)
        }
      }).pipe(Effect.provide(layer))
    )

    it.effect("gives the same answer however often it is asked", () =>
      Effect.gen(function* () {
        const test = yield* compile("a+b")
        assert.deepStrictEqual(
          [test("aab"), test("aab"), test("b"), test("aab"), test("")],
          [true, true, false, true, false]
        )
      }).pipe(Effect.provide(layer))
    )

    it.effect("refuses what is not RE2, or would grow too large, at once and with a message", () =>
      Effect.gen(function* () {
        for (const pattern of refused) {
          const [spent, failure] = yield* Effect.timed(Effect.flip(compile(pattern)))
          assert.isAbove(failure.message.length, 10, pattern.slice(0, 40))
          assert.isBelow(Duration.toMillis(spent), 2_000, pattern.slice(0, 40))
        }
      }).pipe(Effect.provide(layer))
    )

    it.live(
      "takes time that is linear in the text",
      () =>
        Effect.gen(function* () {
          for (const [pattern, textOf] of explosive) {
            const test = yield* compile(pattern)
            const time = (length: number) => {
              const text = textOf(length)
              return Effect.map(Effect.timed(Effect.sync(() => test(text))), ([spent]) => Duration.toMillis(spent))
            }
            yield* time(1_000)
            assert.isBelow(yield* time(100_000), 5_000, pattern)
          }
        }).pipe(Effect.provide(layer)),
      patience
    )

    it.live(
      "matches the longest address in less than a tenth of a second, with the largest patterns that it takes",
      () =>
        Effect.gen(function* () {
          for (const pattern of largest) {
            const test = yield* compile(pattern)
            const spent = [3, 5, 7, 11, 13, 17, 19].map((seed) => {
              const text = longText(seed)
              // What else the machine does is no part of it.
              const before = process.cpuUsage()
              test(text)
              const { system, user } = process.cpuUsage(before)
              return (system + user) / 1_000
            })
            assert.isBelow(Math.min(...spent), 100, pattern)
          }
        }).pipe(Effect.provide(layer)),
      patience
    )

    it.effect("takes parts of so many letters, and goes on with larger patterns that it took before", () =>
      Effect.gen(function* () {
        for (const [pattern, text] of bounded) assert.isTrue(yield* matches(pattern, text), pattern)
        const { compile: compiled } = yield* Patterns
        for (const pattern of taken) {
          assert.include((yield* Effect.flip(compiled(pattern))).message, "too large")
          const test = yield* compiled(pattern, true)
          assert.isTrue(test("https://shop.example/blog/some-long-title"), pattern)
        }
        assert.include((yield* Effect.flip(compiled("a{1000}".repeat(280), true))).message, "too large")
      }).pipe(Effect.provide(layer))
    )

    it.effect("takes what people write: alternatives, names and counted signs", () =>
      Effect.gen(function* () {
        const sections = Array.from({ length: 160 }, (_, index) => `section${index}`).join("|")
        assert.isTrue(yield* matches(`^https://shop\\.example/(?:${sections})/`, "https://shop.example/section69/a"))
        assert.isTrue(yield* matches("^https://shop\\.example/(?:a|b|c|d|e){1,150}$", "https://shop.example/abcde"))
        assert.isTrue(yield* matches("/[^/]{1,100}/[0-9]{4}/", url))
        assert.isFalse(yield* matches("/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:/|$)", url))
        assert.isTrue(
          yield* matches(
            "(?i)^https?://(?:www\\.|shop\\.)?example/(?:[a-z]{2}/)?[a-z-]+/[0-9]+/.*",
            "https://shop.example/blog/2024/x"
          )
        )
      }).pipe(Effect.provide(layer))
    )
  })
