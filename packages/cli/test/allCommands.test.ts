/** Every command there is, typed. Observed: what is printed where, and the exit code. */
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Command } from "effect/cli"
import { monitorsText } from "../src/commands/monitorView.ts"
import { kittiwake } from "../src/kittiwakeCommand.ts"
import { beside, type Environment, type Served, serve, temporaryDirectory } from "./support/command.ts"
import { runHere } from "./support/commandHere.ts"
import { documents, page, site } from "./support/site.ts"

/** The commands that do something, by the words that name them. */
const leaves = (
  command: Command.Command.Any,
  path: ReadonlyArray<string> = []
): ReadonlyArray<ReadonlyArray<string>> => {
  const below = command.subcommands.flatMap(({ commands }) => [...commands])
  return below.length === 0 ? [path] : below.flatMap((child) => leaves(child, [...path, child.name]))
}

const all = leaves(await kittiwake())

/** They log what they do, in lines or as JSON, as `KITTIWAKE_LOG` says. */
const logging = ["start", "worker", "migrate"]

describe("every command", () => {
  it("is found", () => {
    for (const path of ["monitor rotate-secret", "org credits grant", "doctor"]) {
      assert.include(
        all.map((words) => words.join(" ")),
        path
      )
    }
  })

  it.each(all.map((words) => [words.join(" "), words] as const))("%s explains itself", async (name, words) => {
    const help = await runHere([...words, "--help"], {})
    assert.deepInclude(help, { exitCode: 0, stderr: "" })
    assert.include(help.stdout, `kittiwake ${name}`)
    if (!logging.includes(name)) assert.include(help.stdout, "--json")
  })

  it.each(all.map((words) => [words.join(" "), words] as const))(
    "%s says on standard error what is wrong with its command line, and prints nothing",
    async (_, words) => {
      const refused = await runHere([...words, "--no-such-flag"], {})
      assert.deepInclude(refused, { exitCode: 2, stdout: "" })
      assert.include(refused.stderr, "--no-such-flag")
      assert.include(refused.stderr, `kittiwake ${words.join(" ")} --help`)
    }
  )

  it("stands in the reference", async () => {
    const reference = await readFile(join(import.meta.dirname, "../../../docs/reference/command.md"), "utf8")
    const named = [...reference.matchAll(/`kittiwake ([a-z- ]+?)(?= \[?[A-Z]|`)/g)].map(([, name]) => name)
    assert.sameMembers(
      named.filter((name) => all.some((words) => words.join(" ") === name)),
      all.map((words) => words.join(" "))
    )
  })

  it.each(["bash", "zsh", "fish"])("is completed by %s", async (shell) => {
    const { exitCode, stdout } = await runHere(["--completions", shell], {})
    assert.strictEqual(exitCode, 0)
    for (const words of all) assert.include(stdout, words.at(-1) ?? "")
  })
})

interface Row {
  readonly id: string
}

describe("commands on monitors, deliveries, calls and usage", { timeout: 180_000 }, () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  let served: Served
  let here: Environment
  let watched: Awaited<ReturnType<typeof page>>
  const received: Array<string> = []
  let receiver: Awaited<ReturnType<typeof site>>
  let monitor: string

  const typed = (...args: ReadonlyArray<string>) => runHere(args, here)

  const json = async (...args: ReadonlyArray<string>) => {
    const { exitCode, stderr, stdout } = await typed(...args, "--json")
    assert.deepStrictEqual([exitCode, stderr], [0, ""], args.join(" "))
    return JSON.parse(stdout)
  }

  beforeAll(async () => {
    directory = await temporaryDirectory()
    const env = { KITTIWAKE_DATA_DIR: directory.path, KITTIWAKE_EGRESS_ALLOW: "127.0.0.1" }
    served = await serve(["start"], env)
    here = beside(served, env)
    watched = await page("Open")
    receiver = await site((request, response) => {
      received.push(String(request.headers["x-kittiwake-event-type"] ?? request.url))
      request.resume().on("end", () => {
        if (request.url === "/refusing") response.writeHead(401).end("wrong\u001b[31m signature")
        else response.writeHead(204).end()
      })
    })
    const options = ["--name", "Door", "--every", "2h", "--tag", "doors", "--webhook", receiver.url]
    monitor = (await json("monitor", "add", watched.url.replace("http://", ""), ...options)).id
    await served.logged("run.recorded")
  })

  afterAll(async () => {
    await served[Symbol.asyncDispose]()
    await watched[Symbol.asyncDispose]()
    await receiver[Symbol.asyncDispose]()
    await directory[Symbol.asyncDispose]()
  })

  it("say something of the service, and let whoever runs it read that", async () => {
    const said = await typed("feedback", "say", "The door sticks", "--rating", "negative", "--tag", "doors")
    assert.deepInclude(said, { exitCode: 0, stderr: "" })
    const [note] = await json("feedback", "list")
    assert.deepInclude(note, { message: "The door sticks", rating: "negative", tags: ["doors"] })
    assert.match((await typed("feedback", "list")).stdout, /negative +doors +.*sticks/)
    assert.strictEqual((await typed("feedback", "say", "")).exitCode, 2)
  })

  it("find monitors by their state, label and name", async () => {
    const found = async (...args: ReadonlyArray<string>) =>
      (await json("monitor", "list", ...args)).map(({ id }: Row) => id)
    assert.deepStrictEqual(await found("--status", "active", "--tag", "doors", "--search", "do"), [monitor])
    assert.deepStrictEqual(await found("--status", "paused"), [])
    assert.deepStrictEqual(await found("--tag", "windows"), [])
  })

  it("say of an empty list what was asked for, not that there is nothing at all", async () => {
    for (const [args, none] of [
      [["monitor", "list", "--search", "window"], "No monitors with these filters."],
      [["monitor", "list", "--tag", "windows"], "No monitors with these filters."],
      [["monitor", "list", "--status", "paused", "--limit", "5"], "No monitors with these filters."],
      [["monitor", "runs", "--status", "running"], "No runs."],
      [["monitor", "changes", "--tag", "windows"], "No changes."],
      [["delivery", "list", "--run", "run_none"], "No deliveries."],
      [["logs", "list", "--path", "/none"], "No calls."]
    ] as const) {
      const { exitCode, stderr, stdout } = await typed(...args)
      assert.deepStrictEqual([exitCode, stderr, stdout], [0, "", `${none}\n`], args.join(" "))
    }
    assert.include(monitorsText([], true), "Add one")
  })

  it("go on where a list ended", async () => {
    const { id: second } = await json("monitor", "add", watched.url, "--name", "Second")
    const first = await typed("monitor", "list", "--limit", "1", "--json")
    assert.deepStrictEqual(
      JSON.parse(first.stdout).map(({ id }: Row) => id),
      [second]
    )
    const [, cursor = ""] = /^There are more: --cursor (\S+)\n$/.exec(first.stderr) ?? []
    assert.deepStrictEqual(
      (await json("monitor", "list", "--limit", "1", "--cursor", cursor)).map(({ id }: Row) => id),
      [monitor]
    )
    const untold = await typed("webhook", "test", second)
    assert.match(untold.stderr, /^kittiwake: MONITOR_NO_WEBHOOK: .*"kittiwake monitor edit ID --webhook URL"\.\n$/)
    await json("monitor", "remove", second)
  })

  it("edit what is given and leave the rest", async () => {
    const before = await json("monitor", "show", monitor)
    const after = await json("monitor", "edit", monitor, "--cron", "0 9 * * *", "--time-zone", "Europe/Berlin")
    const schedule = { type: "cron", expression: "0 9 * * *", time_zone: "Europe/Berlin" }
    assert.deepStrictEqual(
      [after.schedule, after.name, after.target, after.tags, after.webhook],
      [schedule, before.name, before.target, before.tags, before.webhook]
    )
    const elsewhere = await json("monitor", "edit", monitor, "--keep", "main", "--drop", ".ad", "--clear", "tag")
    assert.deepStrictEqual(
      [elsewhere.target, elsewhere.tags, elsewhere.schedule],
      [{ ...before.target, include_selectors: ["main"], exclude_selectors: [".ad"] }, [], schedule]
    )
    const back = await json("monitor", "edit", monitor, "--clear", "keep", "--clear", "drop", "--tag", "doors")
    assert.deepStrictEqual([back.target, back.tags], [before.target, ["doors"]])
    await json("monitor", "edit", monitor, "--event", "run.completed", "--event", "change.detected", "--once")
    const { webhook } = await json("monitor", "edit", monitor, "--webhook", `${receiver.url}moved`)
    assert.sameMembers(webhook.events, ["run.completed", "change.detected"])
    assert.deepStrictEqual([webhook.url, webhook.retry], [`${receiver.url}moved`, undefined])
    await json("monitor", "edit", monitor, "--clear", "webhook")
    assert.deepInclude(await typed("monitor", "edit", monitor, "--once"), { exitCode: 2, stdout: "" })
    await json("monitor", "edit", monitor, "--webhook", receiver.url)
    const nothing = await typed("monitor", "edit", monitor)
    assert.deepInclude(nothing, { exitCode: 2, stdout: "" })
  })

  it("pause and resume", async () => {
    assert.deepInclude(await json("monitor", "pause", monitor), { status: "paused", next_run_at: null })
    assert.strictEqual((await json("monitor", "resume", monitor)).status, "active")
  })

  it("replace the secret of a webhook", async () => {
    const { webhook } = await json("monitor", "show", monitor)
    const rotated = await json("monitor", "rotate-secret", monitor)
    assert.notStrictEqual(rotated.webhook.secret, webhook.secret)
    assert.include((await typed("monitor", "rotate-secret", monitor)).stdout, "whsec_")
  })

  it("show what arrived in the inbox, and whether its signature is right", async () => {
    assert.match((await typed("inbox", "list")).stdout, /^Nothing arrived yet\./)
    const { address, webhook_url } = await json("inbox", "address")
    assert.match(webhook_url, /^http:\/\/127\.0\.0\.1:\d+\/inbox\/own$/)
    const { secret } = (await json("monitor", "show", monitor)).webhook
    const tested = await json("webhook", "test", "--url", webhook_url, "--secret", secret)
    assert.deepInclude(tested, { acknowledged: true, answer: "unknown_monitor" })
    const [event] = await json("inbox", "list")
    assert.deepInclude(event, { event: "change.detected", event_id: tested.event_id, verdict: "unknown_monitor" })
    assert.match((await typed("inbox", "list")).stdout, new RegExp(`${event.id} .*change\\.detected .*not checked`))
    assert.include((await typed("inbox", "show", "inb_nope")).stderr, "kittiwake: event-id: must be inb_ and 32")
    const { stdout } = await typed("inbox", "show", event.id)
    assert.match(stdout, /signature +not checked: it tells of no monitor/)
    assert.include(stdout, `webhook-id: ${tested.event_id}`)
    assert.include(stdout, '"event": "change.detected"')
    const rotated = await json("inbox", "rotate")
    assert.notStrictEqual(rotated.address, address)
    assert.strictEqual((await typed("inbox", "clear")).stdout, "Removed 1 event.\n")
    assert.deepStrictEqual(await json("inbox", "list"), [])
  })

  it("test whether a receiver takes what its webhook sends", async () => {
    const tested = await json("webhook", "test", monitor)
    assert.deepInclude(tested, { acknowledged: true, event: "change.detected", http_status: 204, error: null })
    assert.strictEqual(tested.request.headers["webhook-id"], tested.event_id)
    const { secret } = (await json("monitor", "show", monitor)).webhook
    const { exitCode, stderr, stdout } = await typed("webhook", "test", monitor)
    assert.deepStrictEqual([exitCode, stderr], [0, ""])
    assert.match(stdout, /answer +204\n/)
    assert.match(stdout, /webhook-signature +v1,/)
    assert.notInclude(stdout, secret)
    const refusing = ["--url", `${receiver.url.replace("http://", "")}refusing`, "--secret", secret]
    const refused = await typed("webhook", "test", ...refusing)
    assert.strictEqual(refused.exitCode, 1)
    assert.match(refused.stdout, /answer +401 wrong/)
    assert.match(
      refused.stderr,
      /not acknowledged\. The receiver answered 401\..* compare its secret with the one that/
    )
    const asJson = await typed("webhook", "test", ...refusing, "--json")
    assert.deepStrictEqual([asJson.exitCode, JSON.parse(asJson.stdout).acknowledged], [1, false])
    for (const [args, words] of [
      [[], "--url"],
      [[monitor, "--secret", "x"], "own address and secret"],
      [["--url", "http://10.0.0.1/"], "KITTIWAKE_EGRESS_ALLOW=10.0.0.1:80"],
      [["--url", "http://10.0.0.1/"], "ERROR: --url: The address"],
      [["--url", "ftp://10.0.0.1/"], "kittiwake: --url: "]
    ] as const) {
      const wrong = await typed("webhook", "test", ...args)
      assert.deepInclude(wrong, { exitCode: 2, stdout: "" })
      assert.include(wrong.stderr, words)
    }
    assert.match((await typed("webhook", "test", "mon_none")).stderr, /^kittiwake: NOT_FOUND/)
    for (const id of ["whd_x", `whd_${"0".repeat(32)}`]) {
      const none = await typed("delivery", "show", id)
      assert.strictEqual(none.exitCode, 1)
      assert.match(none.stderr, /^kittiwake: NOT_FOUND: Delivery not found: [^\n]+"kittiwake delivery list"/)
    }
  })

  it("show what a run found, step by step, and what was sent for it", async () => {
    const first = await json("monitor", "run", monitor)
    assert.strictEqual(first.run.status, "completed")
    watched.change("Closed")
    const { change, run } = await json("monitor", "run", monitor)
    assert.strictEqual(change.run_id, run.id)
    await served.logged("delivery.attempted")

    assert.strictEqual((await json("monitor", "runs", monitor))[0].id, run.id)
    assert.deepStrictEqual(await json("monitor", "runs", "--status", "failed"), [])
    const why = await json("monitor", "why", monitor)
    assert.deepStrictEqual([why.run.id, why.change.id], [run.id, change.id])
    assert.isAbove(why.run.trace.length, 2)
    const told = (await typed("monitor", "why", monitor, run.id)).stdout
    // A run is enough: whoever has its id from an event need not look for its monitor.
    assert.strictEqual((await typed("monitor", "why", run.id)).stdout, told)
    assert.include(told, "-Open\n+Closed")
    assert.match(told, /decide +\d+ +something has changed/)
    assert.match(told, /told +change\.detected delivered \(whd_/)

    assert.strictEqual((await json("monitor", "changes", monitor, "--since", "1h", "--tag", "doors"))[0].id, change.id)
    assert.deepStrictEqual(await json("monitor", "changes", "--until", "1h"), [])
    assert.deepStrictEqual(await json("monitor", "changes", monitor, "--diff"), [change])
    assert.deepStrictEqual(await json("monitor", "diff", change.id), change)
    const listed = async (...flags: ReadonlyArray<string>) =>
      (await json("monitor", "changes", ...flags)).map(({ id }: Row) => id)
    assert.deepStrictEqual(await listed("--triage", "open", "--search", "doo"), [change.id])
    assert.deepStrictEqual(await listed("--importance", "high"), [])
    assert.include((await typed("change", "done", change.id)).stdout, "1 change is done now.")
    assert.deepStrictEqual(await listed("--triage", "open"), [])
    assert.deepInclude(await json("change", "not-useful", change.id, "chg_none"), { triage: "not_useful", changed: 1 })
    const swept = await json("change", "sweep", "--from", "not_useful", "--to", "done", "--up-to", change.id)
    assert.deepInclude(swept, { triage: "done", changed: 1, has_more: false })
    const undone = ["--from", "done", "--to", "open", "--triaged-at", swept.triaged_at, "--until", "2100-01-01"]
    assert.include((await typed("change", "sweep", ...undone)).stdout, "1 change is open now.")
    assert.include((await typed("change", "open", change.id)).stdout, "0 changes are open now.")
    // What a sweep prints undoes it, whichever way it says where to begin.
    for (const from of [
      ["--up-to", change.id],
      ["--until", "2100-01-01"]
    ]) {
      const { stdout } = await typed("change", "sweep", "--to", "not_useful", "--monitor", monitor, ...from)
      const undo = /To undo it: kittiwake (.+)/.exec(stdout)?.[1]?.split(" ") ?? []
      assert.include((await typed(...undo)).stdout, "1 change is open now.")
    }
    assert.notInclude((await typed("change", "sweep", "--from", "done", "--up-to", change.id)).stdout, "undo")
    assert.strictEqual((await typed("change", "sweep")).exitCode, 2)
    const shared = await json("change", "share", change.id, "--for", "2d")
    assert.closeTo(Date.parse(shared.expires_at) - Date.now(), 2 * 86_400_000, 600_000)
    const page = await fetch(shared.url)
    assert.strictEqual(page.status, 200)
    assert.include(await page.text(), "Closed")
    assert.include((await typed("change", "share", change.id)).stdout, `kittiwake change share ${change.id} --withdraw`)
    for (const wrong of [
      ["--for", "31d"],
      ["--for", "soon"],
      ["--for", "1h", "--withdraw"]
    ]) {
      assert.strictEqual((await typed("change", "share", change.id, ...wrong)).exitCode, 2, wrong.join(" "))
    }
    assert.deepStrictEqual(await json("change", "share", change.id, "--withdraw"), {
      change_id: change.id,
      withdrawn: true
    })
    assert.strictEqual((await fetch(shared.url)).status, 410)
    const muting = await json("change", "mute", change.id)
    assert.deepInclude(muting, { change_id: change.id, monitor_id: monitor })
    assert.include((await typed("change", "mute", change.id)).stdout, "lines: pin ")
    assert.strictEqual((await typed("change", "mute", change.id, "--apply", "9")).exitCode, 2)
    const lines = muting.options.findIndex(({ kind }: { readonly kind: string }) => kind === "lines")
    const muted = await json("change", "mute", change.id, "--apply", String(lines + 1))
    assert.sameMembers(muted.target.pinned_lines, ["Open", "Closed"])
    assert.deepStrictEqual(await listed("--triage", "not_useful"), [change.id])
    await json("monitor", "edit", monitor, "--clear", "pin")
    await json("change", "open", change.id)
    const [newest, before] = await json("monitor", "versions", monitor)
    assert.strictEqual(newest.change_id, change.id)
    const compared = await typed("monitor", "compare", monitor, before.id, newest.id)
    assert.include(compared.stdout, change.diff.split("\n").at(-1))
    const backtest = await json("monitor", "backtest", monitor, "--keep", ".nowhere", "--limit", "1")
    assert.deepInclude(backtest, { would_tell_count: 0, told_count: 1 })
    assert.include((await typed("monitor", "backtest", monitor)).stdout, "These rules would have told 1 of ")
    const { exitCode, stderr } = await typed("monitor", "backtest", monitor, "--exclude", "/tag/*")
    assert.deepStrictEqual([exitCode, /exclude: is no rule of a monitor of type page/.test(stderr)], [2, true], stderr)
    assert.include((await typed("monitor", "changes", "--diff")).stdout, "-Open\n+Closed")

    const [delivery] = await json("delivery", "list", "--run", run.id, "--status", "delivered", "--since", "1h")
    const { attempts, event } = await json("delivery", "show", delivery.id)
    assert.deepStrictEqual([event, attempts.length, attempts[0].http_status], ["change.detected", 1, 204])
    const again = await typed("delivery", "retry", delivery.id)
    assert.deepStrictEqual([again.exitCode, again.stdout], [1, ""])
    assert.match(again.stderr, /Give --force/)
    assert.deepInclude(await json("delivery", "retry", delivery.id, "--force"), { id: delivery.id, queued: true })
  })

  it("show what was called and charged", async () => {
    const calls = await json("logs", "list", "--path", "/monitors", "--status", "201")
    // A command calls with a key, and no screen asked anything here.
    const without = ["--path", "/monitors", "--status", "201", "--without-dashboard"]
    assert.deepStrictEqual(await json("logs", "list", ...without), calls)
    assert.lengthOf(calls, 2)
    const call = await json("logs", "show", calls[0].request_id)
    assert.strictEqual(call.response.name, "Second")
    assert.strictEqual((await typed("monitor", "show", "mon_none")).exitCode, 1)
    const [refusal] = await json("logs", "list", "--errors")
    assert.deepInclude(refusal, { status_code: 404, error_code: "NOT_FOUND", method: "GET" })
    const more = await typed("logs", "list", "--limit", "1")
    const [, ...next] = more.stderr.trim().split(" --")
    assert.match(next[0] ?? "", /^page 2$/)
    const following = await typed(
      "logs",
      "list",
      "--json",
      "--limit",
      "1",
      ...next.flatMap((flag) => `--${flag}`.split(" "))
    )
    const [followed] = JSON.parse(following.stdout)
    assert.notInclude(more.stdout, followed.request_id, "nothing comes again")
    assert.isAbove((more.stdout.match(/\n/g) ?? []).length, 1)
    const { credits, history } = await json("usage", "--by", "hour", "--group-by", "path", "--since", "2h")
    assert.strictEqual(history.interval, "hour")
    assert.isAbove(history.total_credits_used, 0)
    assert.include((await typed("usage")).stdout, `credits left      ${credits.credits_remaining}`)
  })

  it("find brands, and say how many there are", async () => {
    const [first] = await json("brands", "search", "gith")
    assert.deepInclude(first, { domain: "github.com", name: "GitHub" })
    assert.match(
      (await typed("brands", "search", "gihtub", "--typos", "1", "--whole-words")).stdout,
      /github\.com +GitHub/
    )
    assert.deepStrictEqual(await json("brands", "search", "git", "hub", "--by", "name", "--country", "is"), [])
    assert.match((await typed("brands", "search", "x", "--country", "Iceland")).stderr, /country: .*two letters/)
    await using company = await documents({ "/": "<title>Acme</title><h1>Acme</h1>" })
    const host = company.address
    const shown = await json("brands", "show", host)
    assert.deepStrictEqual([shown.brand.domain, shown.cache_metadata.status], [host, "miss"])
    assert.include((await typed("brands", "show", host, "--quick")).stdout, `domain       ${host}`)
    assert.match(
      (await typed("brands", "show", "Nobody At All", "--by", "name")).stderr,
      /No brand is known by this name/
    )
    const statement = ["NOBODY 12 BREMEN", "--by", "transaction", "--city", "Bremen", "--sure", "--language", "german"]
    assert.match((await typed("brands", "show", ...statement)).stderr, /No brand is known by this text/)
    const list = join(directory.path, "tickers.json")
    await writeFile(list, `{"fields":["cik","name","ticker","exchange"],"data":[[1,"GITHUB INC","GTHB","Nasdaq"]]}`)
    assert.deepStrictEqual(await json("brands", "lists"), [])
    assert.deepInclude(await json("brands", "import", list), { list: "sec", name: "tickers.json", rows: 1, told: 1 })
    assert.match((await typed("brands", "import", list)).stdout, /^This list was imported on .*: nothing was done\./)
    assert.match((await typed("brands", "import", list, "--again")).stdout, /^Imported\.\nlist +sec: tickers\.json\n/)
    assert.match((await typed("brands", "lists")).stdout, /sec +tickers\.json +1 +1 +0 +0 +\d{4}-/)
    for (const [args, words] of [
      [[list, "--first", "0"], "--first must be 1 or more"],
      [[list, "--kind", "gleif"], "begins as one of sec, and not as one of gleif"]
    ] as const) {
      const refused = await typed("brands", "import", ...args)
      assert.deepInclude(refused, { exitCode: 2, stdout: "" })
      assert.include(refused.stderr, words)
    }
    const findings: ReadonlyArray<Record<string, string>> = JSON.parse((await typed("doctor", "--json")).stdout)
    assert.match(findings.find(({ subject }) => subject === "brands")?.message ?? "", /^2,\d{3} in the index$/)
    assert.match(
      findings.find(({ subject }) => subject === "refresh of brands")?.message ?? "",
      /^\d+ of \d+ that were read are older than 60 days; up to 100 a day are read again$/
    )
  })

  it("find news of a company whose site has a feed, and tell what is wrong with a question", async () => {
    const item =
      "<item><title>Petrelis opens a station</title><link>/1</link><pubDate>3 Feb 2026 10:00:00 GMT</pubDate></item>"
    await using company = await documents({
      "/": "<title>Petrelis</title>",
      "/rss.xml": `<rss><channel><title>Petrelis</title><language>en</language>${item}</channel></rss>`
    })
    const domain = ["--domain", company.address]
    const found = await json(
      "news",
      "search",
      ...domain,
      "--language",
      "en",
      "--from",
      "2026-02-03",
      "--to",
      "2026-02-03"
    )
    assert.deepStrictEqual([found.meta, found.has_more], [{ count: 1 }, false])
    assert.deepInclude(found.data[0], { title: "Petrelis opens a station", type: "press_release" })
    const { stdout } = await typed("news", "search", ...domain, "--sort", "relevance", "--limit", "1")
    assert.match(stdout, /^Petrelis opens a station\n {2}2026-02-03 {2}Petrelis\n {2}http:/)
    assert.match((await typed("news", "search", ...domain, "--to", "2026-02-02")).stdout, /^No news were found\./)
    for (const [args, words] of [
      [[], "Give one of --domain, --name, --ticker and --isin."],
      [[...domain, "--name", "Petrelis"], "Give one of --domain"],
      [[...domain, "--from", "yesterday"], "--from is"],
      [[...domain, "--country", "at"], "sourceCountry"],
      [[...domain, "--type", "editorial", "--language", "en"], "at a time"]
    ] as const) {
      const refused = await typed("news", "search", ...args)
      assert.deepInclude(refused, { exitCode: 2, stdout: "" })
      assert.include(refused.stderr, words)
    }
    const findings: ReadonlyArray<Record<string, string>> = JSON.parse((await typed("doctor", "--json")).stdout)
    assert.match(
      findings.find(({ subject }) => subject === "news")?.message ?? "",
      /^1 article of up to 500,000; 1 source of up to 10,000$/
    )
  })

  it("edit how a page is seen and which of its lines are told", async () => {
    const added = await json("monitor", "add", watched.url, "--pin", "Visitor 1")
    assert.deepStrictEqual(added.target.pinned_lines, ["Visitor 1"])
    const click = [{ do: "click", selector: "#more" }]
    const seen = ["--browser", "--actions", JSON.stringify(click), "--pin", "Visitor 2", "--free", "Sale"]
    const edited = await json("monitor", "edit", added.id, ...seen)
    const unstable = { pinned_lines: ["Visitor 2"], freed_lines: ["Sale"] }
    assert.deepStrictEqual(edited.target, { ...added.target, browser: true, actions: click, ...unstable })
    const wanted = await json("monitor", "edit", added.id, "--goal", "price below $50", "--threshold", "0.8")
    assert.strictEqual(wanted.target.instructions, "price below $50")
    assert.deepStrictEqual(wanted.change_detection, { type: "semantic", confidence_threshold: 0.8 })
    assert.match((await json("monitor", "show", added.id)).conditions.join(), /a price comes below 50 USD/)
    const all = ["goal", "browser", "actions", "pin", "free"].flatMap((one) => ["--clear", one])
    const { pinned_lines: _, ...bare } = added.target
    const back = await json("monitor", "edit", added.id, ...all)
    assert.deepStrictEqual([back.target, back.change_detection], [bare, { type: "exact" }])
    const judged = await json("monitor", "add", watched.url, "--goal", "back in stock")
    assert.strictEqual(judged.change_detection.type, "semantic")
    await json("monitor", "remove", judged.id)
    await json("monitor", "remove", added.id)
  })

  it("show what a new monitor would keep, with the flags that make it", async () => {
    watched.change("Closed")
    const { length } = await json("monitor", "list")
    const flags = ["--keep", "body", "--keep", ".nowhere", "--cron", "0 9 * * *", "--time-zone", "Europe/Berlin"]
    const shown = await json("preview", watched.url, ...flags, "--pin", "Closed", "--tag", "doors")
    const made = await json("monitor", "add", watched.url, ...flags, "--pin", "Closed", "--tag", "doors")
    await json("monitor", "remove", made.id)
    assert.deepStrictEqual([shown.target, shown.schedule], [made.target, made.schedule])
    assert.deepStrictEqual([shown.seen.text, shown.seen.is_same, shown.seen.unstable], ["Closed", true, ["Closed"]])
    assert.lengthOf(await json("monitor", "list"), length)
    const { exitCode, stdout } = await typed("preview", watched.url, ...flags)
    assert.strictEqual(exitCode, 0)
    assert.match(stdout, /^next runs +\S+T09:00:\S+\[Europe\/Berlin\], /m)
    assert.match(stdout, /^cost +1 credit a run, about 30 in 30 days$/m)
    assert.match(stdout, /^keep +\.nowhere +0 +0 +nothing has this selector$/m)
    assert.match(stdout, /\n\nClosed\n$/)
    assert.notMatch(stdout, /^(goal|left out|a run would fail) /m, "what there is nothing of")
    const failing = await typed("preview", watched.url, "--keep", ".nowhere")
    assert.strictEqual(failing.exitCode, 1)
    assert.match(failing.stderr, /A run would fail: empty_content: /)
    assert.match(failing.stdout, /^keep +\.nowhere +0 /m)
    for (const [args, word] of [
      [["--keep", "["], "--keep"],
      [["--extract", "--instructions", "Watch plans"], "--extract: must be page or sitemap"],
      [["--sitemap", "--goal", "prices"], "--goal"],
      [["--timeout", "300001"], "--timeout"]
    ] as const) {
      const refused = await typed("preview", watched.url, ...args)
      assert.deepInclude(refused, { exitCode: 2, stdout: "" })
      assert.include(refused.stderr, word)
    }
    const late = await typed("preview", watched.url, "--timeout", "1")
    assert.deepStrictEqual([late.exitCode, late.stdout], [1, ""])
    assert.include(late.stderr, "--timeout")
  })

  it("mark the lines in which two looks differ", async () => {
    let looks = 0
    await using flickering = await site((_request, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end(`<h1>Tea</h1><p>Visitor ${++looks} of today</p>`)
    })
    const { stdout } = await typed("preview", flickering.url)
    assert.match(stdout, /\n Tea\n-Visitor 1 of today\n\+Visitor 2 of today\n/)
    assert.match(stdout, /^unstable lines +Visitor 1 of today$/m)
  })

  it("say which monitor to name where a run is not among the newest", async () => {
    const { exitCode, stderr } = await typed("monitor", "why", "run_none")
    assert.deepStrictEqual([exitCode, stderr.includes("kittiwake monitor why MONITOR run_none")], [1, true], stderr)
  })

  it("refuse what no server would take, naming the flag", async () => {
    for (const [args, word] of [
      [["monitor", "changes", "--since", "yesterday"], "--since"],
      [["monitor", "list", "--limit", "0"], "limit: must be an integer"],
      [["monitor", "edit", monitor, "--every", "soon"], "--every"],
      [["delivery", "list", "--status", "lost"], "--status"]
    ] as const) {
      const refused = await typed(...args)
      assert.deepInclude(refused, { exitCode: 2, stdout: "" })
      assert.include(refused.stderr, word)
    }
    for (const args of [
      ["monitor", "why", "mon_none"],
      ["monitor", "diff", "chg_none"],
      ["monitor", "versions", "mon_none"],
      ["monitor", "compare", "mon_none", "ver_a", "ver_b"],
      ["monitor", "backtest", "mon_none"],
      ["logs", "show", "req_none"]
    ]) {
      const { exitCode, stderr } = await typed(...args)
      assert.deepStrictEqual([exitCode, stderr.startsWith("kittiwake: NOT_FOUND")], [1, true], args.join(" "))
    }
  })
})
