/** What is asked of monitors, their runs and their changes. */
import type { Opened } from "./opened.ts"
import type { Question } from "./Question.ts"

const ofMonitor = ({ monitorId }: Opened) => ({ monitor_id: monitorId })
const ofRun = ({ monitorId, runId }: Opened) => ({ monitor_id: monitorId, run_id: runId })
const ofChange = ({ changeId }: Opened) => ({ change_id: changeId })
const ofVersion = ({ monitorId, versionIds: [version_id = ""] }: Opened) => ({ monitor_id: monitorId, version_id })
const ofNone = () => ({ version_id: "ver_none", monitor_id: "mon_none", run_id: "run_none", change_id: "chg_none" })

const body = {
  name: "Prices",
  target: { type: "page", url: "https://shop.example/prices", exclude_selectors: [".ad"] },
  change_detection: { type: "exact" },
  schedule: { type: "interval", frequency: 6, unit: "hours" },
  tags: ["shop"],
  webhook: { url: "https://receiver.example/hook", events: ["change.detected"], retry: {} }
} as const

/** A monitor of its own for each door. */
const own = async ({ kittiwake }: Opened) => ({ monitor_id: (await kittiwake.monitors.create(body)).id })

/** A monitor of its own for each door, whose receiver is here. */
const told = async ({ kittiwake, receiver }: Opened) => ({
  monitor_id: (await kittiwake.monitors.create({ ...body, webhook: { url: receiver } })).id
})

const sent = ["event_id", "started_at", "duration_ms", "request"]

const made = ["id", "initial_run_id", "monitor_id", "run_id", "secret", "created_at", "updated_at", "next_run_at"]

export const monitorQuestions: ReadonlyArray<Question> = [
  {
    name: "monitors by words, state and label",
    operation: "GET /v1/monitors",
    asked: () => ({ q: "doo", search_by: ["name"], status: "active", tags: ["seen", "other"], limit: 5 }),
    client: (client, _, asked) => client.monitors.list(asked),
    embedded: (kittiwake, _, asked) => kittiwake.monitors.list(asked)
  },
  {
    name: "too many monitors at once",
    operation: "GET /v1/monitors",
    asked: () => ({ limit: 101 }),
    client: (client, _, asked) => client.monitors.list(asked),
    embedded: (kittiwake, _, asked) => kittiwake.monitors.list(asked),
    refused: "INPUT_VALIDATION_ERROR"
  },
  {
    name: "monitors after a cursor that nobody made",
    operation: "GET /v1/monitors",
    asked: () => ({ cursor: "made-up" }),
    client: (client, _, asked) => client.monitors.list(asked),
    embedded: (kittiwake, _, asked) => kittiwake.monitors.list(asked),
    refused: "INPUT_VALIDATION_ERROR"
  },
  {
    name: "how many monitors there are and may be",
    operation: "GET /v1/monitors/limits",
    client: (client) => client.monitors.getLimits(),
    embedded: (kittiwake) => kittiwake.monitors.limits()
  },
  {
    name: "how monitors stand together",
    operation: "GET /v1/monitors/summary",
    client: null,
    embedded: (kittiwake) => kittiwake.monitors.summary()
  },
  {
    name: "what monitors were charged",
    operation: "GET /v1/monitors/credit-usage",
    asked: ({ since, until }) => ({ since, until }),
    client: (client, _, asked) => client.monitors.getCreditUsage(asked),
    embedded: (kittiwake, _, asked) => kittiwake.monitors.creditUsage(asked)
  },
  {
    name: "what monitors were charged since no moment",
    operation: "GET /v1/monitors/credit-usage",
    asked: () => ({ since: "yesterday" }),
    client: (client, _, asked) => client.monitors.getCreditUsage(asked),
    embedded: (kittiwake, _, asked) => kittiwake.monitors.creditUsage(asked),
    refused: "INPUT_VALIDATION_ERROR"
  },
  {
    name: "the last runs of monitors",
    operation: "GET /v1/monitors/recent-runs",
    asked: ({ monitorId }) => ({ monitor_ids: [monitorId, "mon_none"] }),
    client: null,
    embedded: async (kittiwake, _, asked: { readonly monitor_ids: ReadonlyArray<string> }) => ({
      data: await kittiwake.monitors.recentRuns(asked.monitor_ids)
    })
  },
  {
    name: "the last runs of too many monitors",
    operation: "GET /v1/monitors/recent-runs",
    asked: () => ({ monitor_ids: Array.from({ length: 101 }, (_, n) => `mon_${n}`) }),
    client: null,
    embedded: (kittiwake, _, asked: { readonly monitor_ids: ReadonlyArray<string> }) =>
      kittiwake.monitors.recentRuns(asked.monitor_ids),
    refused: "INPUT_VALIDATION_ERROR"
  },
  {
    name: "runs of all monitors",
    operation: "GET /v1/monitors/runs",
    asked: () => ({ status: "completed", limit: 1 }),
    client: (client, _, asked) => client.monitors.listAccountRuns(asked),
    embedded: (kittiwake, _, asked) => kittiwake.monitors.runs(asked)
  },
  {
    name: "runs in a state that none has",
    operation: "GET /v1/monitors/runs",
    asked: () => ({ status: "sleeping" }),
    client: (client, _, asked) => client.monitors.listAccountRuns(asked),
    embedded: (kittiwake, _, asked) => kittiwake.monitors.runs(asked),
    refused: "INPUT_VALIDATION_ERROR"
  },
  {
    name: "changes of all monitors",
    operation: "GET /v1/monitors/changes",
    asked: ({ monitorId, since, until }) => ({ monitor_id: monitorId, target_type: "page", tag: "seen", since, until }),
    client: (client, _, asked) => client.monitors.listAccountChanges(asked),
    embedded: (kittiwake, _, asked) => kittiwake.monitors.changes(asked)
  },
  {
    name: "changes of a kind that none has",
    operation: "GET /v1/monitors/changes",
    asked: () => ({ target_type: "ocean" }),
    client: (client, _, asked) => client.monitors.listAccountChanges(asked),
    embedded: (kittiwake, _, asked) => kittiwake.monitors.changes(asked),
    refused: "INPUT_VALIDATION_ERROR"
  },
  ...oneOf("a change", "GET /v1/monitors/changes/{change_id}", ofChange, {
    client: (client, { change_id = "" }) => client.monitors.retrieveChange(change_id),
    embedded: (kittiwake, { change_id = "" }) => kittiwake.monitors.change(change_id)
  }),
  ...oneOf("a monitor", "GET /v1/monitors/{monitor_id}", ofMonitor, {
    client: (client, { monitor_id = "" }) => client.monitors.retrieve(monitor_id),
    embedded: (kittiwake, { monitor_id = "" }) => kittiwake.monitors.get(monitor_id)
  }),
  ...oneOf("runs of a monitor", "GET /v1/monitors/{monitor_id}/runs", ofMonitor, {
    asked: () => ({ limit: 1 }),
    client: (client, { monitor_id = "" }, asked) => client.monitors.listRuns(monitor_id, asked),
    embedded: (kittiwake, about, asked: object) => kittiwake.monitors.runs({ ...about, ...asked })
  }),
  {
    name: "versions of a monitor",
    operation: "GET /v1/monitors/{monitor_id}/versions",
    about: ofMonitor,
    asked: () => ({ limit: 1 }),
    client: null,
    embedded: (kittiwake, { monitor_id = "" }, asked) => kittiwake.monitors.versions(monitor_id, asked)
  },
  {
    name: "versions of no monitor",
    operation: "GET /v1/monitors/{monitor_id}/versions",
    about: ofNone,
    client: null,
    embedded: (kittiwake, { monitor_id = "" }) => kittiwake.monitors.versions(monitor_id),
    refused: "NOT_FOUND"
  },
  ...oneOf("a version", "GET /v1/monitors/{monitor_id}/versions/{version_id}", ofVersion, {
    client: null,
    embedded: (kittiwake, { monitor_id = "", version_id = "" }) => kittiwake.monitors.version(monitor_id, version_id)
  }),
  ...(["first", "made-up"] as const).map(
    (to): Question => ({
      name: `the newest version and ${to === "first" ? "the first" : "one that nobody kept"}`,
      operation: "GET /v1/monitors/{monitor_id}/versions/compare",
      about: ofMonitor,
      asked: ({ versionIds: [newest = "", first = ""] }) => ({ from: to === "first" ? first : "ver_none", to: newest }),
      client: null,
      embedded: (kittiwake, { monitor_id = "" }, asked) => kittiwake.monitors.compareVersions(monitor_id, asked),
      ...(to === "first" ? {} : { refused: "NOT_FOUND" })
    })
  ),
  ...[
    { rules: { include_selectors: ["body"] } },
    { rules: { include_selectors: ["["] }, refused: "INPUT_VALIDATION_ERROR" },
    { rules: { exclude: ["/tag/*"] }, refused: "INPUT_VALIDATION_ERROR" }
  ].map(
    ({ rules, ...expected }): Question => ({
      name: `what ${JSON.stringify(rules)} would have told`,
      operation: "POST /v1/monitors/{monitor_id}/backtest",
      about: ofMonitor,
      asked: () => ({ ...rules, limit: 3 }),
      client: null,
      embedded: (kittiwake, { monitor_id = "" }, asked) => kittiwake.monitors.backtest(monitor_id, asked),
      ...expected
    })
  ),
  ...oneOf("a run", "GET /v1/monitors/{monitor_id}/runs/{run_id}", ofRun, {
    client: (client, { monitor_id, run_id }) => client.get(`/monitors/${monitor_id}/runs/${run_id}`),
    embedded: (kittiwake, { monitor_id = "", run_id = "" }) => kittiwake.monitors.run(monitor_id, run_id)
  }),
  ...oneOf("changes of a monitor", "GET /v1/monitors/{monitor_id}/changes", ofMonitor, {
    asked: () => ({ tag: "seen" }),
    client: (client, { monitor_id = "" }, asked) => client.monitors.listChanges(monitor_id, asked),
    embedded: (kittiwake, about, asked: object) => kittiwake.monitors.changes({ ...about, ...asked })
  }),
  {
    name: "changes that nobody dealt with",
    operation: "GET /v1/monitors/changes",
    asked: () => ({ triage: "open", importance: ["high", "low"], q: "doo", until: "2030-01-01T00:00:00Z" }),
    client: (client, _, asked) => client.get("/monitors/changes", { query: asked }),
    embedded: (kittiwake, _, asked) => kittiwake.monitors.changes(asked)
  },
  ...[
    { asked: { triage: "open" } },
    { asked: { triage: "done", tag: "seen", q: "prices" } },
    { asked: { triage: "sleeping" }, refused: "INPUT_VALIDATION_ERROR" },
    { asked: { importance: ["vast"] }, refused: "INPUT_VALIDATION_ERROR" }
  ].map(
    ({ asked, ...expected }): Question => ({
      name: `how many changes ${JSON.stringify(asked)} shows`,
      operation: "GET /v1/monitors/changes/count",
      asked: () => asked,
      client: null,
      embedded: (kittiwake, _, given) => kittiwake.monitors.countChanges(given),
      ...expected
    })
  ),
  ...[
    { name: "a change that is dealt with", to: "done", about: ofChange },
    { name: "a change that was not useful", to: "not_useful", about: ofChange },
    { name: "a change that is open again", to: "open", about: ofChange },
    { name: "no change", to: "done", about: ofNone, refused: "NOT_FOUND" },
    { name: "a change that stands in no known way", to: "gone", about: ofChange, refused: "INPUT_VALIDATION_ERROR" }
  ].map(
    ({ about, name, to, ...expected }): Question => ({
      name,
      operation: "PATCH /v1/monitors/changes/{change_id}",
      about,
      asked: () => ({ triage: to }),
      client: null,
      embedded: (kittiwake, { change_id = "" }, { triage }: { readonly triage: never }) =>
        kittiwake.monitors.triage(change_id, triage),
      ...expected
    })
  ),
  ...[
    { asked: { triage: "open", change_ids: ["chg_none"] } },
    { asked: { triage: "done", filter: { triage: "not_useful", until: "2020-01-01T00:00:00Z" } } },
    { asked: { triage: "done" }, refused: "INPUT_VALIDATION_ERROR" },
    { asked: { triage: "done", filter: { triage: "open" } }, refused: "INPUT_VALIDATION_ERROR" },
    { asked: { triage: "done", filter: { triage: "open" }, up_to: "chg_none" }, refused: "NOT_FOUND" },
    { asked: { triage: "done", change_ids: ["chg_none"], cursor: "made-up" }, refused: "INPUT_VALIDATION_ERROR" }
  ].map(
    ({ asked, ...expected }): Question => ({
      name: `changes together: ${JSON.stringify(asked)}`,
      operation: "POST /v1/monitors/changes/triage",
      asked: () => asked,
      client: null,
      embedded: (kittiwake, _, given) => kittiwake.monitors.triageMany(given),
      differs: ["triaged_at"],
      ...expected
    })
  ),
  ...[
    { name: "a change that is shared", about: ofChange, asked: {} },
    { name: "a change that is shared for an hour", about: ofChange, asked: { expires_in_seconds: 3_600 } },
    {
      name: "a change that is shared for a year",
      about: ofChange,
      asked: { expires_in_seconds: 31_536_000 },
      refused: "INPUT_VALIDATION_ERROR"
    },
    { name: "no change that is shared", about: ofNone, asked: {}, refused: "NOT_FOUND" }
  ].map(
    ({ asked, ...one }): Question => ({
      ...one,
      operation: "POST /v1/monitors/changes/{change_id}/share",
      asked: () => asked,
      client: null,
      embedded: (kittiwake, { change_id = "" }, given: object) => kittiwake.monitors.share(change_id, given),
      differs: ["url", "expires_at"]
    })
  ),
  ...[
    { name: "a change that is shared no longer", about: ofChange },
    { name: "no change that is shared no longer", about: ofNone, refused: "NOT_FOUND" }
  ].map(
    (one): Question => ({
      ...one,
      operation: "DELETE /v1/monitors/changes/{change_id}/share",
      client: null,
      embedded: (kittiwake, { change_id = "" }) => kittiwake.monitors.withdraw(change_id)
    })
  ),
  ...[
    { name: "what would have kept a change quiet", about: ofChange },
    { name: "what would have kept no change quiet", about: ofNone, refused: "NOT_FOUND" }
  ].map(
    (one): Question => ({
      ...one,
      operation: "POST /v1/monitors/changes/{change_id}/mute-options",
      client: null,
      embedded: (kittiwake, { change_id = "" }) => kittiwake.monitors.muteOptions(change_id)
    })
  ),
  {
    name: "a new monitor",
    operation: "POST /v1/monitors",
    asked: () => body,
    client: (client, _, asked) => client.monitors.create(asked),
    embedded: (kittiwake, _, asked) => kittiwake.monitors.create(asked),
    differs: made
  },
  {
    name: "a monitor of a private page",
    operation: "POST /v1/monitors",
    asked: ({ forbidden }) => ({ ...body, target: { type: "page", url: forbidden } }),
    client: (client, _, asked) => client.monitors.create(asked),
    embedded: (kittiwake, _, asked) => kittiwake.monitors.create(asked),
    refused: "INPUT_VALIDATION_ERROR"
  },
  ...[
    { name: "of a page", target: { include_selectors: ["main", "#gone"], exclude_selectors: [".ad"] } },
    { name: "of a page that is not there", target: {}, path: "gone" },
    { name: "of no selector", target: { include_selectors: ["["] }, refused: "INPUT_VALIDATION_ERROR" },
    { name: "of a page without time", target: {}, timeoutMS: 1, refused: "REQUEST_TIMEOUT" }
  ].map(
    ({ name, path = "", refused, target, ...given }): Question => ({
      name: `a preview ${name}`,
      operation: "POST /v1/monitors/preview",
      asked: ({ shop }) => ({ ...body, ...given, target: { type: "page", url: `${shop}${path}`, ...target } }),
      client: (client, _, asked) => client.post("/monitors/preview", { body: asked }),
      embedded: (kittiwake, _, asked) => kittiwake.monitors.preview(asked),
      differs: ["next_runs_at", "started_at", "duration_ms"],
      ...(refused === undefined ? {} : { refused })
    })
  ),
  {
    name: "a preview of what a site says",
    operation: "POST /v1/monitors/preview",
    asked: ({ shop: url }) => ({ target: { type: "extract", url, instructions: "Watch plans" } }),
    client: null,
    embedded: (kittiwake, _, asked) => kittiwake.monitors.preview(asked),
    refused: "INPUT_VALIDATION_ERROR"
  },
  {
    name: "a monitor of another page, which has no baseline yet",
    operation: "PATCH /v1/monitors/{monitor_id}",
    about: own,
    asked: () => ({ name: "Other", target: { type: "page", url: "https://shop.example/other" }, webhook: null }),
    client: (client, { monitor_id = "" }, asked) => client.monitors.update(monitor_id, asked),
    embedded: (kittiwake, { monitor_id = "" }, asked) => kittiwake.monitors.update(monitor_id, asked),
    differs: made
  },
  {
    name: "an edit of a field that no monitor has",
    operation: "PATCH /v1/monitors/{monitor_id}",
    about: ofMonitor,
    asked: () => ({ colour: "red" }),
    client: (client, { monitor_id = "" }, asked) => client.monitors.update(monitor_id, asked),
    embedded: (kittiwake, { monitor_id = "" }, asked) => kittiwake.monitors.update(monitor_id, asked),
    refused: "INPUT_VALIDATION_ERROR"
  },
  ...oneOf("a run now", "POST /v1/monitors/{monitor_id}/run", own, {
    client: (client, { monitor_id = "" }) => client.monitors.run(monitor_id),
    embedded: (kittiwake, { monitor_id = "" }) => kittiwake.monitors.runNow(monitor_id),
    differs: made
  }),
  ...oneOf("another secret", "POST /v1/monitors/{monitor_id}/webhook/rotate-secret", own, {
    client: (client, { monitor_id = "" }) => client.post(`/monitors/${monitor_id}/webhook/rotate-secret`),
    embedded: (kittiwake, { monitor_id = "" }) => kittiwake.monitors.rotateSecret(monitor_id),
    differs: made
  }),
  ...oneOf("a test of a webhook", "POST /v1/monitors/{monitor_id}/webhook/test", told, {
    client: (client, { monitor_id = "" }) => client.post(`/monitors/${monitor_id}/webhook/test`),
    embedded: (kittiwake, { monitor_id = "" }) => kittiwake.monitors.testWebhook(monitor_id),
    differs: sent
  }),
  ...(["receiver", "forbidden"] as const).map(
    (to): Question => ({
      name: `a test of an address that is ${to === "receiver" ? "allowed" : "not"}`,
      operation: "POST /v1/webhooks/test",
      asked: (opened) => ({ url: opened[to], secret: "whsec_0000" }),
      client: (client, _, asked) => client.post("/webhooks/test", { body: asked }),
      embedded: (kittiwake, _, asked) => kittiwake.webhooks.test(asked),
      differs: sent,
      ...(to === "receiver" ? {} : { refused: "INPUT_VALIDATION_ERROR" })
    })
  ),
  ...oneOf("no monitor any more", "DELETE /v1/monitors/{monitor_id}", own, {
    client: (client, { monitor_id = "" }) => client.monitors.delete(monitor_id),
    embedded: (kittiwake, { monitor_id = "" }) => kittiwake.monitors.remove(monitor_id),
    differs: made
  })
]

/** A question about one thing, and the same about none. */
function oneOf(
  name: string,
  operation: string,
  about: NonNullable<Question["about"]>,
  doors: Pick<Question, "asked" | "client" | "differs" | "embedded">
): ReadonlyArray<Question> {
  return [
    { name, operation, about, ...doors },
    { name: `${name}, of none`, operation, about: ofNone, ...doors, refused: "NOT_FOUND" }
  ]
}
