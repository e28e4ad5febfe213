/** English: home. */
const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`

/** A count that may be higher. */
const atLeast = (count: number, isMore: boolean): string => `${count.toLocaleString("en")}${isMore ? "+" : ""}`

export const home = {
  title: "Home",
  works: "Everything works.",
  worksAsSeen: "All that this key may see works.",
  needs: (count: number, isMore: boolean) =>
    count === 1 && !isMore ? "One thing needs you." : `${atLeast(count, isMore)} things need you.`,
  cannotSay: "It cannot be said whether everything works.",
  monitors: (count: number) => plural(count, "monitor", "monitors"),
  paused: (count: number, isMore: boolean) => `${atLeast(count, isMore)} paused`,
  lastLook: (ago: string) => `last look ${ago}`,
  noLook: "the first look is still to come",
  needTitle: "What needs you",
  need: {
    failing: "It cannot be read.",
    failingFor: (reason: string) => `It cannot be read: ${reason}`,
    stopped: (reason: string) => `Paused after failing again and again: ${reason}`,
    starved: "Paused because the credits had run out.",
    late: (count: number, isMore: boolean) =>
      `${atLeast(count, isMore)} ${count === 1 && !isMore ? "look is" : "looks are"} late`,
    lateTodo: (ago: string) => `The first was due ${ago}. Is a process at work that may run monitors?`,
    place: (count: number, isMore: boolean, host: string) =>
      `${atLeast(count, isMore)} ${count === 1 && !isMore ? "event" : "events"} did not reach ${host}`,
    placeLast: (message: string) => `Given up after every attempt. The last one: ${message}`,
    placeBody: "Given up after every attempt.",
    waiting: (count: number, host: string) =>
      `${count.toLocaleString("en")} ${count === 1 ? "event has" : "events have"} not reached ${host} yet`,
    waitingNext: (when: string, message: string | null) =>
      `Every attempt has failed so far. The next one comes by itself, ${when}.${message === null ? "" : ` The last one: ${message}`}`,
    creditsOut: "The credits are used up",
    creditsOutTodo: "What costs credits is refused until more come.",
    creditsEnd: (days: number) => `The credits end in about ${plural(days, "day", "days")}`,
    creditsToday: "The credits end within a day",
    creditsLeft: (left: string) => `${left} are left. Estimated: if every day were like the last seven.`,
    batch: (name: string) => `${name} failed`,
    batchStalled: (name: string) => `${name} waits to begin`,
    batchStalledTodo: (ago: string) => `It was made ${ago}. Is a process at work that may run batches?`
  },
  act: {
    run: "Run now",
    resume: "Resume",
    again: "Send again",
    usage: "See usage",
    look: "Look",
    monitors: "See them"
  },
  moreFailing: (count: string) => `${count} more that cannot be read`,
  moreStopped: (count: string) => `${count} more that paused by themselves`,
  morePlaces: (count: string) => `${count} more places`,
  changes: "New changes",
  noChanges: "Nothing new: every change was looked at.",
  allChanges: (count: string) => `All ${count} in the inbox`,
  inbox: "Inbox",
  credits: "Credits",
  left: "Left",
  spent: (date: string) => `Spent since ${date}`,
  spentWeek: "Spent in seven days",
  estimated: (days: number) =>
    days === 1
      ? "Estimated from the first day."
      : days < 7
        ? `Estimated from the first ${days} days.`
        : "Estimated from the last seven days.",
  usage: "Usage",
  next: "Next looks",
  noNext: "None: every monitor is paused.",
  firstTitle: "Watch your first page",
  firstBody: (cost: string) =>
    `Paste an address. You see what would be kept of it, in what two looks differ, and what watching it would cost; nothing is saved before you say so. The look itself costs ${cost}.`,
  address: "Address",
  firstAct: "Look at it",
  orTry: "Or read a page, once",
  noScope: "This key may not see monitors.",
  noScopeTodo: "Home says how monitors, deliveries and batches stand. It takes the scope monitors:read."
}
