/** What `TextComparer` promises, run against any adapter. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import type { BaselineState, KeptState } from "../monitors/domain/Baseline.ts"
import type { KnownFlicker } from "../monitors/domain/Flicker.ts"
import { storedState } from "../monitors/domain/storedState.ts"
import { TextComparer } from "../monitors/TextComparer.ts"

const unknown: KnownFlicker = { lines: [], due: [] }

const compare = (before: string, first: string, second: string) =>
  Effect.map(
    TextComparer.use((comparer) => comparer.compare({ before, seen: [first, second], known: unknown })),
    ({ agreed }) => agreed
  )

const kept = (state: BaselineState): KeptState => {
  const { body, kind } = storedState(state)
  return { kind, bytes: new TextEncoder().encode(body) }
}

const page = (banner: string, price: string) => `${banner}\nTea ☕\n${price}\nImprint 😀`

/** The same pages, small and with so much below them that no adapter takes them for small. */
const sizes: ReadonlyArray<readonly [name: string, rest: string]> = [
  ["small", ""],
  ["large", Array.from({ length: 60_000 }, (_, index) => `\nline ${index} – é`).join("")]
]

/** Lines of eight kinds in no order, of which no search finds the smallest difference in a bounded time. @internal */
export const mixedLines = (count: number, seed: number): string => {
  let state = seed
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return `line ${state >>> 29}`
  }).join("\n")
}

/** Runs every promise of the port. */
export const suite = (name: string, layer: Layer.Layer<TextComparer>) =>
  describe(`TextComparer (${name})`, () => {
    for (const [size, rest] of sizes) {
      const textOf = (banner: string, price: string) => page(banner, price) + rest

      it.effect(`agrees on what both looks saw, when it is the same (${size})`, () =>
        Effect.gen(function* () {
          const seen = textOf("Hello", "12 €")
          const agreed = yield* compare(textOf("Hello", "10 €"), seen, seen)
          assert.isTrue(agreed?.isWhole)
          assert.include(agreed?.change.diff, "-10 €\n+12 €\n")
          assert.isFalse(agreed?.change.isCoarse)
          assert.deepStrictEqual(agreed?.change.removed, { count: 1, excerpt: "10 €" })
        }).pipe(Effect.provide(layer))
      )

      it.effect(`compares states of any kind as they were kept (${size})`, () =>
        Effect.gen(function* () {
          const comparer = yield* TextComparer
          const urls = ["https://a.example/☂", "https://a.example/b", rest]
          const sitemap = (...more: ReadonlyArray<string>) => kept({ type: "sitemap", urls: [...urls, ...more] })
          const extract = (price: number) => kept({ type: "extract", data: { price, rest }, urlsAnalyzed: [] })
          const text = (price: string) => kept({ type: "page", text: textOf("Hello", price) })
          const diffOf = Effect.fnUntraced(function* (before: KeptState, after: KeptState) {
            const { agreed } = yield* comparer.compareKept(before, after)
            return agreed === null ? null : (agreed.change.diff?.match(/^[-+].*$/gm) ?? [])
          })
          assert.deepStrictEqual(yield* diffOf(text("10 €"), text("12 €")), ["-10 €", "+12 €"])
          assert.deepStrictEqual(yield* diffOf(sitemap(), sitemap("https://a.example/z")), ["+https://a.example/z"])
          assert.deepStrictEqual(yield* diffOf(extract(5), extract(6)), ['-  "price": 5,', '+  "price": 6,'])
          assert.isNull(yield* diffOf(extract(5), extract(5)))
          const named = (price: string) => {
            const lines = [{ text: `plans › Pro › price: ${price}`, url: "https://a.example/" }]
            return kept({ type: "extract", data: { price, rest }, urlsAnalyzed: [], lines })
          }
          assert.deepStrictEqual(yield* diffOf(named("$49"), named("$59")), [
            "-plans › Pro › price: $49",
            "+plans › Pro › price: $59"
          ])
          const other = kept({ type: "sitemap", urls: [...urls.toReversed(), "https://a.example/c"] })
          const { agreed: came, urls: differing } = yield* comparer.compareKept(sitemap("https://a.example/z"), other)
          assert.isNotNull(came)
          assert.deepInclude(differing, { added: ["https://a.example/c"], removed: ["https://a.example/z"] })
          assert.isNull(yield* diffOf(sitemap(), kept({ type: "sitemap", urls: urls.toReversed() })))
          const [tea, one] = [kept({ type: "page", text: "Tea" }), kept({ type: "sitemap", urls: ["u"] })]
          assert.deepStrictEqual(yield* diffOf(tea, one), ["-Tea", "+u"])
        }).pipe(Effect.provide(layer))
      )

      it.effect(`agrees on the part that both looks changed alike (${size})`, () =>
        Effect.gen(function* () {
          const agreed = yield* compare(textOf("Hello", "10 €"), textOf("Welcome", "12 €"), textOf("Good day", "12 €"))
          assert.isFalse(agreed?.isWhole)
          assert.include(agreed?.change.diff, "-10 €\n+12 €\n")
          assert.notInclude(agreed?.change.diff, "Welcome")
          assert.strictEqual(agreed?.change.added.count, 1)
          assert.notInclude(agreed?.change.diff, "Good day")
        }).pipe(Effect.provide(layer))
      )

      it.effect(`gives the text that the looks agree on where that is not all of the first (${size})`, () =>
        Effect.gen(function* () {
          const before = `${textOf("Hello", "10 €")}\nlast`
          const first = `${textOf("Welcome\nand more", "12 €")}\nnew`
          const looks = [first, textOf("Good day", "12 €")]
          const asked = { before, seen: looks, known: { lines: [], due: [] } }
          const { agreed } = yield* TextComparer.use((comparer) => comparer.compare(asked))
          // Both changed the price; what stands around it and at the end, each in its own way.
          assert.strictEqual(agreed?.text, `${textOf("Hello", "12 €")}\nlast`)
          const same = { ...asked, seen: [first, first] }
          assert.notProperty((yield* TextComparer.use((comparer) => comparer.compare(same))).agreed, "text")
        }).pipe(Effect.provide(layer))
      )

      it.effect(`agrees on nothing when either look saw the page as it was (${size})`, () =>
        Effect.gen(function* () {
          const [before, seen] = [textOf("Hello", "10 €"), textOf("Hello", "12 €")]
          assert.isNull(yield* compare(before, before, seen))
          assert.isNull(yield* compare(before, seen, before))
          assert.isNull(yield* compare(before, before, before))
        }).pipe(Effect.provide(layer))
      )
    }

    it.effect("holds back what is known to flicker, until it is due, and learns what was taken back", () =>
      Effect.gen(function* () {
        const comparer = yield* TextComparer
        const looks = (banners: ReadonlyArray<string>, known: KnownFlicker, price = "12 €") =>
          comparer.compare({
            before: page("Hello", "10 €"),
            seen: banners.map((banner) => page(banner, price)),
            known
          })
        const first = yield* looks(["Welcome", "Hello"], unknown)
        assert.strictEqual(first.agreed?.change.added.count, 1)
        assert.strictEqual(first.flicker.lines.length, 2, "the banner that was taken back, and what it stood for")
        const known = { lines: first.flicker.lines, due: [] }
        const alone = yield* looks(["Welcome", "Welcome"], known, "10 €")
        assert.isNull(alone.agreed)
        assert.strictEqual(alone.flicker.held.length, 1)
        const second = yield* looks(["Welcome", "Welcome"], known)
        assert.strictEqual(second.agreed?.change.added.count, 1, "the price is told")
        assert.include(
          second.agreed?.change.diff,
          "+Welcome",
          "and the banner shown, since the text that is stored has it"
        )
        assert.deepStrictEqual(second.flicker.held, [])
        const third = yield* looks(["Welcome", "Welcome"], { ...known, due: alone.flicker.held }, "10 €")
        assert.include(third.agreed?.change.diff, "+Welcome")
        const fourth = yield* looks(["Good day", "Good day"], known)
        assert.include(fourth.agreed?.change.diff, "+Good day")
        assert.isTrue(fourth.agreed?.isDoubtful, "it stands where another line flickered")
      }).pipe(Effect.provide(layer))
    )

    it.effect("tells an empty text from one with an empty line", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* compare("a", "", ""))?.change.diff, "@@ -1 +0,0 @@\n-a\n")
        assert.strictEqual((yield* compare("", "a\n", "a\n"))?.change.diff, "@@ -0,0 +1,2 @@\n+a\n+\n")
      }).pipe(Effect.provide(layer))
    )

    it.live(
      "tells texts of 20 MB, and says where it does so coarsely",
      () =>
        Effect.gen(function* () {
          const before = "a line of the text as it was, and what it says\n".repeat(420_000)
          const seen = mixedLines(700_000, 31)
          assert.isFalse((yield* compare(before, seen, seen))?.change.isCoarse)
          const again = mixedLines(700_000, 57)
          assert.isTrue((yield* compare(seen, again, again))?.change.isCoarse)
        }).pipe(Effect.provide(layer)),
      120_000
    )
  })
