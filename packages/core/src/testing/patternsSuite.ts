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
  ["[ab]*a[ab]{200}c", (length) => Array.from({ length }, (_, index) => "ab"[(index * index * 31 + 7) % 2]).join("")]
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
  ...["\\pL{1000}".repeat(200), `${"(".repeat(1_200)}a${")".repeat(800)}`, "a".repeat(2_049), "a".repeat(1_000_000)]
]

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
      "takes no more than a few steps for each character with the largest patterns it takes",
      () =>
        Effect.gen(function* () {
          for (const pattern of [
            "^(?:a?){300}(?:a?){300}b$",
            "[ab]*a[ab]{900}c",
            "(?:a|b|ab){1,150}c",
            "(?i)\\pL{0,900}!"
          ]) {
            const test = yield* compile(pattern)
            const text = Array.from({ length: 2_048 }, (_, index) => "ab"[(index * index * 31 + 7) % 2]).join("")
            const [spent] = yield* Effect.timed(Effect.sync(() => test(text)))
            assert.isBelow(Duration.toMillis(spent), 5_000, pattern)
          }
        }).pipe(Effect.provide(layer)),
      patience
    )
  })
