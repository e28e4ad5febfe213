/** What no monitor may be made of. */
import { monitorBody } from "./App.ts"

const emoji = "😀"
const page = monitorBody.target
const withTarget = (target: object) => ({ target: { ...page, ...target } })
const withWebhook = (webhook: object) => ({ webhook: { url: "https://receiver.example/hook", ...webhook } })
const withSchedule = (schedule: object) => ({
  schedule: { type: "interval", frequency: 1, unit: "hours", ...schedule }
})

/** Fields of a monitor that are refused, alike on create and on update, with the field that the message names. */
export const badFields: ReadonlyArray<readonly [field: string, body: object]> = [
  ...[null, 5, true, [], {}, "", emoji.repeat(201), "x".repeat(10_000)].map((name) => ["name", { name }] as const),
  ...[null, "x", 5, []].map((target) => ["target", { target }] as const),
  ["target", { target: { url: "https://a.example/" } }],
  ["target", withTarget({ type: "PAGE" })],
  ["target\\.include_selectors", withTarget({ type: "sitemap", include_selectors: ["p"] })],
  ["target\\.max_urls", withTarget({ type: "sitemap", max_urls: 10_001 })],
  ["target\\.instructions", withTarget({ type: "extract" })],
  ["target\\.max_pages", withTarget({ type: "extract", instructions: "prices", max_pages: 0 })],
  ...[
    undefined,
    null,
    5,
    "",
    "shop.example",
    "//shop.example/",
    "ftp://shop.example/",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "https://",
    "https://shop.example/\nx",
    " https://shop.example/",
    `https://shop.example/${"x".repeat(2_048)}`
  ].map((url) => ["target\\.url", withTarget({ url })] as const),
  ["target\\.url", withTarget({ url: "https://10.0.0.1/" })],
  ["target\\.url", withTarget({ url: "https://wiki.corp/" })],
  ["target\\.instructions", withTarget({ instructions: "" })],
  ["target\\.instructions", withTarget({ instructions: "x".repeat(2_001) })],
  ...["false", 0, "0", [], null].map(
    (normalize_whitespace) => ["target\\.normalize_whitespace", withTarget({ normalize_whitespace })] as const
  ),
  ["target\\.include_selectors", withTarget({ include_selectors: "main" })],
  ["target\\.include_selectors", withTarget({ include_selectors: Array(51).fill("p") })],
  ["target\\.include_selectors\\[1\\]", withTarget({ include_selectors: ["p", ""] })],
  ["target\\.include_selectors", withTarget({ include_selectors: ["::nonsense"] })],
  ["target\\.exclude_selectors\\[0\\]", withTarget({ exclude_selectors: ["x".repeat(2_049)] })],
  ["target\\.actions", withTarget({ actions: Array(6).fill({ do: "wait", timeMs: 1 }) })],
  ["target\\.actions\\[0\\]\\.timeMs", withTarget({ actions: [{ do: "wait", timeMs: -1 }] })],
  ["target\\.actions\\[0\\]\\.timeMs", withTarget({ actions: [{ do: "wait", timeMs: 1e9 }] })],
  ["target\\.actions\\[0\\]\\.maxScrolls", withTarget({ actions: [{ do: "scroll", maxScrolls: 51 }] })],
  ["target\\.actions\\[0\\]", withTarget({ actions: [{ do: "explode" }] })],
  ["target\\.max_urls", withTarget({ max_urls: 5 })],
  ["target\\.browser", withTarget({ browser: "yes" })],
  ["target\\.profile_id", withTarget({ profile_id: "" })],
  ["target\\.pinned_lines", withTarget({ pinned_lines: Array(51).fill("x") })],
  ["target\\.freed_lines\\[0\\]", withTarget({ freed_lines: ["x".repeat(501)] })],
  ["change_detection", { change_detection: { type: "fuzzy" } }],
  ["change_detection\\.confidence_threshold", { change_detection: { type: "exact", confidence_threshold: 0.5 } }],
  ...[-0.1, 1.1, "0.5", null].map(
    (confidence_threshold) =>
      [
        "change_detection\\.confidence_threshold",
        { change_detection: { type: "semantic", confidence_threshold } }
      ] as const
  ),
  ...[0, -1, 1.5, 525_601, 2 ** 53, "5", " 5", true, null].map(
    (frequency) => ["schedule\\.frequency", withSchedule({ frequency })] as const
  ),
  ["schedule\\.unit", withSchedule({ unit: "weeks" })],
  ["schedule\\.unit", { schedule: { type: "interval", frequency: 1 } }],
  ["schedule", withSchedule({ frequency: 9, unit: "minutes" })],
  ["schedule", withSchedule({ frequency: 366, unit: "days" })],
  ["schedule", { schedule: { type: "exact_time", at: "12:00" } }],
  ["schedule", { schedule: { type: "cron", expression: "* * * * *", time_zone: "UTC" } }],
  ["schedule", { schedule: { type: "cron", expression: "0 0 31 2 *", time_zone: "UTC" } }],
  ["schedule", { schedule: { type: "cron", expression: "0 9 * * 1", time_zone: "Mars/Base" } }],
  ["tags", { tags: "a,b" }],
  ["tags", { tags: Array.from({ length: 21 }, (_, index) => `t${index}`) }],
  ["tags\\[0\\]", { tags: [""] }],
  ["tags\\[0\\]", { tags: [emoji.repeat(51)] }],
  ["tags\\[1\\]", { tags: ["a", 5] }],
  ["webhook", { webhook: "https://receiver.example/" }],
  ["webhook\\.url", { webhook: {} }],
  ["webhook\\.url", withWebhook({ url: "http://10.1.2.3/" })],
  ["webhook\\.url", withWebhook({ url: "http://localhost:3000/" })],
  ["webhook\\.url", withWebhook({ url: "https://receiver.example/#never-sent" })],
  ["webhook\\.events", withWebhook({ events: [] })],
  ["webhook\\.events", withWebhook({ events: ["run.completed", "run.completed"] })],
  ["webhook\\.events\\[0\\]", withWebhook({ events: ["batch.completed"] })],
  ...[[0], [-1], [1.5], [1e9], ["60"]].map(
    (delays_seconds) => ["webhook\\.retry\\.delays_seconds\\[0\\]", withWebhook({ retry: { delays_seconds } })] as const
  ),
  ["webhook\\.retry\\.delays_seconds", withWebhook({ retry: { delays_seconds: Array(21).fill(1) } })],
  ["webhook\\.retry\\.delays_seconds", withWebhook({ retry: { delays_seconds: [200_000, 100_000] } })],
  ["webhook\\.retry", withWebhook({ retry: null })],
  ...["id", "org_id", "credits", "baseline", "is_admin", "initial_run_id", "last_run_at", "role"].map(
    (name) => [name, { [name]: "x" }] as const
  ),
  ["__proto__", JSON.parse('{"__proto__":{"is_admin":true}}')],
  ["name", { name: "a\u0000b" }],
  ["name", { name: "a\ud800b" }],
  ["target\\.instructions", withTarget({ instructions: "\u0000" })]
]
