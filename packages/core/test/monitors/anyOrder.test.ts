import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { compareTexts } from "../../src/monitors/domain/Diff.ts"
import { headlineOf } from "../../src/monitors/domain/describeChange.ts"
import { type Flicker, knownFlicker, looksWanted, noFlicker, remembered } from "../../src/monitors/domain/Flicker.ts"

const page = (lines: ReadonlyArray<string>) => ["Rates", "We make tea pots by hand.", ...lines, "Imprint"].join("\n")

/** The same lines in orders that differ. */
const orders = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  [0, 1, 2, 3].map((turn) => {
    const turned = [...lines.slice(turn % lines.length), ...lines.slice(0, turn % lines.length)]
    return page(turn % 2 === 0 ? turned.toReversed() : turned)
  })

const compare = (before: string, seen: ReadonlyArray<string>, flicker: Flicker = noFlicker) =>
  compareTexts({ before, seen, known: knownFlicker(flicker, seen.length) })

/** The lines that went and those that came, in what the looks agree on. */
const told = (before: string, seen: ReadonlyArray<string>, flicker?: Flicker) => {
  const { agreed } = compare(before, seen, flicker)
  if (agreed === null) return null
  const lines = (sign: string) =>
    agreed.change.diff
      .split("\n")
      .filter((row) => row.startsWith(sign))
      .map((row) => row.slice(1))
  return { gone: lines("-"), come: lines("+") }
}

const headline = (before: string, seen: ReadonlyArray<string>) => headlineOf(compare(before, seen).agreed!.change)

const items = [1, 2, 3, 4, 5].map((item) => `Item ${item} costs $${item}0`)
const names = ["Amber", "Basil", "Cedar", "Delta", "Ember", "Fable"]
const cards = (prices: ReadonlyArray<number>, soldOut: ReadonlyArray<number> = []) =>
  prices.map((price, card) => [names[card]!, `$${price}`, soldOut.includes(card) ? "Sold out" : "In stock"].join("\n"))

describe("a list that is drawn in another order each time", () => {
  const before = page(items)

  it("is nothing by itself, whatever the orders are", () => {
    const order = fc.shuffledSubarray(items, { minLength: items.length })
    fc.assert(
      fc.property(order, fc.uniqueArray(order, { minLength: 2, maxLength: 4, selector: String }), (was, seen) => {
        assert.isNull(compare(page(was), seen.map(page)).agreed)
      })
    )
    // Here both looks show one line behind another that it stood before.
    const turned = [
      [1, 3, 0, 2],
      [1, 3, 2, 0]
    ].map((order) => page(order.map((item) => items[item]!)))
    assert.isNull(compare(page(items.slice(0, 4)), turned).agreed)
  })

  it("tells what came, what went and what is written otherwise, in any order", () => {
    const order = (lines: ReadonlyArray<string>) => fc.shuffledSubarray([...lines], { minLength: lines.length })
    const looksAt = (lines: ReadonlyArray<string>) => fc.tuple(order(lines), order(lines), order(lines), order(lines))
    const dearer = items.with(4, "Item 5 costs $55")
    fc.assert(
      fc.property(
        order(items),
        fc.oneof(
          looksAt([...items, "Kettle costs $60"]).map((seen) => ({ seen, gone: [], come: ["Kettle costs $60"] })),
          looksAt(items.slice(1)).map((seen) => ({ seen, gone: [items[0]!], come: [] })),
          looksAt(dearer).map((seen) => ({ seen, gone: [items[4]!], come: [dearer[4]!] }))
        ),
        (was, { come, gone, seen }) => {
          fc.pre(new Set(seen.map(String)).size > 2)
          assert.deepStrictEqual(told(page(was), seen.map(page)), { gone, come })
        }
      )
    )
  })

  it("is known for its order, so that one that goes later is told at once", () => {
    const seen = orders(items)
    const flicker = remembered(noFlicker, compare(before, seen).flicker, seen.length)
    assert.isAbove(flicker.lines.length, 0)
    assert.deepStrictEqual(told(before, orders(items.slice(1)), flicker), { gone: [items[0]!], come: [] })
  })

  it("names the card whose price or state is another one, though others say the same", () => {
    const was = page(cards([50, 50, 50, 60]))
    assert.strictEqual(headline(was, orders(cards([50, 55, 50, 60]))), "Basil: $50 → $55")
    assert.strictEqual(headline(was, orders(cards([50, 50, 50, 60], [2]))), "Cedar: In stock → Sold out")
    const seen = orders([...cards([50, 50, 50, 60]), "Umber\n$70\nIn stock"])
    assert.deepStrictEqual(told(was, seen)?.come.toSorted(), ["$70", "In stock", "Umber"])
    const fewer = told(was, orders(cards([50, 50, 50, 60]).slice(0, 3)))
    assert.deepStrictEqual(fewer?.gone.toSorted(), ["$60", "Delta", "In stock"])
  })

  it("tells a row that is written otherwise with the one before it, where the lines around both are not the same", () => {
    const kettles = (list: ReadonlyArray<string>, price: number, quote: string) =>
      page([...list, `Price ${price}`, quote])
    const before = kettles(["Pots", "Item two", "Item three", "Item one", "At 12:00:00"], 100, "The sea was calm.")
    const seen = [
      kettles(["Cups", "Item two", "Item one", "Item three", "At 12:00:01"], 101, "We were at sea."),
      kettles(["Spoons", "Item one", "Item three", "Item two", "At 12:00:02"], 101, "We were at sea.")
    ]
    assert.include(told(before, seen)?.gone ?? [], "Price 100")
    assert.include(told(before, seen)?.come ?? [], "Price 101")
  })

  it("tells no rows with a clock that all looks show elsewhere than before", () => {
    const rows = (time: string) => ["Amber", "Basil"].map((name) => `${name} 12:00:${time}`)
    const before = page(["Open", ...rows("01"), "By hand", "Free"])
    const seen = ["07", "08", "10", "11"].map((time, look) =>
      page(look % 2 === 0 ? [...rows(time), "Open", "Free"] : ["Open", "Free", ...rows(time)])
    )
    assert.deepStrictEqual(told(before, seen), { gone: ["By hand"], come: [] })
  })

  it("tells all that went in one place beside a row that flickers, though what is drawn elsewhere comes and goes", () => {
    const went = ["We repair kettles.", "Bring yours on Monday.", "It takes a week."]
    const before = page(["Open", "Daily", ...went, "Seen by 2 people", "Shop"])
    const seen = [
      page(["Cups", "Open", "Daily", "Closed for good", "Seen by 7 people", "Shop"]),
      page(["Open", "Daily", "Closed for good", "Seen by 5 people", "Shop"]),
      page(["Spoons", "Open", "Daily", "Closed for good", "Seen by 9 people", "Shop"])
    ]
    assert.includeMembers(told(before, seen)!.gone, went)
    assert.include(told(before, seen)!.come, "Closed for good")
  })

  it("is told in spite of a line beside it that is another one each time", () => {
    const words = ["calm sea", "old harbour wall", "wind", "grey slate roofs"]
    const seen = (lines: ReadonlyArray<string>) =>
      orders(lines).map((text, look) => text.replace("by hand.", `by hand.\nQuote\n${words[look]}\nOffers`))
    const was = page(["Quote", "first frost", "Offers", ...items])
    assert.isNull(compare(was, seen(items)).agreed)
    assert.deepStrictEqual(told(was, seen(items.slice(1))), { gone: [items[0]!], come: [] })
  })
})

describe("a row with a clock", () => {
  const rows = (time: string, prices: ReadonlyArray<number>, state = "OK") =>
    prices.map((price, row) => `${names[row]} | $${price} | ${state} | 12:00:${time}`)
  const looks = (prices: ReadonlyArray<number>, state?: string) =>
    ["07", "08", "10", "11"].map((time) => page(rows(time, prices, state)))
  const before = page(rows("01", [50, 100, 7]))

  it("is nothing while its clock goes", () => {
    assert.isNull(compare(before, looks([50, 100, 7])).agreed)
  })

  it("tells its price, and nothing of its clock", () => {
    assert.deepStrictEqual(told(before, looks([55, 100, 7])), {
      gone: ["Amber | $50 | OK | 12:00:01"],
      come: ["Amber | $55 | OK | 12:00:01"]
    })
    assert.strictEqual(headline(before, looks([55, 100, 7])), "Amber: $50 → $55")
    const turned = looks([55, 100, 7]).map((text, look) => {
      const [first, second, ...others] = text.split("\n")
      return [first, second, ...(look % 2 === 0 ? others.toReversed() : others)].join("\n")
    })
    assert.strictEqual(headline(before, turned), "Amber: $50 → $55", "in any order")
  })

  it("tells its word", () => {
    assert.deepStrictEqual(told(before, looks([50, 100, 7], "Down"))?.come[0], "Amber | $50 | Down | 12:00:01")
  })

  it("is told when it came or went, and named by a number too", () => {
    assert.deepStrictEqual(told(before, looks([50, 100, 7, 9])), { gone: [], come: ["Delta | $9 | OK | …"] })
    assert.deepStrictEqual(told(before, looks([50, 100]))?.gone, ["Cedar | $7 | OK | 12:00:01"])
    const numbered = (time: string, count: number) =>
      page(Array.from({ length: count }, (_, row) => `${row + 101} | 12:00:${time}`))
    const seen = ["04", "05", "06", "09"].map((time) => numbered(time, 4))
    assert.deepStrictEqual(told(numbered("01", 3), seen), { gone: [], come: ["104 | …"] })
  })

  it("is nothing where its value came back at one look, in a list of any order", () => {
    const shuffledOf = (values: ReadonlyArray<number>) =>
      values.map((value, look) => {
        const lines = ["Amber", "Basil", "Cedar", "Delta", `Ember seen by ${value}`]
        return page(look % 2 === 0 ? lines.toReversed() : [...lines.slice(2), ...lines.slice(0, 2)])
      })
    const before = page(["Basil", "Ember seen by 3", "Delta", "Amber", "Cedar"])
    for (const values of [
      [2, 2, 2, 3],
      [3, 2, 4, 5],
      [2, 3, 2, 3, 2, 2, 2, 2]
    ]) {
      assert.isNull(compare(before, shuffledOf(values)).agreed, String(values))
    }
  })

  it("is told with another row of its name, by its other values", () => {
    const twice = (time: string, ...prices: ReadonlyArray<number>) =>
      page(prices.map((price) => `Amber | $${price} | 12:00:${time}`))
    const seen = ["04", "05", "06", "09"].map((time) => twice(time, 10, 20, 30))
    assert.deepStrictEqual(told(twice("01", 10, 20), seen), { gone: [], come: ["Amber | $30 | …"] })
  })
})

describe("a line with a counter", () => {
  const line = (price: number, viewers: number) =>
    page([`Price $${price} · ${viewers} ${viewers === 1 ? "person is" : "people are"} looking at this`])

  it("tells its price, however many look at it", () => {
    const before = line(50, 8)
    assert.isNull(compare(before, [line(50, 5), line(50, 9), line(50, 1)]).agreed)
    for (const viewers of [
      [5, 9, 11, 6],
      [1, 5, 7, 8],
      [5, 1, 1, 2]
    ]) {
      const seen = viewers.map((count) => line(55, count))
      assert.deepStrictEqual(told(before, seen)?.come, ["Price $55 · 8 people are looking at this"])
    }
  })

  it("is told where it took the place of another line, when many looks show it", () => {
    const looks = (line: (value: number) => string) =>
      [7, 5, 4, 3, 9, 2, 6, 8].map((value) => page(["Tea", line(value)]))
    const left = compare(
      page(["Tea", "Sold out"]),
      looks((count) => `Only ${count} left in stock`)
    )
    assert.isTrue(left.agreed?.isVaried)
    assert.strictEqual(headlineOf(left.agreed!.change), "Tea: Sold out → Only … left in stock")
    const inAnyOrder = looks((count) => `Sale ends in 02:13:1${count}`).map((text, look) => {
      const [head, about, ...others] = text.split("\n")
      return [head, about, ...(look % 2 === 0 ? others : ["Imprint", ...others.slice(0, -1)])].join("\n")
    })
    assert.deepStrictEqual(told(page(["Tea", "Free delivery"]), inAnyOrder), {
      gone: ["Free delivery"],
      come: ["Sale ends in …"]
    })
    const looked = looks((count) => `${count} people are looking at this`)
    for (const before of [
      "1 person is looking at this",
      "Nobody is looking at this",
      "12 people are looking at this"
    ]) {
      assert.isNull(compare(page(["Tea", before]), looked).agreed, before)
    }
    assert.isNull(compare(page(["Tea", "Loading"]), looks(String)).agreed)
  })

  it("is no news where it is another sentence each time", () => {
    const quotes = [
      "The sea was calm that night, and so were we.",
      "We were at sea for a night.",
      "That night the wind was at its worst.",
      "So calm a sea was never seen."
    ]
    for (const quote of quotes) {
      const others = quotes.filter((other) => other !== quote)
      assert.isNull(
        compare(
          page([quote]),
          others.map((other) => page([other]))
        ).agreed,
        quote
      )
    }
  })
})

describe("a page that draws what it shows", () => {
  const lines = names.map((name) => `${name} kettle`)
  const drawn = (...shown: ReadonlyArray<number>) => page(shown.map((one) => lines[one]!))

  it("has to show what is new at many looks", () => {
    const before = drawn(0, 1, 2)
    const seen = [drawn(3, 0, 4), drawn(5, 3, 1), drawn(2, 4, 3), drawn(1, 3, 2)]
    const { agreed } = compare(before, seen)
    assert.isTrue(agreed?.isVaried)
    assert.isAbove(looksWanted(agreed!, 4), 4)
    assert.deepStrictEqual(agreed?.change.removed.count, 0, "what is missing was not drawn")
    const more = [...seen, drawn(4, 0, 5), drawn(0, 3, 5)]
    assert.isNull(compare(before, more).agreed)
  })

  it("tells nothing of one that is there as often as others", () => {
    const all = [0, 1, 2, 3, 4, 5]
    const without = (one: number, turn: number) => {
      const left = all.filter((other) => other !== one)
      return drawn(...(turn % 2 === 0 ? left.toReversed() : left))
    }
    const seen = [0, 1, 2, 3, 4, 0, 1, 2].map(without)
    assert.isNull(compare(without(5, 0), seen).agreed)
  })

  it("tells nothing of a counter that is there now and then", () => {
    const counted = (viewers: number | null) => page(viewers === null ? ["Tea"] : ["Tea", `${viewers} people look`])
    const first = compare(counted(null), [counted(7), counted(null), counted(5)])
    assert.isNull(first.agreed)
    const flicker = remembered(noFlicker, first.flicker, 3)
    const seen = [11, 12, 13, 14].map(counted)
    assert.isNull(compare(counted(null), seen, flicker).agreed)
  })
})

describe("lists that cost much to compare", { timeout: 120_000 }, () => {
  const timed = (text: () => unknown): number => {
    const at = performance.now()
    text()
    return performance.now() - at
  }
  const shuffled = (lines: ReadonlyArray<string>, seed: number) => {
    let state = seed
    const keyed = lines.map((line) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return [state, line] as const
    })
    return keyed.toSorted(([one], [other]) => one - other).map(([, line]) => line)
  }

  it("are told when thousands of lines only stand elsewhere", () => {
    const lines = Array.from({ length: 6_000 }, (_, line) => `Thing ${line} at $${line}`)
    const seen = [31, 57].map((seed) => page(shuffled([...lines, "New thing"], seed)))
    assert.deepStrictEqual(told(page(lines), seen)?.come, ["New thing"])
  })

  it("take no time that grows with the square of their lines", () => {
    const list = (count: number, lineOf: (line: number) => string) =>
      Array.from({ length: count }, (_, line) => lineOf(line))
    const looks = (textOf: (look: number) => ReadonlyArray<string>) => [0, 1].map((look) => textOf(look).join("\n"))
    const separated = (lines: ReadonlyArray<string>) => lines.flatMap((line, at) => [`Head ${at}`, `Foot ${at}`, line])
    const steps = list(990, (line) => `Step ${line}`)
    const kinds = {
      "lines of a kind that went, beside others of it": {
        before: list(45_000, (line) => `Row ${line % 1_900} x`),
        seen: looks((look) => list(4_000, (line) => `Row ${line}.${look} x`))
      },
      "long lines that went, many times": {
        before: list(20_000, (line) => `${"word 1 ".repeat(120)} ${line % 1_900}`),
        seen: looks((look) => list(3_000, (line) => `Row ${line} ${look}`))
      },
      "hunks each of which gives back what another takes": {
        before: [...separated(steps), "Middle", ...list(30_000, (line) => `Was ${line}`)],
        seen: looks((look) => [
          ...separated([look === 0 ? steps.at(-1)! : "Another", ...steps.slice(0, -1)]),
          "Middle",
          ...list(15_000, (line) => `Is ${line}`)
        ])
      },
      "rows behind lines that stand many times": {
        before: list(20_000, () => "---"),
        seen: looks((look) => list(20_000, (line) => `---\nRow ${line} at ${look + 7}`))
      },
      "rows behind a line of a long stretch that went": {
        before: [
          ...list(10_000, (line) => `Went ${line}`),
          "",
          ...list(10_000, (line) => `Went too ${line}`),
          "Middle"
        ],
        seen: looks((look) => ["New", "Middle", ...list(12_000, (line) => `\nRow ${line} at ${look + 7}`)])
      },
      "thousands of equal lines, some of which flicker": {
        before: list(30_000, () => "Same"),
        seen: looks((look) => list(29_000, (line) => (line % 50 === look ? `Own ${look}` : "Same")))
      }
    }
    for (const [kind, { before, seen }] of Object.entries(kinds)) {
      assert.isBelow(
        timed(() => compare(before.join("\n"), seen)),
        20_000,
        kind
      )
    }
  })

  it("take bounded time whatever they are", () => {
    const many = (count: number, lineOf: (line: number, look: number) => string) =>
      [0, 1, 2, 3].map((look) => Array.from({ length: count }, (_, line) => lineOf(line, look)).join("\n"))
    const kinds = [
      many(20_000, (line, look) => `Row ${line} ${look} ${line * look}`),
      many(20_000, (line, look) => `${line % 3} ${look}`),
      many(3_000, (line, look) => `${"1 ".repeat(300)}${line} ${look}`),
      many(20_000, (line, look) => (look === 0 ? `a${line}` : `b${(line * 7) % 20_000}`)),
      many(2, (line, look) => `${"1 ".repeat(500_000)}${line} ${look}`)
    ]
    for (const [kind, [before, ...seen]] of kinds.entries()) {
      const wanted = seen.map((text, look) => `${text}\n${look}`)
      assert.isBelow(
        timed(() => compare(before!, wanted)),
        10_000,
        `${kind}`
      )
    }
  })
})
