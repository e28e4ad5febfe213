/** English: the demonstration. */
const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`

export const demonstration = {
  title: "Demonstration",
  offer:
    "Or see what it does, in half a minute: a small site that this server serves is watched while it changes. Nothing of it stays.",
  command: "Or see it in a minute: this command watches a small site that changes by itself, offline.",
  show: "Show me",
  open: "Open the demonstration",
  preparing: "Serving the site, and looking once…",
  failed: "The demonstration could not be shown.",
  what: "What happened",
  remove: "Remove it",
  removing: "Removing…",
  ended: "It was removed, because nobody looked or the server was stopped.",
  own: "To your own inbox",
  lead: "Monitors, looks, events and signatures are real. The site is made up, and nothing here is yours: no credits, no rows, no log.",
  now: {
    watching: "A small site is watched.",
    flickers: "It quotes somebody else at every look. Nobody is told.",
    changed: "It changed.",
    told: "The events arrived, and their signatures are right.",
    day: "A day passes, look by look.",
    week: "A week has passed. Look around."
  },
  steps: {
    watch: (count: number) =>
      `${plural(count, "monitor looks", "monitors look")} at a small site: every word of its prices, pages that come and go, data of its jobs, and a goal in words.`,
    quiet: "The site quotes another member at every look. A second look did not show the same, so nobody was told.",
    change: (count: number) => `Then it changed, and ${plural(count, "change was", "changes were")} told:`,
    browser: "One page says nothing until its script runs. It was drawn in a browser, and what it shows changed too:",
    noBrowser: "The page that only a browser shows was left out:",
    events: (verified: number, arrived: number) =>
      `Each was sent as a signed event to the built-in inbox: ${verified} of ${arrived} signatures are right.`,
    later: "The clock went a week: more changes, an outage, and looks that found nothing, in the strip of each monitor."
  },
  see: {
    monitors: "The monitors",
    run: "Why nobody was told",
    events: "The events as they arrived",
    strips: "The strips"
  },
  state: { done: "done", waiting: "still to come" }
}
