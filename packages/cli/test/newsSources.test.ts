/** `kittiwake news sources`: beside a running server, and without one. Observed: what the commands say, and what is kept. */
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { beside, type Environment, serve, temporaryDirectory } from "./support/command.ts"
import { runHere } from "./support/commandHere.ts"

const list = `<?xml version="1.0"?>
<opml version="2.0"><body>
<outline text="Birds"><outline type="rss" text="Terns" xmlUrl="https://127.0.0.1:9/terns" language="de-CH"/></outline>
<outline type="rss" text="Lost\u001b[31m"/>
<outline text="Gulls" xmlUrl="https://127.0.0.1:9/gulls"/>
</body></opml>`

interface Source {
  readonly url: string
  readonly state: string
  readonly language: string | null
}

const listed = async (env: Environment, ...args: ReadonlyArray<string>): Promise<ReadonlyArray<Source>> => {
  const { exitCode, stderr, stdout } = await runHere(["news", "sources", "list", "--json", ...args], env)
  assert.strictEqual(exitCode, 0, stderr)
  return (JSON.parse(stdout) as { readonly sources: ReadonlyArray<Source> }).sources
}

describe("sources of news on the command line", { timeout: 180_000 }, () => {
  it("are imported, added, shown and taken away beside a server, and without one", async () => {
    await using directory = await temporaryDirectory()
    const env = { KITTIWAKE_DATA_DIR: directory.path, KITTIWAKE_NEWS_SOURCES: "3" }
    const none = await runHere(["news", "sources", "list"], env)
    assert.strictEqual(none.exitCode, 1)
    assert.match(none.stderr, /There is no database/)
    const file = join(directory.path, "feeds.opml")
    await writeFile(file, list)
    {
      await using served = await serve(["start"], env)
      const here = beside(served, env)
      const taken = await runHere(["news", "sources", "import", file], here)
      assert.strictEqual(taken.exitCode, 0, taken.stderr)
      assert.match(taken.stdout, /^added +2, which are asked from now on$/m)
      assert.match(taken.stdout, /^ {2}line 4, Lost.*: It names no feed: xmlUrl is missing\.$/m)
      assert.notInclude(taken.stdout, "\u001b")
      served.signal("SIGTERM")
      await served.ended
    }
    assert.deepStrictEqual(
      (await listed(env, "--origin", "list")).map(({ language, url }) => [url, language]),
      [
        ["https://127.0.0.1:9/gulls", null],
        ["https://127.0.0.1:9/terns", "de"]
      ]
    )
    const again = await runHere(["news", "sources", "import", file, "--json"], env)
    assert.deepInclude(JSON.parse(again.stdout), { added: 0, known: 2 })
    const full = await runHere(["news", "sources", "add", "a.example", "https://b.example/"], env)
    assert.match(full.stdout, /^added +1,/m)
    assert.match(full.stdout, /https:\/\/b\.example\/\nThere is no room for more sources: KITTIWAKE_NEWS_SOURCES/)
    const bad = await runHere(["news", "sources", "add", "nowhere"], env)
    assert.strictEqual(bad.exitCode, 1)
    assert.match(bad.stderr, /nowhere: It is no address/)
    const removed = await runHere(["news", "sources", "remove", "a.example/"], env)
    assert.strictEqual(removed.exitCode, 0, removed.stderr)
    assert.deepStrictEqual(
      (await listed(env, "--state", "gone")).map(({ state, url }) => [url, state]),
      [["https://a.example/", "removed"]]
    )
    const shown = await runHere(["news", "sources", "list", "--limit", "1"], env)
    assert.match(shown.stdout, /^SOURCE +CHOSEN +STATE +LAST ANSWER +NEXT +ARTICLES +FAILURES$/m)
    assert.match(shown.stdout, /^More: --after https:\/\/127\.0\.0\.1:9\/gulls$/m)
    const nobody = await runHere(["news", "sources", "remove", "https://nobody.example/"], env)
    assert.match(nobody.stderr, /There is no source/)
    const noList = await runHere(["news", "sources", "import", join(directory.path, "none")], env)
    assert.match(noList.stderr, /none cannot be read: there is no such file or folder/)
  })
})
