/** What looks that differ from each other agree on. Observed: how often the difference has each line more, or less. */
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { compareTexts } from "../../src/monitors/domain/Diff.ts"
import { knownFlicker, noFlicker } from "../../src/monitors/domain/Flicker.ts"

type Lines = ReadonlyArray<string>

/** Between lines that never change. */
const page = (lines: Lines) => ["Rates", ...lines, "Imprint"].join("\n")

const agreedOn = (before: string, seen: ReadonlyArray<string>) =>
  compareTexts({ before, seen, known: knownFlicker(noFlicker, seen.length) }).agreed

const times = (lines: Lines): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return counts
}

/** The lines that went and those that came, in what the looks agree on. */
const toldOf = (before: Lines, seen: ReadonlyArray<Lines>) => {
  const rows = agreedOn(page(before), seen.map(page))?.change.diff.split("\n") ?? []
  const lines = (sign: string) => rows.filter((row) => row.startsWith(sign)).map((row) => row.slice(1))
  return { gone: lines("-"), come: lines("+") }
}

/** By how many the difference has more of each line; of what it has as often, nothing. */
const netsOf = ({ come, gone }: { readonly come: Lines; readonly gone: Lines }): ReadonlyMap<string, number> => {
  const [more, less] = [times(come), times(gone)]
  const nets = [...new Set([...come, ...gone])].map(
    (line) => [line, (more.get(line) ?? 0) - (less.get(line) ?? 0)] as const
  )
  return new Map(nets.filter(([, net]) => net !== 0))
}

const differs = (looks: ReadonlyArray<Lines>) => new Set(looks.map(String)).size > 1

const ordered = (lines: Lines) => fc.shuffledSubarray([...lines], { minLength: lines.length })

const word = fc.constantFrom("amber", "basil", "cedar", "delta", "ember", "fable")
const list = fc.array(word, { maxLength: 9 })

describe("what all looks show and the page before did not", () => {
  it("is told as often as it came or went, wherever each of them has it", () => {
    const looks = list.chain((now) => fc.tuple(ordered(now), ordered(now), ordered(now), ordered(now)))
    fc.assert(
      fc.property(list, looks, (before, seen) => {
        fc.pre(differs(seen))
        const [was, now] = [times(before), times(seen[0])]
        const wanted = [...new Set([...before, ...seen[0]])].map(
          (line) => [line, (now.get(line) ?? 0) - (was.get(line) ?? 0)] as const
        )
        assert.deepStrictEqual(netsOf(toldOf(before, seen)), new Map(wanted.filter(([, net]) => net !== 0)))
      }),
      { numRuns: 2_000 }
    )
  })

  it("is told beside rows with a value of their own at every look, in any order", () => {
    const rows = ["Amber", "Basil", "Cedar"].map((name) => (value: number) => `${name} seen by ${value}`)
    const value = fc.integer({ min: 0, max: 9 })
    /** Whether or not a value is that of another row, none of a row is at two looks. */
    const look = (lines: Lines, place = 0) =>
      fc
        .tuple(value, value, value)
        .chain((values) => ordered([...lines, ...rows.map((row, index) => row(10 * place + values[index]!))]))
    const stable = ["We make tea pots by hand.", "Free delivery", "Open on Sundays"]
    const change = fc.constantFrom(
      { now: [...stable, "Kettles are back"], gone: [], come: ["Kettles are back"] },
      { now: stable.slice(1), gone: [stable[0]!], come: [] },
      { now: stable.with(2, "Open on Mondays"), gone: [stable[2]!], come: ["Open on Mondays"] }
    )
    const seen = change.chain(({ now, ...told }) =>
      fc.tuple(look(now, 1), look(now, 2), look(now, 3), look(now, 4)).map((looks) => ({ looks, ...told }))
    )
    fc.assert(
      fc.property(look(stable), seen, (before, { come, gone, looks }) => {
        fc.pre(differs(looks))
        assert.deepStrictEqual(
          netsOf(toldOf(before, looks)),
          netsOf({ come, gone }),
          JSON.stringify({ before, looks }, null, 1)
        )
      }),
      { numRuns: 1_000 }
    )
  })
})

describe("what not all looks show", () => {
  it("is never told: no line as one that came that a look has no more often, nor as one that went that it has no less", () => {
    fc.assert(
      fc.property(list, fc.array(list, { minLength: 2, maxLength: 5 }), (before, seen) => {
        fc.pre(differs(seen))
        const was = times(before)
        const counts = seen.map(times)
        for (const [line, net] of netsOf(toldOf(before, seen))) {
          const each = counts.map((count) => (count.get(line) ?? 0) - (was.get(line) ?? 0))
          assert.isTrue(
            each.every((one) => one * net > 0),
            `${line}: ${JSON.stringify({ before, seen })}`
          )
        }
      }),
      { numRuns: 2_000 }
    )
  })

  it("is never told word by word: of a line that came, each word was there or is in all looks", () => {
    const line = fc
      .tuple(word, fc.constantFrom("costs", "has", "was"), fc.integer({ min: 1, max: 12 }))
      .map((words) => words.join(" "))
    const lines = fc.array(line, { maxLength: 5 })
    const wordsOf = (all: Lines) => new Set(all.flatMap((one) => one.split(/[ …]/)))
    fc.assert(
      fc.property(lines, fc.array(lines, { minLength: 2, maxLength: 4 }), (before, seen) => {
        fc.pre(differs(seen))
        const was = wordsOf(before)
        const looks = seen.map(wordsOf)
        for (const one of wordsOf(toldOf(before, seen).come)) {
          const isThere = one === "" || was.has(one) || looks.every((words) => words.has(one))
          assert.isTrue(isThere, `${one}: ${JSON.stringify({ before, seen })}`)
        }
      }),
      { numRuns: 2_000 }
    )
  })
})

describe("a real change in a line that is steady", () => {
  const drawn = fc.shuffledSubarray(["Tea for two", "Cups", "Pots of iron", "A kettle", "Spoons"], { minLength: 1 })
  const shuffledList = ordered(["Item one", "Item two", "Item three"])
  const clock = fc.integer({ min: 0, max: 59 }).map((second) => `It is 12:00:${String(second).padStart(2, "0")}`)
  const quote = fc.constantFrom(
    "The sea was calm that night.",
    "We were at sea for a night.",
    "So calm a sea!",
    "Storm"
  )

  /** Each part flickers in its own way; the price stands before one of them. */
  const look = (price: number, place: number) =>
    fc
      .tuple(drawn, shuffledList, fc.tuple(clock), fc.tuple(quote))
      .map((parts): Lines => [...parts.slice(0, place).flat(), `Price ${price} €`, ...parts.slice(place).flat()])

  it("is told where what is drawn before it stands in its place", () => {
    const around = (drawn: Lines, price: number, items: Lines) => [...drawn, `Price ${price} €`, ...items, "Imprint"]
    const before = around(["Cups"], 100, ["Item one", "Item two", "Item three"])
    const seen = [
      around(["Tea for two", "A kettle"], 101, ["Item two", "Item three", "Item one"]),
      around(["Spoons", "Pots of iron"], 101, ["Item two", "Item one", "Item three"])
    ]
    const { come, gone } = toldOf(before, seen)
    assert.include(come, "Price 101 €")
    assert.include(gone, "Price 100 €")
  })

  it("is told, whatever flickers around it", () => {
    const pages = fc
      .integer({ min: 0, max: 4 })
      .chain((place) => fc.tuple(look(100, place), fc.array(look(101, place), { minLength: 2, maxLength: 9 })))
    fc.assert(
      fc.property(pages, ([before, seen]) => {
        fc.pre(differs(seen))
        const { come, gone } = toldOf(before, seen)
        assert.include(come, "Price 101 €", JSON.stringify({ before, seen }))
        assert.include(gone, "Price 100 €")
      }),
      { numRuns: 1_000 }
    )
  })
})
