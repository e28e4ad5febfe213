/** Lines that hold a date, a counter or a mark of rights, and say something else beside it; and counts that are rules. */
import { assert, describe, it } from "@effect/vitest"
import { isTold } from "../../../src/monitors/domain/Judgement.ts"
import { judgeChange } from "../../../src/monitors/domain/judging/judgeChange.ts"

const around = (line: string) =>
  ["Old Mill", "We make things for people who like them.", line, "Find us at the quay every day."].join("\n")

const isToldOf = (goal: string | null, before: string, after: string): boolean =>
  isTold(
    judgeChange({
      ...{ goal, url: "https://mill.example/", targetType: "page" },
      ...{ before: around(before), after: around(after) }
    }),
    0.75
  )

const named = (pairs: ReadonlyArray<Pair>) => pairs.map(([before, after, goal]) => ({ before, after, goal }))

type Pair = readonly [before: string, after: string, goal?: string]

const told: ReadonlyArray<Pair> = [
  ["5 people are viewing this, 3 left", "7 people are viewing this, sold out", "when it is sold out"],
  ["5 people are viewing this - in stock", "7 people are viewing this - sold out", "when it is sold out"],
  ["2 others are looking at this room; 3 rooms remain", "5 others are looking at this room; fully booked"],
  ["Sold 400 times this month", "Sold 520 times this month", "monthly sales"],
  ["Savings rate 4.25% (as of 1 March 2026)", "Savings rate 3.10% (as of 1 April 2026)"],
  ["Zinssatz: 4,25 % p.a. (Stand: 01.03.2026)", "Zinssatz: 3,10 % p.a. (Stand: 01.04.2026)", "Änderung des Zinssatzes"],
  ["Diesel $1.459 per litre, updated: 3 March 2026", "Diesel $1.639 per litre, updated: 4 March 2026"],
  ["Caution. Last updated: 3 March 2026", "Do not travel. Last updated: 4 March 2026"],
  ["Last reviewed: 3 March 2026. Adult dose: 200 mg", "Last reviewed: 4 March 2026. Adult dose: 400 mg"],
  ["Water level 2.1 m, updated: 12:30", "Water level 5.8 m, updated: 12:45"],
  ["The road is open. Map © OpenStreetMap contributors", "The road is closed. Map © OpenStreetMap contributors"],
  ["Each cabin takes at most 8 people.", "Each cabin takes at most 4 people.", "changes to cabin rules"],
  ["Gatherings of more than 50 people are banned.", "Gatherings of more than 10 people are banned."],
  ["The API allows 100 reads per second.", "The API allows 50 reads per second.", "API limits"],
  ["Your plan includes 100 downloads.", "Your plan includes 50 downloads.", "changes to plan limits"],
  ["Höchstens 8 Personen pro Hütte.", "Höchstens 4 Personen pro Hütte.", "Änderungen der Hüttenregeln"],
  ["Minimum 4 persons", "Minimum 6 persons", "minimum group size"],
  ["Places left: 0", "Places left: 2", "when a place is free"],
  ["14 seats left", "0 seats left"],
  ["Sleeps up to 4 people", "Sleeps up to 5 people"],
  ["Max 10 visitors", "Max 12 visitors"],
  ["10 people or more get a guide", "12 people or more get a guide"],
  ["5 users included", "3 users included", "changes to plan limits"],
  ["128 reviews · In stock", "131 reviews · Sold out"],
  ["128 reviews · In stock", "128 reviews · Sold out", "when it is sold out"],
  ["128 reviews | In stock", "128 reviews | Sold out", "when it sells out"],
  ["128 reviews In stock", "128 reviews Sold out"],
  ["12 reviews", "12 reviews · Sold out"],
  ["1,204 views · $99", "1,204 views · $79"],
  ["128 reviews $99", "131 reviews $79"],
  ["12 views | $99", "13 views | $79"],
  ["4.5 out of 5 (1,204) · $49.00", "4.5 out of 5 (1,204) · $39.00"],
  ["Rated 4.5/5 (12 reviews), Price: $49", "Rated 4.5/5 (12 reviews), Price: $39", "price drop"],
  ["Rated 4.5/5 (12 reviews), 20% off", "Rated 4.5/5 (12 reviews), 30% off"],
  ["12 people are watching this – $25.00", "12 people are watching this – $19.00", "price drop"],
  ["Used by 3 teams · $20 per month", "Used by 3 teams · $25 per month"],
  ["Only 3 left · $25", "Only 3 left · $19", "price drop"],
  ["Sunset cruise, $40", "Sunset cruise, $60", "price changes"],
  ["Sunset tour: 18:00, sold out", "Sunset tour: 18:00, places free", "when places are free"],
  ["Sunset Boulevard: closed", "Sunset Boulevard: open"],
  ["Ferry cancelled – updated: 12:30", "Ferry sails – updated: 12:45"],
  ["Threat level: substantial | Last updated 3 March 2026", "Threat level: severe | Last updated 4 March 2026"],
  ["Beach flag | red | Updated: 12:30", "Beach flag | green | Updated: 12:45"],
  ["20 people may enter at once", "10 people may enter at once"],
  ["20 people can enter at once", "10 people can enter at once"],
  ["20 Personen dürfen gleichzeitig hinein", "10 Personen dürfen gleichzeitig hinein"],
  ["30 visitors must book ahead", "20 visitors must book ahead"],
  ["10,000 views per month included", "5,000 views per month included", "changes to plan limits"],
  ["500 downloads per month limit", "300 downloads per month limit", "changes to plan limits"],
  ["2 persons per cabin at most", "4 persons per cabin at most", "cabin rules"],
  ["5 left at this price", "3 left at this price"],
  ["Only 5 rooms left at this price on our site", "Only 3 rooms left at this price on our site"],
  ["Noch 5 verbleibend zu diesem Preis", "Noch 3 verbleibend zu diesem Preis"],
  ["3 people are required", "5 people are required"],
  ["Rooms for up to 3 people", "Rooms for up to 5 people"],
  ["Up to 3 people are allowed in the lift", "Up to 5 people are allowed in the lift"],
  ["Up to 500 users can be online at once", "Up to 200 users can be online at once"],
  ["Up to 4 people are watching at a time", "Up to 2 people are watching at a time"],
  ["At most 3 visitors may look at the painting", "At most 5 visitors may look at the painting"],
  ["Delivered in 12 carts of coal", "Delivered in 14 carts of coal"],
  ["Take 3 times daily", "Take 2 times daily"],
  ["Up to 3 people are viewing this for $40", "Up to 3 people are viewing this for $45"],
  ["Up to 3 people are viewing this", "Up to 5 people are viewing this", "number of people viewing this"]
]

const untold: ReadonlyArray<Pair> = [
  ["Last updated: 3 March 2026", "Last updated: 4 March 2026"],
  ["Last updated 12 March 2026 by Ann Lee", "Last updated 14 March 2026 by Ann Lee"],
  ["Last updated: 3 March 2026, after 5 hours", "Last updated: 4 March 2026, after 3 hours"],
  ["1,204 views · $99", "1,260 views · $99"],
  ["Posted by Ann, 3 hours ago, 5 comments", "Posted by Ann, 4 hours ago, 9 comments"],
  ["© 2025 Acme Inc. All rights reserved.", "© 2026 Acme Inc. All rights reserved."],
  ["Ends in 2 days, 5 hours", "Ends in 1 day, 3 hours"],
  ["Page generated in 0.12 s on web-3", "Page generated in 0.19 s on web-7"],
  ["Over 50,000 customers trust us", "Over 60,000 customers trust us"],
  ["120 people are watching this", "140 people are watching this"],
  ["Rated 4.5 out of 5 (1,204 reviews)", "Rated 4.6 out of 5 (1,260 reviews)"],
  ["14 seats left", "12 seats left"],
  ["Weather: Berlin 12°, cloudy", "Weather: Berlin 14°, sunny"],
  ["12 views • Anna", "15 views • Bob"],
  ["3 people are viewing this — last booked from Berlin", "5 people are viewing this — last booked from Madrid"],
  ["Quote of the day: “Tea is life”, Ann Roe", "Quote of the day: “Pots are art”, Bob Doe"],
  ["Page generated in 0.12 s, server alpha", "Page generated in 0.14 s, server bravo"],
  ["Sunrise 6:12, high 14°, Saint Anna", "Sunrise 6:14, high 15°, Saint Boris"],
  ["© 2025 Acme, Inc., Springfield", "© 2026 Acme, Inc., Berlin"],
  [
    "12 people have this in their carts, it may sell out soon",
    "14 people have this in their carts, it may sell out soon"
  ],
  ["1,204 customers bought this, including 12 today", "1,210 customers bought this, including 13 today"],
  [
    "Join 52,301 subscribers – no more than one email a week",
    "Join 52,344 subscribers – no more than one email a week"
  ],
  ["Up to 3 people are viewing this", "Up to 5 people are viewing this"],
  ["Up to 3 people are viewing this", "At least 5 people are viewing this right now"],
  ["Over 20 people have this in their carts", "Over 30 people have this in their carts"],
  ["Bis zu 3 Personen sehen sich das gerade an", "Bis zu 8 Personen sehen sich das gerade an"],
  ["Jusqu'à 3 personnes regardent cette page", "Jusqu'à 8 personnes regardent cette page"],
  ["Hasta 3 personas están viendo esto", "Hasta 8 personas están viendo esto"],
  ["Fino a 3 persone stanno guardando questo prodotto", "Fino a 8 persone stanno guardando questo prodotto"],
  ["Até 3 pessoas estão vendo isto", "Até 8 pessoas estão vendo isto"],
  ["Maximaal 3 mensen bekijken dit nu", "Maximaal 8 mensen bekijken dit nu"],
  ["In 12 carts", "In 14 carts"],
  ["Added to 20+ shopping carts", "Added to 30+ shopping carts"],
  ["In 12 Warenkörben", "In 14 Warenkörben"],
  ["Dans 12 paniers", "Dans 14 paniers"],
  ["En 12 carritos", "En 14 carritos"],
  ["Sold 14 times today", "Sold 15 times today"],
  ["12 people are viewing this - in stock", "14 people are viewing this - in stock"],
  ["Selling fast: sold 14 times today", "Selling fast: sold 19 times today"],
  ["12 people have added this to their cart", "15 people have added this to their cart"],
  ["Bought 3 times in the past day", "Bought 8 times in the past day"],
  ["Heute 14-mal verkauft", "Heute 15-mal verkauft"],
  ["Vendu 14 fois aujourd'hui", "Vendu 15 fois aujourd'hui"],
  ["Venduto 14 volte oggi", "Venduto 15 volte oggi"],
  ["8 people are looking at this room, max 2 guests", "11 people are looking at this room, max 2 guests"],
  ["Save up to 20 %: 40 people bought this today", "Save up to 20 %: 44 people bought this today"],
  ["128 reviews · In stock", "131 reviews · In stock"],
  ["128 people donated $1,234", "131 people donated $1,300"],
  ["1,204 votes (€3,100 raised)", "1,210 votes (€3,140 raised)"],
  ["Rated 4.5/5 (12 reviews), 96% recommend", "Rated 4.5/5 (12 reviews), 97% recommend"],
  ["3 people are viewing this — last booked from Berlin", "3 people are viewing this"],
  ["Currently open", "Currently closed"],
  ["Server: alpha, page generated in 0.12 s", "Server: bravo, page generated in 0.14 s"],
  ["Photo: Ann Lee © 2026", "Photo: Bob Doe © 2026"],
  ["Sponsored: Shoes, $49", "Sponsored: Pots, $29"],
  ["High tide Dover 6:12", "High tide Dover 7:12"],
  ["120 people may be watching", "140 people may be watching"],
  ["1,204 customers can rely on us", "1,304 customers can rely on us"],
  ["1,204 downloads per month (max 2 MB)", "1,304 downloads per month (max 2 MB)"]
]

describe("a line that holds noise", () => {
  it.each(named(told))("is told for what it says beside: $before → $after", ({ after, before, goal }) => {
    assert.isTrue(isToldOf(goal ?? null, before, after))
  })

  it.each(named(untold))("is not told for its noise: $before → $after", ({ after, before }) => {
    assert.isFalse(isToldOf(null, before, after))
  })
})
