/** English: usage, ledger and the log of calls. */
const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`

export const usage = {
  title: "Usage",
  lead: "What was called, what it took, and how long the credits last.",
  tabs: { credits: "Credits", ledger: "Ledger", requests: "Requests" },
  noScope: "This key may not see usage and the log.",
  noScopeTodo: "It takes the scope logs:read.",
  left: "Credits left",
  period: (date: string) => `Used since ${date}`,
  noPeriod: "No monthly credits",
  refill: (date: string, credits: string) => `${credits} more on ${date}`,
  noRefill: "No refill is planned",
  topup: (used: string, budget: string | null) =>
    budget === null ? `Tops up by itself: ${used} this month.` : `Tops up by itself: ${used} of ${budget} this month.`,
  pace: "Pace",
  aDay: (credits: string) => `${credits} a day`,
  paceHint: (days: number) =>
    days === 1
      ? "Of the first day"
      : days < 7
        ? `Mean of the ${days} days since the first call`
        : "Mean of the last seven days",
  forecast: "Forecast",
  forecasts: {
    never: "They do not end: nothing was spent in seven days.",
    refill: (date: string) => `They last until the refill on ${date}.`,
    ends: (days: number, date: string) => `They end in about ${plural(days, "day", "days")}, on ${date}.`,
    today: "They end within a day.",
    out: "They are used up: what costs credits is refused."
  },
  estimated: (days: number) =>
    days === 1
      ? "Estimated: if every day were like the first."
      : days < 7
        ? `Estimated: if every day were like the first ${days}.`
        : "Estimated: if every day were like the last seven.",
  by: "Split by",
  bys: { path: "Operation", key_id: "Called by", status_code: "Status", none: "Not split" },
  range: "Range",
  ranges: { day: "24 hours", week: "7 days", month: "30 days", quarter: "90 days", year: "12 months" },
  metric: "Measure",
  metrics: { credits: "Credits", requests: "Calls" },
  intervals: { hour: "an hour", day: "a day", month: "a month" },
  chart: (metric: string, interval: string) => `${metric} ${interval}`,
  buckets: "Days and months begin at midnight UTC, as the API counts.",
  others: "others",
  noKey: "the dashboard or a monitor",
  asTable: "As a table",
  noChart: "This browser draws no chart; the table says the same.",
  columns: { start: "From", total: "All", value: "Which", credits: "Credits", requests: "Calls", share: "Share" },
  nothing: "Nothing was called in this time.",
  nothingBody: "Each call of the API, of a key or of this dashboard, counts here. Try one in the playground.",
  tryOne: "Open the playground",
  spenders: "Monitors that take most",
  spendersHint: "What their runs were charged in this time.",
  spendersNone: "No run was charged in this time.",
  runs: (count: number) => plural(count, "run", "runs"),
  removed: "removed",
  ledger: {
    operatorOnly: "The ledger is the operator's.",
    operatorOnlyTodo:
      "Sign in with the operator's token to see every movement of credits. What you used stands under Credits.",
    choose: "Choose an organization, below on the left, to see its ledger.",
    kind: "Kind",
    anyKind: "Any kind",
    kinds: {
      grant: "given",
      refill: "month's credits",
      expiry: "expired",
      topup: "bought",
      run: "run of a monitor",
      request: "call",
      batch: "batch",
      refund: "refunded",
      adjustment: "adjusted"
    },
    columns: { at: "When", kind: "Why", cause: "For", credits: "Credits", reason: "Note" },
    empty: "Nothing has moved.",
    emptyBody: "Credits that are given, spent or given back are written here, each once."
  },
  requests: {
    search: "Search what was sent, or paste a request id",
    status: "Outcome",
    outcomes: { all: "All calls", errors: "Errors only" },
    since: "Since",
    sinces: { day: "Last day", week: "Last week", month: "Last 30 days" },
    screens: "Also what screens of the dashboard asked",
    byScreen: "a screen",
    path: "Operation",
    anyPath: "Any operation",
    onlyKey: (key: string) => `Key ${key}`,
    onlyGrant: (program: string) => `Program ${program}`,
    onlyCaller: (caller: string) => `Only calls of ${caller}`,
    columns: { at: "When", call: "Call", status: "Answer", credits: "Credits", took: "Took", caller: "Called by" },
    empty: "No call was made in this time.",
    emptyBody:
      "Every call of the API is kept here for 30 days with what was sent and answered. What screens of the dashboard ask by themselves is left out.",
    noneFound: "No call is like this.",
    noneFoundBody: "A longer time, another outcome or fewer words may find some.",
    clear: "Clear filters",
    zdr: "not kept"
  },
  request: {
    title: "Call",
    back: "Requests",
    answered: "Answered",
    took: "Took",
    credits: "Credits",
    left: "left then",
    caller: "Called by",
    byScreen: "by a screen of the dashboard",
    tags: "Tags",
    agent: "Sent by",
    id: "Request id",
    input: "What was sent",
    query: "In the address",
    body: "Body",
    nothingSent: "Nothing but the address.",
    response: "What was answered",
    noResponse: "The answer is not kept: this operation's replies, or this organization's, are not.",
    rerun: "Open in the playground",
    zdr: "Zero data retention: that it was called is kept, and nothing of what was sent and answered."
  }
}
