/** Arguments with which each tool can be called, on an installation that has something to tell. */
import { fullKey, type Installation } from "./Installation.ts"

type Arguments = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const made = async (
  address: string,
  path: string,
  body: object
): Promise<{ readonly id: string; readonly initial_run_id?: string }> => {
  const response = await fetch(`${address}/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${fullKey}`, "content-type": "application/json" },
    body: JSON.stringify(body)
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return (await response.json()) as { readonly id: string }
}

/** Makes a monitor and two batches, and names them in the arguments. */
export const argumentsOf = async ({ address, site }: Installation): Promise<Arguments> => {
  const monitor = await made(address, "/monitors", {
    name: "For arguments",
    target: { type: "page", url: `${site}/?arguments` },
    webhook: { url: "https://receiver.example/hook", events: ["run.completed"] }
  })
  const pages = { input: { mode: "scrape", data: { urls: [{ url: site }] } } }
  const batch = await made(address, "/batch/submit", pages)
  const gone = await made(address, "/batch/submit", pages)
  const delivery_id = `whd_${"0".repeat(32)}`
  const monitor_id = monitor.id
  const target = { type: "page", url: `${site}/?made` }
  const url = site
  const domain = "gulls.example"
  return {
    search: { query: "gulls" },
    scrape: { url, includeSelectors: ["main"] },
    scrape_html: { url },
    page_images: { url },
    screenshot: { url },
    map: { domain: site.replace("http://", "") },
    crawl: { url, maxPages: 2 },
    extract: { url, schema: { type: "object", properties: { title: { type: "string" } } } },
    answer: { task: "What are gulls?" },
    product: { url },
    products: { domain },
    brand: { domain },
    brand_simple: { domain },
    brand_search: { query: "gul" },
    styleguide: { domain },
    fonts: { domain },
    industry_naics: { input: domain },
    industry_sic: { input: domain },
    competitors: { domain },
    news: { searchBy: { type: "entity", entity: { type: "domain", domain } } },
    person_enrich: { email: "ada@gulls.example" },
    monitor_preview: { target },
    monitor_create: { name: "Made", target },
    monitor_list: { limit: 2 },
    monitor_get: { monitor_id },
    monitor_update: { monitor_id, name: "Renamed" },
    monitor_run: { monitor_id },
    monitor_runs: { monitor_id },
    monitor_runs_all: {},
    monitor_runs_recent: { monitor_ids: ["mon_none"] },
    run_get: { monitor_id, run_id: monitor.initial_run_id },
    monitor_changes: { monitor_id },
    monitor_changes_all: {},
    change_get: { change_id: "chg_nothing" },
    change_triage: { triage: "done", change_ids: ["chg_nothing"] },
    change_mute_options: { change_id: "chg_nothing" },
    version_list: { monitor_id },
    version_get: { monitor_id, version_id: "ver_nothing" },
    version_compare: { monitor_id, from: "ver_one", to: "ver_other" },
    monitor_backtest: { monitor_id },
    monitor_limits: {},
    monitor_summary: {},
    monitor_credit_usage: {},
    monitor_test_webhook: { monitor_id },
    delivery_list: { type: "monitor", monitor_id },
    delivery_get: { delivery_id },
    delivery_attempts: { delivery_id },
    delivery_retry: { delivery_id },
    webhook_test: { url: `${site}/hook` },
    batch_submit: { input: { mode: "scrape", data: { urls: [{ url }] } } },
    batch_list: { limit: 2 },
    batch_get: { batch_id: batch.id },
    batch_results: { batch_id: batch.id },
    batch_cancel: { batch_id: gone.id },
    usage: {},
    usage_history: {},
    log_list: { limit: 5 },
    log_get: { request_id: "nothing" },
    profile_list: {},
    profile_delete: { profile_id: "prf_nothing" },
    batch_delete: { batch_id: gone.id },
    monitor_delete: { monitor_id },
    search_docs: { query: "monitors" }
  }
}
