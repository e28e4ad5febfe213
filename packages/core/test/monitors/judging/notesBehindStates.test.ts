/** Notes behind a state and numbers ahead of one, which say how it is so and not that it is not; and what is full. */
import { assert, describe, it } from "@effect/vitest"
import { statesNow } from "../../../src/monitors/domain/judging/statesNow.ts"
import { checkPairs } from "./onPages.ts"

const page = (line: string): string =>
  `<h1>Old Mill</h1><p>We make things for people who like them.</p><p>${line}</p><p>Find us at the quay every day.</p>`

const told =
  (is: boolean) =>
  ([goal, was, now]: readonly [goal: string, was: string, now: string]) =>
    [goal, page(was), page(now), is] as const

const there: ReadonlyArray<readonly [goal: string, was: string, now: string]> = [
  ["tell me when it is in stock", "Out of stock", "In stock (no returns)"],
  ["tell me when it is in stock", "Out of stock", "In stock: no minimum order"],
  ["tell me when it is in stock", "Out of stock", "In stock: 0–3 days delivery"],
  ["tell me when it is in stock", "Out of stock", "In stock: - Small - Medium"],
  ["tell me when it is in stock", "Out of stock", "In stock: No. 5 and No. 7"],
  ["tell me when it is in stock", "Out of stock", "In stock: 0.5 l bottles"],
  ["tell me when it is in stock", "Out of stock", "Cola with 0 sugar available"],
  ["tell me when it is available", "Sold out", "Available (0 calories)"],
  ["tell me when tickets are available", "Sold out", "Tickets available: no booking fee"],
  ["sag mir, wenn es lieferbar ist", "Ausverkauft", "Lieferbar (keine Rücksendung)"],
  ["when it opens", "Geschlossen", "Geöffnet: 0-24 Uhr"],
  ["tell me when the pool opens again", "Closed", "Open: 0:00–24:00"],
  ["tell me when the petrol station is open", "Closed", "Open (0-24h)"],
  ["tell me when size 0 is in stock", "Size 0: sold out", "Size 0 in stock"],
  ["tell me when platform 0 is open", "Platform 0 closed", "Platform 0 open"]
]

const none: ReadonlyArray<readonly [goal: string, was: string, now: string]> = [
  ["tell me when it is in stock", "Out of stock", "In stock: 0"],
  ["tell me when it is in stock", "Out of stock", "In stock: 0 pcs"],
  ["tell me when it is in stock", "Out of stock", "In stock: none, sorry"],
  ["tell me when it is in stock", "Out of stock", "In stock (none)"],
  ["tell me when it is in stock", "Out of stock", "In stock: 0 | Warehouse: 12"],
  ["tell me when the pool opens", "Closed", "Open: –"],
  ["tell me when the mug is available", "Sold out", "0 mugs available"],
  ["tell me when the room is available", "Sold out", "There are 0 rooms currently available"],
  ["tell me when it is sold out", "In stock", "Size 0 available"]
]

const full: ReadonlyArray<readonly [goal: string, was: string, now: string]> = [
  ["when the course is full", "3 places left", "Full"],
  ["when the course is full", "Open", "Full"],
  ["when the course is full", "Open", "Course full"],
  ["tell me when the class is full", "Yoga class: bookable", "Yoga class: FULL"],
  ["tell me when the car park is full", "Car park: 12 spaces", "Car park full"],
  ["tell me when the car park is full", "Spaces: 12", "Spaces: full"],
  ["when registration is full", "Registration open", "Registration full"],
  ["alert me when the workshop fills up", "3 places left", "Workshop full"],
  ["notify me when the reservoir is full", "Reservoir: 80 %", "Reservoir: full"],
  ["notify me when the moon is full", "Waxing moon", "Full moon"],
  ["when the course is full", "Course nearly full", "Course full"],
  ["when the disk is full", "Disk: 90 % full", "Disk: 100 % full"],
  ["when the course is full", "Open", "The course is now full."]
]

const notFull: ReadonlyArray<readonly [goal: string, was: string, now: string]> = [
  ["when the course is full", "Full", "3 places left"],
  ["when the course is full", "Open", "Course is not full yet"],
  ["when the course is full", "Open", "Nearly full"],
  ["when the course is full", "Open", "Full details"],
  ["when the course is full", "Pay a deposit", "Pay in full"],
  ["when the course is full", "Course: 12 places", "Course: 11 places"],
  ["when the disk is full", "Disk: 80 % full", "Disk: 90 % full"],
  ["when it is full", "Open", "Open. Read the full story"]
]

describe("what stands beside a state", () => {
  it.effect("says how it is so", () => checkPairs(there.map(told(true))))

  it.effect("says that it is not so where it ends with none, or counts none", () => checkPairs(none.map(told(false))))

  it("counts with a 0 that a sentence begins with", () => {
    const states = (line: string) => statesNow(line).map(({ state }) => state)
    for (const line of ["0 available", "Tickets: 0 available", "only 0 in stock", "there are 0 rooms still available"])
      assert.deepStrictEqual(states(line), ["unavailable"], line)
    for (const line of [
      "size 0 available",
      "Size: 0 available",
      "0 sugar available",
      "0 % finance available",
      "1,0 available"
    ])
      assert.deepStrictEqual(states(line), ["available"], line)
  })
})

describe("what is full", () => {
  it.effect("is told once a page says so", () => checkPairs(full.map(told(true))))

  it.effect("is not told for other words, nor where there is room", () => checkPairs(notFull.map(told(false))))
})
