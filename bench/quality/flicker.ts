/**
 * `node bench/quality/flicker.ts`: how often pages that show something else at every request alert falsely, and whether
 * real changes of them are told. Simulates runs with the rules that a run uses; `--plain` with two looks and no memory, and
 * `--only "6 of 2"` one kind of page. See README.md.
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
  options: { only: { type: "string", default: "" }, plain: { type: "boolean", default: false } }
})

const pages = 200
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

interface Page {
  readonly show: (price: number) => string
}

/** Slots that each draw one of their variants for every request. */
const makePage = (random: (below: number) => number, slots: number, variants: number, linesEach: number): Page => {
  const slot = (place: number) => {
    const variant = random(variants)
    return Array.from({ length: linesEach }, (_, line) => `Slot ${place} offers thing ${variant}, line ${line}`)
  }
  return {
    show: (price) =>
      [
        "Shop",
        ...Array.from({ length: slots }, (_, place) => [`Heading ${place}`, ...slot(place)]).flat(),
        "Tea",
        `Price ${price} €`,
        "Imprint"
      ].join("\n")
  }
}

interface Tally {
  falseAlerts: number
  told: number
  changed: number
  late: number
  /** Real changes that were told, whose difference shows what was held back as well. */
  withSlots: number
  looks: number
}

const watch = (page: Page, tally: Tally) => {
  let price = 100
  let baseline = page.show(price)
  let toldPrice = price
  let steady = 0
  let flicker: Flicker = noFlicker
  for (let run = 1; run <= runs; run++) {
    const changesNow = run % changesEvery === 0
    if (changesNow) {
      price += 1
      tally.changed += 1
    }
    const looks = [page.show(price)]
    tally.looks += 1
    if (looks[0] === baseline) {
      steady = Math.min(steady + 1, steadyRuns)
      flicker = { ...flicker, held: [] }
      continue
    }
    for (;;) {
      looks.push(page.show(price))
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
      const { added, diff, removed } = agreed.change
      const isReal = diff.includes(`+Price ${price} €`)
      if (isReal && toldPrice !== price) {
        toldPrice = price
        tally.told += 1
        if (!changesNow) tally.late += 1
      }
      // The sides are what title and quotes tell; the difference shows what was held back as well.
      const isTrue =
        isReal && [added, removed].every(({ count, excerpt }) => count === 1 && excerpt.startsWith("Price "))
      if (!isTrue) tally.falseAlerts += 1
      else if (/^[-+]Slot/m.test(diff)) tally.withSlots += 1
      break
    }
  }
}

console.log(
  "slots of lines | variants | runs that alert falsely | real changes told | later than the first run | with a slot in the difference | looks a run"
)
for (const [slots, linesEach] of [
  [1, 1],
  [1, 4],
  [3, 1],
  [6, 2]
] as const) {
  if (!`${slots} of ${linesEach}`.startsWith(values.only)) continue
  for (const variants of [2, 3, 5, 10, 20]) {
    const tally: Tally = { falseAlerts: 0, told: 0, changed: 0, late: 0, withSlots: 0, looks: 0 }
    const random = makeRandom(variants * 97 + slots * 13 + linesEach)
    for (let page = 0; page < pages; page++) watch(makePage(random, slots, variants, linesEach), tally)
    const share = ((100 * tally.falseAlerts) / (pages * runs)).toFixed(2)
    const looks = (tally.looks / (pages * runs)).toFixed(2)
    console.log(
      `${slots} of ${linesEach} | ${variants} | ${share} % | ${tally.told} of ${tally.changed} | ${tally.late} | ${tally.withSlots} | ${looks}`
    )
  }
}
