import { mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { needsLinux } from "../../../test/setup/needs.ts"
import { readSettings } from "../src/config.ts"
import { server } from "../src/doctor/surroundings.ts"
import { beside, type Ended, type Environment, run, type Served, serve, temporaryDirectory } from "./support/command.ts"
import { runHere } from "./support/commandHere.ts"
import { page, site } from "./support/site.ts"

const open = async () => {
  const directory = await temporaryDirectory()
  const env = { KITTIWAKE_DATA_DIR: directory.path, KITTIWAKE_EGRESS_ALLOW: "127.0.0.1" }
  return { directory, env, served: await serve(["start"], env, "server.started") }
}

describe("a command beside a running server", { timeout: 180_000 }, () => {
  let opened: Awaited<ReturnType<typeof open>>
  let served: Served
  let here: Environment

  beforeAll(async () => {
    opened = await open()
    served = opened.served
    here = beside(served, opened.env)
  }, 180_000)

  afterAll(async () => {
    await served[Symbol.asyncDispose]()
    await opened.directory[Symbol.asyncDispose]()
  })

  const json = async (...args: ReadonlyArray<string>) => JSON.parse((await runHere([...args, "--json"], here)).stdout)
  const typed = (...args: ReadonlyArray<string>) => runHere(args, here)

  it("may not open the data directory a second time, and is told so in one line", async () => {
    const { exitCode, stderr, stdout } = await run(["start"], { ...opened.env, KITTIWAKE_PORT: "0" })
    assert.deepStrictEqual([exitCode, stdout], [3, ""])
    assert.match(stderr, /^kittiwake: The data directory \/[^\n]+ is in use by process \d+\. [^\n]+\n$/)
    assert.strictEqual((await fetch(`${served.url}/ready`)).status, 200)
  })

  it("adds a monitor, runs it, and shows what changed", async () => {
    await using watched = await page("Open")
    const { id, schedule } = await json("monitor", "add", watched.url, "--name", "Door", "--every", "2h")
    assert.deepStrictEqual(schedule, { type: "interval", frequency: 2, unit: "hours" })
    await served.logged("run.recorded", id)
    watched.change("Closed")
    const looked = await run(["monitor", "run", id], here)
    assert.strictEqual(looked.exitCode, 0)
    assert.include(looked.stdout, "-Open\n+Closed")
    assert.include((await runHere(["monitor", "changes", id], here)).stdout, 'Changed "Open" to "Closed".')
    const shown = (await runHere(["monitor", "show", id], here)).stdout
    assert.include(shown, "every 2 hours")
    assert.include(shown, "every difference")
    assert.strictEqual((await json("monitor", "remove", id)).deleted, true)
    const gone = await runHere(["monitor", "show", id], here)
    const why = 'Monitor not found: it never was, or was removed. "kittiwake monitor list" shows what there is.'
    assert.deepInclude(gone, { exitCode: 1, stderr: `kittiwake: NOT_FOUND: ${why}\n` })
  })

  it("says at once what the first look of a new monitor found, and keeps the monitor where it failed", async () => {
    const answers: Readonly<Record<string, readonly [number, string, string]>> = {
      "/": [200, "text/html", "<main><h1>Door</h1><p>Open until five.</p></main>"],
      "/refused": [403, "text/html", "<h1>Forbidden</h1>"],
      "/empty": [200, "text/html", "<main></main>"]
    }
    await using watched = await site(({ url = "" }, response) => {
      const [status, type, body] = answers[url] ?? [404, "text/html", "<h1>Not found</h1>"]
      response.writeHead(status, { "content-type": type }).end(body)
    })
    const read = await runHere(["monitor", "add", watched.url], here)
    assert.deepInclude(read, { exitCode: 0, stderr: "" })
    assert.match(
      read.stdout,
      /\n\nRun run_\w+ completed: the baseline that later looks are compared with\.\nIt found \d+ characters\.\n$/
    )

    const failures: ReadonlyArray<readonly [string, RegExp]> = [
      ["refused", /^kittiwake: Its first look failed: blocked: [^\n]+"kittiwake monitor edit (mon_\w+) --browser"/],
      ["gone", /^kittiwake: Its first look failed: not_found: [^\n]+"kittiwake monitor edit (mon_\w+) --url URL"/],
      [
        "empty",
        /^kittiwake: Its first look failed: empty_content: [^\n]+"kittiwake monitor edit (mon_\w+) --keep SELECTOR"/
      ]
    ]
    for (const [path, told] of failures) {
      const failed = await runHere(["monitor", "add", `${watched.url}${path}`, "--json"], here)
      assert.strictEqual(failed.exitCode, 1, path)
      assert.match(failed.stderr, told)
      assert.match(failed.stderr, / stays and looks again at \S+; it pauses after three looks that fail\.\n$/)
      const { first_run, id } = JSON.parse(failed.stdout)
      assert.strictEqual(first_run.status, "failed")
      assert.include(failed.stderr, id)
      assert.strictEqual((await json("monitor", "show", id)).status, "failed")
      await json("monitor", "remove", id)
    }

    const { first_run, id, ...made } = await json("monitor", "add", watched.url, "--background")
    assert.deepStrictEqual([first_run, made.status], [undefined, "active"])
    await json("monitor", "remove", id)
  })

  it("makes no link that leads to no server", async () => {
    const elsewhere = await runHere(["dashboard"], { ...here, KITTIWAKE_PORT: "9" })
    assert.deepStrictEqual([elsewhere.exitCode, elsewhere.stdout], [3, ""])
    assert.include(elsewhere.stderr, "No server answers at http://127.0.0.1:9, so a link would lead nowhere")
    assert.include(elsewhere.stderr, "KITTIWAKE_PORT")
  })

  it("signs a person in to the dashboard by a link, once, and lists and ends such sessions", async () => {
    const { url, expires_at: ends } = await json("dashboard")
    assert.match(url, /^http:\/\/localhost:\d+\/app\/enter#kwl_[0-9A-Za-z]{43}$/)
    assert.isBelow(Math.abs(Date.parse(ends) - Date.now() - 900_000), 60_000)
    const enter = () =>
      fetch(`${served.url}/session`, {
        method: "POST",
        headers: { "content-type": "application/json", "user-agent": "Door/1.0" },
        body: JSON.stringify({ link: new URL(url).hash.slice(1) })
      })
    const entered = await enter()
    assert.strictEqual(entered.status, 200)
    assert.strictEqual((await enter()).status, 401)
    const [cookie = ""] = (entered.headers.get("set-cookie") ?? "").split(";")
    const admin = () => fetch(`${served.url}/admin/organizations`, { headers: { cookie } })
    assert.strictEqual((await admin()).status, 200)
    const [session, ...others] = await json("session", "list")
    assert.deepStrictEqual([others.length, session.kind, session.user_agent], [0, "operator", "Door/1.0"])
    assert.include((await runHere(["session", "list"], here)).stdout, "operator")
    assert.strictEqual((await json("session", "revoke", session.id)).id, session.id)
    const again = await runHere(["session", "revoke", session.id], here)
    assert.deepInclude(again, {
      exitCode: 1,
      stderr: `kittiwake: There is no session ${session.id}: "kittiwake session list" shows them.\n`
    })
    assert.deepStrictEqual(await json("session", "list"), [])
    // What was accepted a moment ago is looked up again within seconds.
    let status = 200
    for (const until = Date.now() + 20_000; status === 200 && Date.now() < until; ) status = (await admin()).status
    assert.strictEqual(status, 401)
  })

  it("says what of a page was left out, and watches that too when it is asked to", async () => {
    await using watched = await page("The door is open from nine to five. <time>3 hours ago</time>")
    const { id } = await json("monitor", "add", watched.url)
    await served.logged("run.recorded", id)
    watched.change("The door is open from nine to six. <time>4 hours ago</time>")
    const looked = await runHere(["monitor", "run", id], here)
    assert.notInclude(looked.stdout, "+4 hours ago")
    assert.include(looked.stdout, "left out 1 byline or relative time (time; 11 characters).")
    const whole = await runHere(["monitor", "edit", id, "--with-noise"], here)
    assert.match(whole.stdout, /^noise +watched too$/m)
    assert.strictEqual((await json("monitor", "edit", id, "--drop", "p")).target.include_noise, true)
    assert.isUndefined((await json("monitor", "edit", id, "--clear", "noise")).target.include_noise)
  })

  it("watches the addresses of a sitemap, and edits which", async () => {
    const listed = (...paths: ReadonlyArray<string>) =>
      `<urlset>${paths.map((path) => `<url><loc>${path}</loc></url>`).join("")}</urlset>`
    const shown = { text: listed("/blog/1", "/blog/2", "/about") }
    await using watched = await site((_, response) => {
      response.setHeader("content-type", "application/xml").end(shown.text)
    })
    const only = ["--include", "/blog/*", "--max-urls", "100"]
    const { id, target } = await json("monitor", "add", "--sitemap", `${watched.url}sitemap.xml`, ...only)
    assert.deepInclude(target, { type: "sitemap", include: ["/blog/*"], exclude: [], max_urls: 100 })
    await served.logged("run.recorded", id)
    shown.text = listed("/blog/2", "/blog/3", "/blog/4", "/jobs")
    const looked = await runHere(["monitor", "run", id], here)
    assert.strictEqual(looked.exitCode, 0)
    assert.include(looked.stdout, "2 added, 1 removed")
    assert.match(looked.stdout, /^\+http:\S+\/blog\/3$/m)
    assert.match(looked.stdout, /^-http:\S+\/blog\/1$/m)
    const edited = await json("monitor", "edit", id, "--clear", "include", "--exclude", "/jobs")
    assert.deepInclude(edited.target, { include: [], exclude: ["/jobs"] })
    const wrong = await runHere(["monitor", "edit", id, "--keep", "main"], here)
    assert.deepStrictEqual([wrong.exitCode, wrong.stderr.includes("are of pages")], [2, true])
  })

  it("watches what the pages of a site say, and edits what of it", async () => {
    const shown = { price: "$49" }
    await using watched = await site((request, response) => {
      if (request.url === "/robots.txt" || request.url?.startsWith("/sitemap")) return response.writeHead(404).end()
      const body =
        request.url === "/pricing"
          ? `<h1>Pricing</h1><p>Price: ${shown.price}</p>`
          : `<h1>Acme</h1><a href="/pricing">Pricing</a><p>We make things that last, and tell what they cost.</p>`
      return response.setHeader("content-type", "text/html").end(`<!doctype html><html lang="en"><body>${body}`)
    })
    const schema = join(opened.directory.path, "price.json")
    await writeFile(schema, JSON.stringify({ type: "object", properties: { price: { type: "number" } } }))
    const asked = ["--instructions", "Watch the price", "--schema", schema, "--max-pages", "3"]
    const { change_detection, id, target } = await json("monitor", "add", watched.url, "--extract", ...asked)
    assert.deepInclude(target, { type: "extract", instructions: "Watch the price", max_pages: 3 })
    assert.strictEqual(change_detection.type, "semantic")
    await served.logged("run.recorded", id)
    const { baseline } = await json("monitor", "show", id)
    assert.deepStrictEqual(baseline.data, { price: 49 })
    assert.deepStrictEqual(baseline.urls_analyzed, [watched.url, `${watched.url}pricing`])
    shown.price = "$59"
    const looked = await runHere(["monitor", "run", id], here)
    assert.strictEqual(looked.exitCode, 0, looked.stderr)
    assert.include(looked.stdout, "59")
    const edited = await json("monitor", "edit", id, "--max-pages", "1")
    assert.deepInclude(edited.target, { max_pages: 1, instructions: "Watch the price" })
    const wrong = await runHere(["monitor", "add", watched.url, "--extract"], here)
    assert.deepStrictEqual([wrong.exitCode, wrong.stderr.includes("needs --instructions")], [2, true])
  })

  it("says what the server refused", async () => {
    const refused = await run(["monitor", "add", "http://10.0.0.1/"], here)
    assert.strictEqual(refused.exitCode, 2, "what was typed is wrong")
    assert.match(refused.stderr, /^kittiwake: INPUT_VALIDATION_ERROR: target\.url: [^\n]+\n$/)
    const tooOften = await runHere(["monitor", "add", "https://example.com", "--every", "5m"], here)
    assert.match(tooOften.stderr, /^kittiwake: INPUT_VALIDATION_ERROR: --every must [^\n]+\n$/)
    const unreadable = await runHere(["monitor", "add", "https://example.com", "--keep", "main["], here)
    const unknown = await runHere(["batch", "show", "batch_none"], here)
    assert.include(unknown.stderr, '"kittiwake batch list" shows what there is.')
    const shortened = await runHere(["monitor", "show", "mon_1f0c…"], here)
    assert.include(shortened.stderr, "monitor_id: must be an id such as mon_1f0c…")
    assert.match(
      unreadable.stderr,
      /^kittiwake: INPUT_VALIDATION_ERROR: --keep: "main\[": It ends where a name is expected\.\n$/
    )
  })

  it("makes and revokes keys", async () => {
    const scopes = ["--scope", "monitors:read", "--scope", "logs:read"]
    const made = await json("key", "create", "--name", "reports", ...scopes)
    assert.deepInclude(made, { name: "reports", scopes: ["monitors:read", "logs:read"], revoked_at: null })
    const authorization = `Bearer ${made.secret}`
    assert.strictEqual((await fetch(`${served.url}/v1/monitors`, { headers: { authorization } })).status, 200)
    assert.isNotNull((await json("key", "revoke", made.id)).revoked_at)
    const names = (await json("key", "list")).map((key: { readonly name: string }) => key.name)
    assert.deepStrictEqual(names, ["first", "reports"])
    const unknown = await runHere(["key", "revoke", "key_none"], here)
    assert.deepInclude(unknown, {
      exitCode: 1,
      stderr: 'kittiwake: There is no key key_none: "kittiwake key list" shows them.\n'
    })
    for (const name of ["", "  ", "x".repeat(201)]) {
      const nameless = await runHere(["key", "create", "--name", name], here)
      assert.deepStrictEqual([nameless.exitCode, nameless.stderr.includes("in 1 to 200 characters")], [2, true])
    }
    const elsewhere = await runHere(["key", "create", "--org", "org_none"], here)
    assert.deepStrictEqual([elsewhere.exitCode, elsewhere.stderr.includes("org_none")], [1, true])
  })

  it("makes organizations and changes their plans, limits and credits", async () => {
    const made = await json("org", "create", "Acme", "--plan", "developer", "--id", "acme")
    assert.deepInclude(made, { id: "acme", name: "Acme", plan: "developer", limit_scheme: "free" })
    assert.deepStrictEqual(made.credits, { balance: 10_000, held: 0, available: 10_000, monthly: 10_000 })
    const here = ["--org", "acme"]
    await json("org", "limits", ...here, "--monitors", "7", "--requests-per-minute", "90")
    const planned = await json("org", "plan", "pro", ...here)
    assert.deepInclude(planned.limits, { monitors: 7, requests_per_minute: 90, concurrent_batches: 5 })
    assert.strictEqual(planned.credits.available, 200_000)
    const cleared = await json("org", "limits", ...here, "--clear", "monitors")
    assert.deepInclude(cleared.limits, { monitors: 1_000, requests_per_minute: 90 })

    const granted = await json("org", "credits", "grant", "500", ...here, "--id", "welcome", "--reason", "a gift")
    assert.deepStrictEqual(await json("org", "credits", "grant", "500", ...here, "--id", "welcome"), granted)
    await json("org", "credits", "take", "100", ...here, "--reason", "counted twice")
    const entries = await json("org", "credits", "list", ...here)
    assert.deepStrictEqual(
      entries.map(({ credits, kind }: { readonly credits: number; readonly kind: string }) => [kind, credits]),
      [
        ["adjustment", -100],
        ["grant", 500],
        ["refill", 190_000],
        ["refill", 10_000]
      ]
    )
    assert.isNotNull((await json("org", "pause", ...here)).billing.paused_at)
    // What is to come is counted from now on.
    const { billing } = await json("org", "pause", ...here, "--until", "7d")
    assert.closeTo(Date.parse(billing.resumes_at) - Date.now(), 7 * 86_400_000, 600_000)
    assert.isNull((await json("org", "resume", ...here)).billing.paused_at)
    const set = await json("org", "settings", ...here, "--auto-topup", "--topup-budget", "5000", "--disabled")
    assert.deepInclude(set, { disabled: true })
    assert.deepInclude(set.auto_topup, { enabled: true, monthly_budget_credits: 5_000 })
    assert.strictEqual((await json("org", "show", ...here)).name, "Acme")
    const counted = async () => /limited by +(.+)/.exec((await typed("org", "show", ...here)).stdout)?.[1]
    assert.strictEqual(await counted(), "requests a minute (scheme: free)")
    await json("org", "plan", "free", ...here)
    assert.strictEqual(await counted(), "requests a minute and requests at once (scheme: free)")
    await json("org", "limits", ...here, "--unlimited-requests")
    assert.strictEqual(await counted(), "nothing (scheme: free)")
    assert.lengthOf(await json("org", "list"), 2)
  })

  it("keeps views of monitors and of changes with the filters that were typed, renames and removes them", async () => {
    const mine = ["--search", "tea", "--tag", "shops", "--type", "page", "--detection", "exact"]
    const made = await json(
      ...["view", "add", "Left behind", "--list", "monitors", ...mine],
      ...["--status", "active", "--grant", "grant_1"]
    )
    const ofBoth = { q: "tea", tag: "shops", target_type: "page", change_detection_type: "exact" }
    assert.deepInclude(made, {
      ...{ list: "monitors", name: "Left behind" },
      filters: { ...ofBoth, status: "active", grant_id: "grant_1" }
    })
    const levels = ["--importance", "high", "--importance", "medium"]
    const changes = await json(
      ...["view", "add", "Open", "--list", "changes", ...mine, ...levels],
      ...["--triage", "open", "--monitor", "mon_1"]
    )
    const asked = { triage: "open", importance: ["high", "medium"], monitor_id: "mon_1" }
    assert.deepInclude(changes, { list: "changes", filters: { ...ofBoth, ...asked } })
    const { exitCode, stdout } = await runHere(["view", "list", "--list", "monitors"], here)
    assert.strictEqual(exitCode, 0)
    assert.include(stdout, "grant_id=grant_1")
    assert.notInclude(stdout, changes.id)

    const refused = await runHere(["view", "add", "No", "--list", "changes", "--grant", "grant_1"], here)
    assert.deepInclude(refused, { exitCode: 2, stdout: "" })
    assert.include(refused.stderr, "grant_id")
    assert.strictEqual((await json("view", "rename", made.id, "Of grant 1")).name, "Of grant 1")
    assert.strictEqual((await json("view", "rename", "Of grant 1", "Grant")).id, made.id)
    const unknown = await typed("view", "rename", "Of grant 1", "Grant")
    assert.deepStrictEqual(
      [unknown.exitCode, unknown.stderr],
      [1, 'kittiwake: No saved view is called "Of grant 1": see "kittiwake view list".\n']
    )
    for (const called of ["Grant", changes.id]) {
      assert.strictEqual((await json("view", "remove", called)).deleted, true)
    }
    assert.deepStrictEqual(await json("view", "list"), [])
  })

  it("says what an organization cannot have", async () => {
    const refused = async (...args: ReadonlyArray<string>) => {
      const { exitCode, stderr } = await runHere(["org", ...args], here)
      return [exitCode, stderr]
    }
    const org = ["--org", "acme"]
    assert.deepStrictEqual(await refused("show", "--org", "nobody"), [
      1,
      'kittiwake: There is no organization nobody: "kittiwake org list" shows them.\n'
    ])
    assert.deepStrictEqual(await refused("create", "Again", "--id", "acme"), [
      1,
      "kittiwake: There is an organization with this id already.\n"
    ])
    assert.deepStrictEqual(await refused("credits", "take", "5", ...org), [
      2,
      'kittiwake: Say why with --reason, such as --reason "counted twice".\n'
    ])
    const [exitCode, stderr] = await refused("limits", ...org, "--requests-per-minute", "0")
    assert.strictEqual(exitCode, 2)
    assert.include(stderr, "overrides.requests_per_minute must be an integer from 1")
    assert.strictEqual((await refused("limits", ...org))[0], 2)
  })

  it("examines the installation and finds nothing to mend", async () => {
    const { exitCode, stdout } = await run(["doctor", "--json"], here)
    assert.strictEqual(exitCode, 0)
    const states = JSON.parse(stdout).map((finding: { readonly subject: string; readonly state: string }) => [
      finding.subject,
      finding.state
    ])
    assert.deepInclude(states, ["database", "ok"])
    assert.deepInclude(states, ["server", "ok"])
    assert.deepInclude(states, ["stored secrets", "ok"])
    assert.deepInclude(states, ["text in pictures", "ok"])
    assert.deepInclude(states, ["robots.txt", "ok"])
    assert.deepInclude(states, ["language model", "absent"])
  })

  it("examines it without reading the database whole where it is to be quick", async () => {
    const { exitCode, stdout } = await run(["doctor", "--quick", "--json"], here)
    assert.strictEqual(exitCode, 0)
    const found: ReadonlyArray<{ readonly subject: string; readonly message: string }> = JSON.parse(stdout)
    assert.notInclude(found.find(({ subject }) => subject === "database")?.message, "whole")
  })

  it("is told by the doctor that the server has other settings", async () => {
    await using directory = await temporaryDirectory()
    const examine = async (given: Environment) => {
      const env = { ...here, KITTIWAKE_DATA_DIR: directory.path, ...given }
      const { mend, message, state } = await Effect.runPromise(
        Effect.flatMap(readSettings(false), server).pipe(
          Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(env))
        )
      )
      const shown = message.replaceAll(directory.path, "DIR").replace(/:\d+/, ":PORT")
      return [state, shown, mend]
    }
    const cure = "Set KITTIWAKE_DATA_DIR as that server has it, or KITTIWAKE_API_KEY to a key of it."
    assert.deepStrictEqual(await examine({}), [
      "absent",
      "ready at http://127.0.0.1:PORT, and there is no key for it in DIR",
      cure
    ])
    await writeFile(join(directory.path, "api-key"), "sk_of_another_installation")
    assert.deepStrictEqual(await examine({}), [
      "broken",
      "the one that is ready at http://127.0.0.1:PORT does not take the key of these settings",
      cure
    ])
    // What other commands say of the same, so that nobody goes round in a circle for a key.
    const listed = async (given: Environment) =>
      (await runHere(["monitor", "list"], { ...here, KITTIWAKE_DATA_DIR: directory.path, ...given })).stderr
    assert.match(
      await listed({}),
      /UNAUTHORIZED: [^\n]+ in \/[^\n]+api-key\. [^\n]+"kittiwake key create"[^\n]+KITTIWAKE_DATA_DIR/
    )
    assert.match(
      await listed({ KITTIWAKE_API_KEY: "sk_0123456789abcdef" }),
      /UNAUTHORIZED: [^\n]+ in KITTIWAKE_API_KEY: /
    )
    const empty = join(directory.path, "empty")
    assert.match(
      await listed({ KITTIWAKE_DATA_DIR: empty }),
      /No key: [^\n]+keeps its key in its own data directory: set KITTIWAKE_DATA_DIR/
    )
    await mkdir(empty)
    await writeFile(join(empty, "control.sock"), "")
    assert.match(
      await listed({ KITTIWAKE_DATA_DIR: empty }),
      /No key: [^\n]+ in the data directory of the server at [^\n]+"kittiwake key create" makes a key/
    )
    const key = await readFile(join(String(here.KITTIWAKE_DATA_DIR), "api-key"), "utf8")
    const known = await examine({ KITTIWAKE_API_KEY: key.trim() })
    assert.deepStrictEqual(known, ["ok", "ready at http://127.0.0.1:PORT", null])
    assert.strictEqual((await runHere(["migrate"], { ...here, KITTIWAKE_DATA_DIR: directory.path })).exitCode, 0)
    assert.deepStrictEqual((await examine({ KITTIWAKE_API_KEY: key.trim() })).slice(0, 2), [
      "absent",
      "ready at http://127.0.0.1:PORT, with another database: nobody has the one in DIR open"
    ])
  })
})

describe("a command without a server", { timeout: 180_000 }, () => {
  it("says how to start one", async () => {
    await using directory = await temporaryDirectory()
    const env = { KITTIWAKE_DATA_DIR: directory.path, KITTIWAKE_API_KEY: "sk_0123456789abcdef", KITTIWAKE_PORT: "1" }
    const unreachable = await run(["monitor", "list"], env)
    assert.strictEqual(unreachable.exitCode, 3)
    assert.match(unreachable.stderr, /^kittiwake: No server answers at http:\/\/127\.0\.0\.1:1: [^\n]+\n$/)
    const { KITTIWAKE_API_KEY: _, ...without } = env
    const lost = await run(["monitor", "list"], without)
    assert.match(
      lost.stderr,
      /^kittiwake: No key: there is no [^\n]+, and no server answers at [^\n]+"kittiwake start"[^\n]+\n$/
    )
    const keyless = await run(["key", "create"], env)
    assert.match(
      keyless.stderr,
      /^kittiwake: There is no database in \/[^\n]+ yet: "kittiwake start" makes it\.[^\n]+KITTIWAKE_DATA_DIR\.\n$/
    )
  })

  it("says what no server would take, before it asks one", async () => {
    await using directory = await temporaryDirectory()
    const env = { KITTIWAKE_DATA_DIR: directory.path, KITTIWAKE_API_KEY: "sk_0123456789abcdef", KITTIWAKE_PORT: "1" }
    const asked = async (...args: ReadonlyArray<string>) => runHere(["monitor", ...args], env)
    const add = (...args: ReadonlyArray<string>) => asked("add", "https://example.com/", ...args)
    const refusals: ReadonlyArray<readonly [Promise<Ended>, RegExp]> = [
      [
        add("--webhook", "ftp://hooks.example.com"),
        /^kittiwake: --webhook: must be an http or https address [^\n]+\n$/
      ],
      [add("--name", ""), /^kittiwake: --name: must be a string of 1 to 200 characters\n$/],
      [asked("show", ""), /^kittiwake: monitor_id: must be [^\n]+\n$/],
      [asked("list", "--limit", "1000"), /^kittiwake: --limit: must be an integer from 1 to 100\n$/],
      [add("--time-zone", "Europe/Berlin"), /^kittiwake: --time-zone goes with --cron, [^\n]+\n$/],
      [add("--once"), /^kittiwake: --event and --once go with --webhook\.\n$/]
    ]
    for (const [refusal, line] of refusals) {
      const { exitCode, stderr } = await refusal
      assert.match(stderr, line)
      assert.strictEqual(exitCode, 2)
    }
  })

  it("examines a machine without making anything", async () => {
    await using directory = await temporaryDirectory()
    const { exitCode, stdout } = await run(["doctor"], {
      KITTIWAKE_DATA_DIR: join(directory.path, "none"),
      KITTIWAKE_PORT: "1"
    })
    assert.strictEqual(exitCode, 0)
    assert.match(stdout, /^absent {2}database: embedded; it will be made at first start$/m)
    assert.match(stdout, /^absent {2}stored secrets: none yet; [^\n]+ at first start$/m)
    assert.match(
      stdout,
      /^ok {6}settings: this is judged by KITTIWAKE_DATA_DIR, KITTIWAKE_PORT as they are set here, /m
    )
    assert.deepStrictEqual(await readdir(directory.path), [])
  })

  it("says which browser it lacks, and which it cannot use", async () => {
    await using directory = await temporaryDirectory()
    const examine = (browser: string) =>
      run(["doctor"], {
        KITTIWAKE_DATA_DIR: join(directory.path, "none"),
        KITTIWAKE_PORT: "1",
        KITTIWAKE_ROBOTS: "ignore",
        KITTIWAKE_BROWSER: browser
      })
    const [off, lost, open] = await Promise.all([
      examine("off"),
      examine("/no/such/browser"),
      examine("ws://browser:3000/?token=hunter2")
    ])
    assert.strictEqual(off.exitCode, 0)
    assert.match(off.stdout, /^absent {2}browser: KITTIWAKE_BROWSER is off$/m)
    assert.match(off.stdout, /^ok {6}robots\.txt: crawls pass over it, because KITTIWAKE_ROBOTS is ignore$/m)
    assert.strictEqual(lost.exitCode, 1)
    assert.match(lost.stdout, /^BROKEN {2}browser: KITTIWAKE_BROWSER names \/no\/such\/browser, /m)
    assert.match(open.stdout, /^BROKEN {2}browser: [^\n]+\n {9}Set KITTIWAKE_BROWSER_GUARDED=true /m)
    assert.notInclude(open.stdout, "hunter2")
  })

  it("says what is wrong with the command line", async () => {
    const unknown = await run(["monitor", "lost"], {})
    assert.strictEqual(unknown.exitCode, 2)
    const often = await run(["monitor", "add", "https://example.com", "--every", "often"], {})
    assert.strictEqual(often.exitCode, 2)
    assert.match(often.stderr, /^kittiwake: --every is "often": write a number and m, h or d, [^\n]+\n$/)
  })

  it("names the setting of a data directory that cannot be made", needsLinux, async () => {
    const { exitCode, stderr } = await run(["migrate"], { KITTIWAKE_DATA_DIR: "/proc/kittiwake" })
    assert.strictEqual(exitCode, 3)
    assert.match(
      stderr,
      /^kittiwake: The data directory \/proc\/kittiwake cannot be used: [^\n]+KITTIWAKE_DATA_DIR[^\n]+\n$/
    )
  })

  it("says that Postgres cannot be reached, without its password", async () => {
    const { exitCode, stderr } = await run(["migrate"], { DATABASE_URL: "postgres://u:hunter2@127.0.0.1:1/x" })
    assert.strictEqual(exitCode, 3)
    assert.match(
      stderr,
      /^kittiwake: The database cannot be used: [^\n]+\. Is Postgres running\? See DATABASE_URL, in a program databaseUrl\.\n$/
    )
    assert.notInclude(stderr, "hunter2")
  })
})
