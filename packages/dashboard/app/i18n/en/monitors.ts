/** English: monitors and their runs. */
const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`

export const monitors = {
  title: "Monitors",
  lead: "What is watched, how it stands, and when it is looked at next.",
  search: "Search monitors",
  anyStatus: "Any status",
  anyType: "Anything",
  madeBy: "Made by",
  madeByHint: "All monitors that this program made",
  anyMaker: "Made by anybody",
  types: { page: "Page", sitemap: "Sitemap", extract: "Data" },
  statuses: { active: "watching", paused: "paused", failed: "failing" },
  columns: {
    status: "Status",
    name: "Name",
    what: "What",
    runs: "Last thirty runs",
    change: "Last change",
    next: "Next look",
    tags: "Tags"
  },
  emptyTitle: "Nothing is watched yet.",
  emptyBody: "Paste an address and say how often; once you save it, the first look follows at once.",
  noneFound: "No monitor is like this.",
  noneFoundBody: "Fewer words or another filter may find it.",
  never: "never",
  paused: "paused",
  runNow: "Run now",
  pause: "Pause",
  resume: "Resume",
  remove: "Remove",
  removeTitle: "Remove this monitor?",
  removeBody: (name: string) =>
    `“${name}” is watched no longer, and what its runs did, its versions and its pictures go with it.`,
  /** What stays of monitors that are removed, and what may still be on its way. */
  removeStays: [
    "Changes that were found stay in the inbox.",
    "Links under which changes were shared go on working until they end: take them back under Share of each change, now or later.",
    "Events that wait are not sent any more. One that is being sent right now may still arrive.",
    "A run that is under way ends without being charged."
  ],
  removed: "Removed.",
  isPaused: "Paused.",
  isResumed: "It watches again.",
  queued: "A run is on its way.",
  every: (count: number, unit: string) =>
    `every ${count === 1 ? "" : `${count} `}${count === 1 ? unit.replace(/s$/, "") : unit}`,
  cron: (expression: string, zone: string) => `${expression} (${zone})`,
  goal: "What matters",
  exact: "every difference",
  rules: "How it is read",
  keeps: "Keeps",
  drops: "Leaves out",
  conditions: "Compiled to",
  webhook: "Tells",
  nobody: "nobody but the inbox here",
  failing: "Why it fails",
  lastRuns: "Last runs",
  tabs: {
    changes: "Changes",
    values: "Values",
    runs: "Runs",
    text: "As it is kept",
    versions: "Versions",
    settings: "Settings"
  },
  values: {
    none: "No change told a number yet.",
    noneBody:
      "Once a price, a stock or another number moves, it is drawn here over time: of every line in which nothing but its number changed.",
    which: "Which value",
    mostMoved: (count: number) => `The ${count} that moved most often`,
    unnamed: "A line that is a number alone",
    chart: (name: string) => `${name}, over time`,
    howTo: "Point at the chart, or walk through it with the arrow keys.",
    went: {
      up: (first: string, last: string, share: string) =>
        `Rose from ${first} to ${last}${share === "" ? "" : `, by ${share}`}.`,
      down: (first: string, last: string, share: string) =>
        `Fell from ${first} to ${last}${share === "" ? "" : `, by ${share}`}.`,
      level: (first: string) => `Is back at ${first}.`
    },
    between: (least: string, most: string) => `Lowest ${least}, highest ${most}.`,
    noChart: "This browser draws no chart; the table says the same.",
    asTable: "As a table",
    columns: { since: "Since", value: "Value", by: "Difference", change: "Told by" },
    first: "as it was first seen",
    itsChange: "its change",
    rests: "Out of what its changes told; between two of them nothing changed that was told.",
    restsOnNewest: (count: string) => `Out of what its newest ${count} changes told.`
  },
  noChanges: "Nothing has changed since it was first looked at.",
  noCapture: "Nothing of it was captured yet, so that nothing could have changed.",
  noBaseline: "Its first look is still to come.",
  runColumns: { when: "When", what: "Outcome", took: "Took", cost: "Cost" },
  outcomes: {
    changed: "changed",
    unchanged: "as it was",
    dismissed: "a change that is not worth telling",
    first: "first look",
    failed: "failed",
    skipped: "skipped",
    waiting: "under way"
  },
  kind: { scheduled: "by its schedule", manual: "asked for", baseline: "first look" },
  runTitle: (when: string) => `Run of ${when}`,
  seeChange: "See the change",
  whyNot: "Nothing was told: what was seen is what was kept, or what differed does not matter by the rules below.",
  dismissed: "Something changed, and by what the monitor is told to look for it is not worth telling: nobody was told.",
  dismissedGone: "The versions that it was seen in are not kept any more.",
  told: (count: number) => plural(count, "event was sent", "events were sent"),
  version: (characters: string) => `${characters} kept`,
  compare: "Compared with the one before",
  settings: {
    tells: "Tells",
    detections: { exact: "every difference", semantic: "what matters" },
    percent: "How sure it must be, in percent",
    percentHint: "Fewer changes are told the higher it is. 75 unless you say otherwise.",
    schedules: { interval: "Every so often", cron: "At set times (cron)" },
    frequency: "Number",
    unit: "Unit",
    units: { minutes: "minutes", hours: "hours", days: "days" },
    expression: "Cron expression: minute, hour, day, month, weekday",
    zone: "Time zone",
    tagsHint: "Separated by commas.",
    secretGoes: "Nobody but the inbox here is told, and the signing secret goes: telling again later makes a new one.",
    saved: "Saved.",
    muted: "What it keeps quiet",
    nothingMuted: "Nothing. From a change, m keeps others like it quiet, and each is then listed here.",
    mutes: {
      region: "A part of the page is left out",
      address: "A part of the site is left out",
      pinned: "A line is left out",
      flickering: "A line that changes by itself is left out",
      threshold: "Only what is at least as sure as this is told"
    },
    tellAgain: "Tell it again",
    tellAgainOf: (what: string) => `Tell it again: ${what}`
  },
  signing: {
    title: "How it tells",
    plan: {
      once: "Each event is tried once: a receiver that is down for a moment misses it.",
      times: (tries: number, waits: string) =>
        `Each event is tried up to ${tries} times. After a try that fails, the next ones wait: ${waits}.`
    },
    wait: (count: number, unit: "day" | "hour" | "minute" | "second") => plural(count, unit, `${unit}s`),
    tryMore: "Try each event up to seven times",
    secret: "Signing secret",
    secretFor:
      "Your receiver checks with it that an event is from here, and the page of each delivery here checks both signatures. Libraries of most languages do:",
    noSecret: "The signing secret is shown to keys that may change monitors.",
    show: "Show the signing secret",
    rotate: "Make a new secret",
    rotateTitle: "Make a new secret?",
    rotateBody:
      "The old one signs nothing from now on, also of events that wait: a receiver that checks with it refuses them until it has the new one.",
    rotated: "A new secret signs from now on.",
    made: "Its events are signed with this secret. Settings show it again."
  },
  versions: {
    lead: "What is kept of its looks, newest first. Choose two to compare them.",
    onlyOne: "One version is kept so far. The next change brings another, and the two can be compared.",
    columns: {
      a: "Before",
      b: "After",
      when: "Seen",
      size: "Size",
      run: "Run",
      change: "Change",
      picture: "Picture"
    },
    choose: {
      a: (when: string) => `Compare from the version of ${when}`,
      b: (when: string) => `Compare to the version of ${when}`
    },
    newest: "in use",
    run: "its run",
    change: "what was told",
    hasPicture: "kept",
    compared: "Two versions compared",
    between: (before: string, after: string) => `From ${before} to ${after}`,
    same: "These two versions are the same.",
    counts: (added: number, removed: number) =>
      `${plural(added, "line", "lines")} came, ${plural(removed, "line", "lines")} went.`,
    twice: "Choose another version to compare this one with.",
    pictures: "How it looked"
  },
  many: {
    title: "With those that are chosen",
    choose: (name: string) => `Choose ${name}`,
    chooseShown: "Choose all that are shown",
    chosen: (count: number) => `${count.toLocaleString("en")} chosen`,
    all: "Choose all that the filter finds, up to 1,000",
    clear: "Choose none",
    removeTitle: (count: number) => `Remove ${plural(count, "monitor", "monitors")}?`,
    removeBody:
      "What they watch is watched no longer, and what their runs did, their versions and their pictures go with them. This cannot be taken back.",
    runTitle: (count: number) => `Run ${plural(count, "monitor", "monitors")} now?`,
    runBody: "Each run is charged as one of its schedule is.",
    more: (count: number) => `and ${count.toLocaleString("en")} more`,
    progressTitle: "What is done with many monitors",
    progress: (done: number, all: number) => `${done.toLocaleString("en")} of ${all.toLocaleString("en")}`,
    stay: "It goes on while this list is open.",
    stopped: "It was stopped there.",
    stop: "Stop",
    again: "Try those again",
    failed: (count: number) => `With ${plural(count, "monitor", "monitors")} it failed:`,
    said: {
      pause: (done: number, all: number) => `${done.toLocaleString("en")} of ${all.toLocaleString("en")} paused.`,
      resume: (done: number, all: number) =>
        `${done.toLocaleString("en")} of ${all.toLocaleString("en")} watching again.`,
      run: (done: number, all: number) =>
        `${done.toLocaleString("en")} of ${all.toLocaleString("en")} runs on their way.`,
      remove: (done: number, all: number) => `${done.toLocaleString("en")} of ${all.toLocaleString("en")} removed.`
    }
  },
  make: {
    outdated: "You changed what is watched or how often since this look.",
    title: "Watch something",
    lead: "Save it whenever you like; everything but the address has a good default.",
    url: "Address",
    urlHint: "Of a page, a sitemap, or a site whose data you want, such as example.com/pricing.",
    type: "Watch it as",
    typeHints: {
      page: "The text of one page, or of a part of it.",
      sitemap: "Which pages a site has: what comes, goes and moves.",
      extract: "Data from its pages, by a question in your words."
    },
    name: "Name",
    goal: "What matters to you?",
    goalPlaceholder: "when the price of Pro changes",
    goalHint: "Empty: every difference is told.",
    question: "What do you want to know?",
    questionPlaceholder: "open jobs with title and location",
    schema: "Its shape (JSON Schema)",
    schemaHint: "Empty: whatever answers the question.",
    maxPages: "Pages at most",
    keep: "Watch only (CSS)",
    drop: "Leave out (CSS)",
    often: "How often",
    oftenOptions: {
      "10 minutes": "Every 10 minutes",
      "1 hours": "Every hour",
      "6 hours": "Every 6 hours",
      "1 days": "Every day",
      "7 days": "Every week"
    },
    tell: "Where to tell",
    tellHint:
      "An address of yours that takes webhooks, or that of a channel of Slack, Discord or Teams; leave it empty to read changes here.",
    noAddress: "This is no address of the web: https:// and a host are needed.",
    chat: {
      names: { slack: "Slack", discord: "Discord", teams: "Microsoft Teams" },
      takes: (name: string) => `Changes come there as messages that are written for ${name}, instead of JSON.`,
      takesNot: (name: string) => `This address of ${name} takes no messages: it needs an incoming webhook.`,
      how: {
        slack:
          "Its address is made at api.slack.com/apps: an app, Incoming Webhooks, Add New Webhook, and the channel; it begins with https://hooks.slack.com/services/.",
        discord:
          "Its address is made in the settings of the server: Integrations, Webhooks, New Webhook, Copy Webhook URL; it begins with https://discord.com/api/webhooks/.",
        teams:
          "Its address is made at the channel: Workflows, Send webhook alerts to a channel; copy the address that it shows."
      }
    },
    paths: {
      include: "Watch only (paths)",
      exclude: "Leave out (paths)",
      hint: "One a line, such as /blog/*; what is left out wins."
    },
    lacksQuestion: "Say first what you want to know.",
    ownInbox: "Use the built-in inbox",
    test: {
      send: "Send a test event",
      sending: "Sending…",
      taken: (status: number | null, time: string) =>
        `It took the signed event${status === null ? "" : ` with ${status}`}, after ${time}.`,
      refused: (status: number | null) =>
        status === null ? "It did not answer." : `It answered ${status}, which is no yes.`
    },
    save: "Watch it",
    look: "Look at it now",
    looking: "Looking at it twice…",
    noLook: "What pages of a site answer is known after the first run: there is no look before.",
    lookCosts: (cost: string) =>
      `A look before you save costs ${cost}, as a run does; what cannot be read costs nothing.`,
    previewEmpty: (look: string) => `Type an address and press “${look}” to see what would be watched of it.`,
    looksAlike: "Two looks saw the same.",
    looksDiffer: "Two looks saw it differently: these lines change by themselves, and are left out by themselves.",
    characters: (count: string) => `${count} characters are watched`,
    addresses: (count: string) => `${count} addresses are tracked`,
    next: "Looks at",
    cost: (run: string, month: string) => `${run} a run, about ${month} in 30 days`,
    got: { server: "as its server sends it", browser: "as a browser shows it", file: "as a file" },
    lacksBrowser: "The page needs a browser, and this installation has none: set KITTIWAKE_BROWSER.",
    leftOut: "Left out of it",
    text: "What is watched",
    parts: {
      title: "Parts of the page",
      hint: "Choose a part to watch it alone or to leave it out; it is then looked at again, for what a run costs.",
      differ: (count: number) =>
        count === 1 ? "One part differs between two looks." : `${count} parts differ between two looks.`,
      leaveOutAll: (count: number) => (count === 1 ? "Leave that part out" : `Leave all ${count} out`),
      only: "Watch this",
      leaveOut: "Leave it out",
      wider: "Take more around it",
      flickers: "differs between two looks, kept quiet",
      out: "not watched",
      keeps: "Watches",
      drops: "Leaves out",
      found: (places: number, characters: string) =>
        places === 0
          ? "finds nothing on the page"
          : `${places} ${places === 1 ? "place" : "places"}, ${characters} characters`,
      cut: "The page has more parts than are shown."
    }
  }
}
