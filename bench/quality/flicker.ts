/**
 * `node bench/quality/flicker.ts`: how often pages that show something else at every request alert falsely, and whether
 * real changes of them are told. Simulates runs with the rules that a run uses; `--plain` with two looks and no memory,
 * `--only "slots: 6"` some kinds of pages, `--pages 20` fewer of each, and `--show` what goes wrong. See README.md.
 */
import { parseArgs } from "node:util"
import { compareTexts } from "@kittiwake/core/monitors/domain/Diff"
import {
  type Flicker,
  knownFlicker,
  looksWanted,
  noFlicker,
  remembered,
  steadyRuns
} from "@kittiwake/core/monitors/domain/Flicker"

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    plain: { type: "boolean", default: false },
    pages: { type: "string", default: "200" },
    show: { type: "boolean", default: false }
  }
})

const pages = Number(values.pages)
const runs = 150
/** Every so many runs something on the page changes to stay. */
const changesEvery = 25

/** The same numbers on every machine. */
const makeRandom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39)
    return ((mixed ^ (mixed >>> 16)) >>> 0) % below
  }
}

type Random = (below: number) => number

/** What changes to stay: lines of the earlier text that go, and lines that come. */
interface Real {
  readonly gone: ReadonlyArray<RegExp>
  readonly come: ReadonlyArray<RegExp>
}

interface Page {
  /** As it is drawn for a request. */
  readonly show: () => string
  /** Changes something to stay. */
  readonly change: () => Real
  /** Lines that flicker, which may stand in a difference and not in what title and quotes tell. */
  readonly flickers: RegExp
}

const shuffled = <T>(all: ReadonlyArray<T>, random: Random): ReadonlyArray<T> => {
  const left = [...all]
  return all.map(() => left.splice(random(left.length), 1)[0]!)
}

const exactly = (line: string): RegExp => new RegExp(`^${line.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`)

/** A price on a line of its own, among lines that flicker. */
const withPrice = (flickers: RegExp, lines: () => ReadonlyArray<string>): Page => {
  let price = 100
  return {
    flickers,
    show: () => ["Shop", ...lines(), "Tea", `Price ${price} €`, "Imprint"].join("\n"),
    change: () => {
      price += 1
      return { gone: [exactly(`Price ${price - 1} €`)], come: [exactly(`Price ${price} €`)] }
    }
  }
}

/** Slots that each draw one of their variants for every request. */
const slots = (random: Random, places: number, variants: number, linesEach: number): Page => {
  const slot = (place: number) => {
    const variant = random(variants)
    return Array.from({ length: linesEach }, (_, line) => `Slot ${place} offers thing ${variant}, line ${line}`)
  }
  return withPrice(/^Slot/, () =>
    Array.from({ length: places }, (_, place) => [`Heading ${place}`, ...slot(place)]).flat()
  )
}

const words =
  "amber basil cedar delta ember fable grove haven indigo jasper kestrel lumen maple nectar ochre pearl quartz raven sable tulip umber velvet willow yarrow zephyr".split(
    " "
  )
const nameOf = (index: number): string => `${words[index % words.length]} ${words[(index * 7 + 3) % words.length]}`

interface Thing {
  readonly name: string
  price: number
  isThere: boolean
}

/** A list whose things change their price, come and go in turns; `linesOf` writes one, `draw` chooses and orders them. */
const list = (
  count: number,
  linesOf: (thing: Thing) => ReadonlyArray<string>,
  draw: (things: ReadonlyArray<Thing>) => ReadonlyArray<Thing>,
  { around = () => [], flickers = /^$/ }: { around?: () => ReadonlyArray<string>; flickers?: RegExp } = {}
): Page => {
  const things = Array.from(
    { length: count },
    (_, index): Thing => ({ name: nameOf(index), price: 10 + index, isThere: true })
  )
  let changes = 0
  const wordsOf = (thing: Thing) =>
    linesOf(thing).map(
      (line) =>
        new RegExp(
          exactly(line).source.replace(/\d+:\d+:\d+|~\d+/g, (one) =>
            one.startsWith("~") ? "~(?:\\d+|…)" : "(?:\\d+:\\d+:\\d+|…)"
          )
        )
    )
  return {
    flickers,
    show: () =>
      ["Shop", ...around(), ...draw(things.filter(({ isThere }) => isThere)).flatMap(linesOf), "Imprint"].join("\n"),
    change: () => {
      changes += 1
      if (changes % 3 === 1) {
        const there = things.filter(({ isThere }) => isThere)
        const thing = there[changes % there.length]!
        const gone = wordsOf(thing)
        thing.price += 100
        const come = wordsOf(thing)
        const isNew = (among: ReadonlyArray<RegExp>) => (one: RegExp) =>
          among.every(({ source }) => source !== one.source)
        return { gone: gone.filter(isNew(come)), come: come.filter(isNew(gone)) }
      }
      if (changes % 3 === 2) {
        const thing: Thing = { name: nameOf(things.length), price: 10 + things.length, isThere: true }
        things.push(thing)
        return { gone: [], come: wordsOf(thing) }
      }
      const thing = things.find(({ isThere }) => isThere)!
      thing.isThere = false
      return { gone: wordsOf(thing), come: [] }
    }
  }
}

const oneLine = ({ name, price }: Thing) => [`The ${name} costs $${price}`]

/** Every third is sold out, so that a card shares two of its lines with others. */
const card = ({ name, price }: Thing) => [name, `$${price}`, price % 3 === 0 ? "Sold out" : "In stock"]

let clock = 0
const row = ({ name, price }: Thing) => {
  clock += 1
  return [`${name} | $${price} | 12:${(clock >> 6) % 60}:${clock % 60}`]
}

const counted =
  (random: Random, most: number) =>
  ({ name, price }: Thing) => [`${name} $${price} · ~${random(most)} people are looking at this`]

const twiceCounted =
  (random: Random, most: number) =>
  ({ name, price }: Thing) => [`${name} $${price} · ~${random(most)} look · ~${random(most)} bought`]

const inOrder = (things: ReadonlyArray<Thing>) => things
const inAny = (random: Random) => (things: ReadonlyArray<Thing>) => shuffled(things, random)

/** Draws some of them, in order or not. */
const rotating = (random: Random, shown: number, count: number, isOrdered: boolean): Page =>
  withPrice(/ kettle \$/, () => {
    const drawn = shuffled(
      Array.from({ length: count }, (_, index) => index),
      random
    ).slice(0, shown)
    const places = isOrdered ? drawn.toSorted((one, other) => one - other) : drawn
    return ["Picks", ...places.map((index) => `${nameOf(index)} kettle $${index + 10}`)]
  })

const quote = (random: Random) => Array.from({ length: 6 + random(6) }, () => words[random(words.length)]!).join(" ")

type MakePage = (random: Random) => Page

const kinds: ReadonlyArray<readonly [name: string, make: MakePage]> = [
  ...(
    [
      [1, 1],
      [1, 4],
      [3, 1],
      [6, 2]
    ] as const
  ).flatMap(([places, linesEach]) =>
    [2, 3, 5, 10, 20].map(
      (variants) =>
        [
          `slots: ${places} of ${linesEach}, ${variants} variants`,
          (random: Random) => slots(random, places, variants, linesEach)
        ] as const
    )
  ),
  ...[2, 3, 5, 10, 40].map(
    (count) => [`random order: ${count} lines`, (random: Random) => list(count, oneLine, inAny(random))] as const
  ),
  ...[3, 6, 20].map(
    (count) => [`random order: ${count} cards`, (random: Random) => list(count, card, inAny(random))] as const
  ),
  [
    "random order: 8 lines beside a quote",
    (random) =>
      list(8, oneLine, inAny(random), {
        around: () => ["Quote", quote(random), "Things"],
        flickers: /^[a-z]+( [a-z]+){5,}$/
      })
  ],
  [
    "random order: 8 lines beside 1 of 2",
    (random) =>
      list(8, oneLine, inAny(random), {
        around: () => ["Ad", `Ad of ${words[random(2)]}`, "Things"],
        flickers: /^Ad of/
      })
  ],
  ...(
    [
      [3, 6],
      [5, 6],
      [9, 10],
      [3, 100]
    ] as const
  ).flatMap(([shown, count]) => [
    [`rotating: ${shown} of ${count} in order`, (random: Random) => rotating(random, shown, count, true)] as const,
    [`rotating: ${shown} of ${count} in any order`, (random: Random) => rotating(random, shown, count, false)] as const
  ]),
  ["clocks: 1 row", () => list(1, row, inOrder)],
  ["clocks: 5 rows", () => list(5, row, inOrder)],
  ["clocks: 40 rows", () => list(40, row, inOrder)],
  ["clocks: 8 rows in random order", (random) => list(8, row, inAny(random))],
  ...[2, 3, 7, 1_000].map(
    (most) => [`counters: 1 of ${most}`, (random: Random) => list(3, counted(random, most), inOrder)] as const
  ),
  ...[2, 3, 7].map(
    (most) => [`counters: 2 of ${most}`, (random: Random) => list(3, twiceCounted(random, most), inOrder)] as const
  ),
  ["counters: 2 of 7 in random order", (random) => list(8, twiceCounted(random, 7), inAny(random))],
  ["words: a quote", (random) => withPrice(/^[a-z]+( [a-z]+){5,}$/, () => ["Quote", quote(random)])],
  ["words: an id", (random) => withPrice(/^Request/, () => [`Request id ${random(1e9).toString(36)}`])],
  [
    "words: a counter that is there four times of five",
    (random) => withPrice(/looking$/, () => (random(5) === 0 ? [] : [`${random(1_000)} people are looking`]))
  ]
]

interface Tally {
  falseAlerts: number
  told: number
  changed: number
  late: number
  /** Real changes that were told, whose difference shows what flickers as well. */
  withFlicker: number
  looks: number
}

const matched = (lines: ReadonlyArray<string>, wanted: ReadonlyArray<RegExp>): boolean =>
  lines.every((line) => wanted.some((one) => one.test(line)))

const linesOf = ({ count, excerpt }: { readonly count: number; readonly excerpt: string }) =>
  count === 0 ? [] : excerpt.split("\n")

let shown = 0

const watch = (name: string, page: Page, tally: Tally) => {
  let baseline = page.show()
  let steady = 0
  let flicker: Flicker = noFlicker
  let real: Real | null = null
  for (let run = 1; run <= runs; run++) {
    const changesNow = run % changesEvery === 0
    if (changesNow) {
      if (values.show && real !== null) console.log(`  ${name}, run ${run}: never told`, real)
      real = page.change()
      tally.changed += 1
    }
    const looks = [page.show()]
    tally.looks += 1
    if (looks[0] === baseline) {
      steady = Math.min(steady + 1, steadyRuns)
      flicker = { ...flicker, held: [] }
      continue
    }
    for (;;) {
      looks.push(page.show())
      tally.looks += 1
      const { agreed, flicker: seen } = compareTexts({
        before: baseline,
        seen: looks,
        known: knownFlicker(flicker, looks.length)
      })
      if (!values.plain && agreed !== null && looks.length < looksWanted(agreed, steady)) continue
      if (!values.plain) flicker = remembered(flicker, seen, looks.length)
      if (agreed === null) {
        if (seen.lines.length > 0) steady = 0
        break
      }
      baseline = looks[0]!
      const [added, removed] = [linesOf(agreed.change.added), linesOf(agreed.change.removed)]
      // The sides are what title and quotes tell; the difference shows what was held back as well.
      const isTrue = real !== null && matched(added, real.come) && matched(removed, real.gone)
      const isAmong =
        real?.come.every((one) => added.some((line) => one.test(line)) || /stock|Sold/.test(one.source)) === true &&
        real.gone.every((one) => removed.some((line) => one.test(line)) || /stock|Sold/.test(one.source))
      if (isAmong) {
        real = null
        tally.told += 1
        if (!changesNow) tally.late += 1
      }
      if (!isTrue) {
        tally.falseAlerts += 1
        if (values.show && shown < 12) {
          shown += 1
          console.log(`  ${name}, run ${run}:`, { removed, added, looks: looks.length })
        }
      } else if (
        agreed.change.diff.split("\n").some((line) => /^[-+]/.test(line) && page.flickers.test(line.slice(1)))
      ) {
        tally.withFlicker += 1
      }
      break
    }
  }
}

console.log(
  "page | runs that alert falsely | real changes told | later than the first run | with what flickers in the difference | looks a run"
)
for (const [index, [name, make]] of kinds.entries()) {
  if (!name.startsWith(values.only)) continue
  const tally: Tally = { falseAlerts: 0, told: 0, changed: 0, late: 0, withFlicker: 0, looks: 0 }
  const random = makeRandom(index * 97 + 13)
  for (let page = 0; page < pages; page++) watch(name, make(random), tally)
  const share = ((100 * tally.falseAlerts) / (pages * runs)).toFixed(2)
  const looks = (tally.looks / (pages * runs)).toFixed(2)
  console.log(
    `${name} | ${share} % | ${tally.told} of ${tally.changed} | ${tally.late} | ${tally.withFlicker} | ${looks}`
  )
}
