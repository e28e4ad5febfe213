import { assert, describe, it } from "@effect/vitest"
import { messageInstead } from "../../src/monitors/domain/messageInstead.ts"

const before = `Pot
We make tea pots by hand in a small workshop near the sea, and we send them wherever our friends live, wrapped in paper.
$50
In stock, sent within three days. A pot holds a litre, and its lid stays on when you pour.
Every pot is thrown, trimmed, dried for a week and fired twice. No two are alike, and none of them drips.
Wash it by hand, without soap, and let it dry with its lid beside it. It grows darker over the years, as tea pots do.`

describe("a message in the place of a page", () => {
  it.each([
    ["not_found", "404\nSorry, this page does not exist."],
    ["not_found", "Oops!\nWe can't find the page you're looking for."],
    ["not_found", "Oops! We can’t find that page"],
    ["not_found", "The page you requested could not be found.\nGo to the home page"],
    ["not_found", "Seite nicht gefunden\nLeider gibt es diese Seite nicht."],
    ["not_found", "ページが見つかりません"],
    ["not_found", "お探しのページは見つかりません"],
    ["not_found", "Página no encontrada"],
    ["not_found", "页面不存在"],
    ["blocked", "Session expired\nPlease sign in."],
    ["blocked", "Your session has expired. Please sign in again.\nSign in"],
    ["blocked", "Welcome back\nEmail\nPassword\nContinue"],
    ["blocked", "Welcome back\nPlease log in to continue\nEmail\nPassword"],
    ["blocked", "Anmelden\nBenutzername\nPasswort\nAnmelden"],
    ["blocked", "Too many requests\nPlease slow down."],
    ["blocked", "Access Denied\nYou don't have permission to access this resource. Reference #18.2f"],
    ["fetch_failed", "502 Bad Gateway\nnginx"],
    ["fetch_failed", "Internal Server Error\nThe server encountered an error."],
    ["fetch_failed", "Site under maintenance\nPlease come back later."],
    ["fetch_failed", "We are currently performing scheduled maintenance."],
    ["fetch_failed", "Maintenance\nWe'll be back soon."],
    ["fetch_failed", "Error establishing a database connection"],
    ["fetch_failed", "Wartungsarbeiten"],
    ["fetch_failed", "Something went wrong\nError code 500. Ray ID: 8f2a 12"],
    ["fetch_failed", "An unexpected error has occurred.\nReference 4411"],
    ["fetch_failed", "We'll be back at 14:00\nThank you for waiting."],
    ["fetch_failed", "We will be back in 20 minutes"],
    ["fetch_failed", "Site under maintenance\nWe will be back on 5 January."]
  ] as const)("is %s: %s", (code, text) => {
    assert.strictEqual(messageInstead(before, text)?.code, code)
  })

  it.each([
    "This product is no longer available.",
    "Tea pot\nThis product is temporarily unavailable.",
    "The pool is closed for maintenance until May.",
    "The exhibition is closed.",
    "pot.example is for sale\nBuy this domain.",
    "All systems are down.",
    "We will be back on 5 January\nOur shop is closed over the holidays. Orders placed now ship on 7 January.",
    "Maintenance\nLift 4 is closed for yearly maintenance from 5 to 19 May. Use lift 5.",
    "Maintenance\nUse lift 5.",
    "An error occurred in the count of district 4\nThe result is corrected.",
    "We'll be back with pots from $40",
    "Major outage: the API answers with 502 Bad Gateway.",
    "Maintenance plans for boilers\nFrom $10 a month",
    "We have moved. Find us at the harbour.",
    "Applications are closed.",
    "Tickets are sold out.",
    "Sign in to win a pot",
    "Registration opens on Monday. Log in then.",
    "Password managers compared",
    "404 seats are left",
    "Page 2 of our story is not here yet",
    "Something went right"
  ])("is none that says something of the page's subject: %s", (text) => {
    assert.isNull(messageInstead(before, text))
  })

  it("is none beside what was there before, or where no more was there, or beside more", () => {
    assert.isNull(messageInstead(before, "Pot\nSite under maintenance"))
    assert.isNull(messageInstead("Acme is up", "Service unavailable"))
    const apology = `Site under maintenance\n${"We are sorry for that. ".repeat(11)}`
    assert.isNull(messageInstead(before, apology), "not twice as long")
    assert.isNotNull(messageInstead(before.repeat(2), apology))
    assert.isNull(messageInstead("Site under maintenance\nPlease come back.", "We'll be back soon"))
    assert.isNull(messageInstead(before.repeat(20), `Too many requests\n${"And much else. ".repeat(40)}`))
  })

  it.each([
    ["All systems operational since 3 March 2026", "Under maintenance"],
    ["Acme status\nThe API, the dashboard and all webhooks run normally.", "Scheduled maintenance in progress"],
    [`Acme status\n${"Everything runs as it should. ".repeat(9)}`, "Service temporarily unavailable"]
  ])("is none where what was there is short enough to be a state of its own: %s", (short, message) => {
    assert.isNull(messageInstead(short, message))
    assert.isNull(messageInstead(short, "We'll be back soon"))
  })
})
