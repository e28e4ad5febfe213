import { readFileSync } from "node:fs"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, posix } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { rolldown } from "rolldown"
import { declarationsIn } from "../scripts/api/declarations.ts"
import { surfacePage } from "../scripts/api/page.ts"
import { longest } from "../scripts/api/signature.ts"
import { strayNames } from "../scripts/api/strays.ts"
import { longestPackage, longestPage, strayPages, tooLong, tooLongTogether } from "../scripts/apiReport.ts"
import { publishedManifest } from "../scripts/build/manifest.ts"
import { asListed, inPlace, misledEntries, placesOf } from "../scripts/build/places.ts"
import { sourceFiles } from "../scripts/dependencies/rule.ts"
import { brokenLinks } from "../scripts/docsLinks.ts"
import { repeatedWords, sortedWords, unlistedPages, withDecisions } from "../scripts/docsLists.ts"
import { missingEntries } from "../scripts/lock.ts"
import { run } from "../scripts/run.ts"
import { filesToRepeat, withSecondRun } from "../scripts/secondRun.ts"
import { type SummaryOptions, type TestReport, type TestResult, testSummary } from "../scripts/testSummary.ts"
import { entriesOf, ours, publishedPackages, root } from "../scripts/workspace.ts"
import { needs } from "./setup/needs.ts"

/** What every manifest says. */
const x = { name: "@kittiwake/x", version: "1.0.0", description: "X." }

describe("npm run check", () => {
  it("finds links to missing pages and missing headings, and leaves other sites and code alone", () => {
    const pages: Readonly<Record<string, string>> = { "docs/b.md": "# What `b` is: a page\n## Twice\n## Twice\n" }
    const page = [
      "[fine](b.md) [fine](b.md#what-b-is-a-page) [fine](#here) [fine](b.md#twice-1) [far](https://example.com/x)",
      "[gone](c.md) [no heading](b.md#nowhere)",
      "`[code](d.md)`",
      "# Here"
    ].join("\n")
    assert.deepStrictEqual(
      brokenLinks("docs/a.md", page, (path) => pages[path]),
      ["c.md", "b.md#nowhere"]
    )
  })

  it("finds pages that the documentation does not name", () => {
    const readme = "[fine](guides/a.md#part) [too](./operate/b.md)\n`[code](reference/c.md)`"
    const pages = ["README.md", "decisions/0001-x.md", "guides/a.md", "operate/b.md", "reference/c.md"]
    assert.deepStrictEqual(unlistedPages(readme, pages), ["reference/c.md"])
  })

  it("puts decisions in order, keeps the words that they are listed with, and adds those that lack", () => {
    const decisions = [1, 2, 3].map((n) => ({ file: `decisions/000${n}-x.md`, heading: `# 000${n}: Title ${n}` }))
    const before = "# Docs\n\n- [0003](decisions/0003-x.md): third\n- [0001](decisions/0001-x.md): first\n\nEnd\n"
    const after =
      "# Docs\n\n- [0001](decisions/0001-x.md): first\n- [0002](decisions/0002-x.md): Title 2\n- [0003](decisions/0003-x.md): third\n\nEnd\n"
    assert.strictEqual(withDecisions(before, decisions), after)
    assert.strictEqual(withDecisions(after, decisions), after)
    // One that is no more is listed no more.
    assert.notInclude(withDecisions(after, decisions.slice(0, 2)), "third")
    assert.throws(() => withDecisions(after, [{ file: "decisions/0004-x.md", heading: "Four" }]), /0004-x\.md/)
    assert.throws(() => withDecisions("# Docs\n", decisions), /no list/)
  })

  it("puts the words of the glossary in order, and finds one that stands there twice", () => {
    const page = "| Word | Means |\n|---|---|\n| run | a |\n| Ids | b |\n| run | c |\n"
    assert.strictEqual(sortedWords(page), "| Word | Means |\n|---|---|\n| Ids | b |\n| run | a |\n| run | c |\n")
    assert.deepStrictEqual(repeatedWords(page), ["run"])
    assert.throws(() => sortedWords("| Word | Means |\n|---|---|\n"), /no words/)
  })

  it("finds the platforms that a lock leaves out, with what npm needs to skip them", () => {
    const lock = {
      packages: {
        "node_modules/tool": {
          dev: true,
          license: "MIT",
          optionalDependencies: { "@tool/linux-x64-musl": "1.2.3", "@tool/darwin-arm64": "1.2.3", colours: "1.0.0" }
        },
        "node_modules/@tool/darwin-arm64": { version: "1.2.3" }
      }
    }
    assert.deepStrictEqual(missingEntries(lock), {
      "node_modules/@tool/linux-x64-musl": {
        version: "1.2.3",
        cpu: ["x64"],
        os: ["linux"],
        libc: ["musl"],
        dev: true,
        license: "MIT",
        optional: true
      }
    })
  })

  it("looks at something: a pattern that matches nothing fails, whatever stands in the folders of others", () => {
    assert.include(ours(["*.json"]), "package.json")
    assert.throws(() => ours(["nowhere/**/*.ts"]), /Nothing in .* matches nowhere/)
    assert.throws(() => ours(["node_modules/vitest/*.json"]), /Nothing in/)
    assert.include(sourceFiles(), "test/check.test.ts")
  })

  it("finds the page of a public surface that is no more", () => {
    assert.deepStrictEqual(strayPages(["core.md", "gone.md", "notes.txt"], ["core.md"]), ["gone.md"])
  })

  it("knows every entry of a package by its name: a pattern would make public whatever is put into a folder", () => {
    for (const { manifest } of publishedPackages()) {
      assert.deepStrictEqual(
        [...Object.entries(entriesOf(manifest))].flat().filter((said) => said.includes("*")),
        []
      )
      assert.deepStrictEqual(misledEntries(manifest), [])
      for (const [entry, path] of Object.entries(manifest.exports)) {
        if (manifest.entries === undefined || entry.includes("*") || entry === "./package.json") continue
        assert.strictEqual(manifest.entries[entry], path, `${manifest.name} exports ${entry} and does not list it`)
      }
    }
  })

  it("names by its entry a type that the compiler named by a pattern", () => {
    const named = asListed([
      { ...x, exports: {}, entries: { "./a/B": "./src/a/B.ts", "./internal/a/c": "./src/a/c.ts" } }
    ])
    assert.strictEqual(
      named(
        `from "@kittiwake/x/a/B"; import("@kittiwake/x/a/c").C; from "@kittiwake/x/a/d"; from "@kittiwake/xy/a/c"; Service<"@kittiwake/x/a/c">`
      ),
      `from "@kittiwake/x/a/B"; import("@kittiwake/x/internal/a/c").C; from "@kittiwake/x/a/d"; from "@kittiwake/xy/a/c"; Service<"@kittiwake/x/a/c">`
    )
  })

  it("finds an entry that patterns do not lead to", () => {
    const exports = { "./*": "./src/*.ts", "./internal/*": "./src/*.ts", "./all": "./src/all/index.ts" }
    const led = { "./a/B": "./src/a/B.ts", "./internal/a/c": "./src/a/c.ts", "./all": "./src/all/index.ts" }
    assert.deepStrictEqual(misledEntries({ ...x, exports, entries: led }), [])
    assert.deepStrictEqual(misledEntries({ ...x, exports, entries: { "./B": "./src/a/B.ts" } }), [
      "@kittiwake/x: ./B is listed as ./src/a/B.ts, and its exports lead to ./src/B.ts"
    ])
  })

  it("keeps what Node parses for each import short: names that are many stand in a list", () => {
    for (const { manifest } of publishedPackages()) {
      assert.isAtMost(JSON.stringify(manifest.exports).length, 1_024, `${manifest.name} needs entries and patterns`)
    }
  })
})

describe("the page of a public surface", () => {
  const files: Readonly<Record<string, string>> = {
    "src/Shelf.ts": `import { Context, type DateTime, Effect, Layer, Schema } from "effect";
import type { Options } from "./options.ts";
export { Closed } from "./errors.ts";
export declare const Book: Schema.Struct<{
    readonly id: Schema.String;
}>;
export type Book = typeof Book.Type;
declare const Shelf_base: Context.ServiceClass<Shelf, "@kittiwake/x/Shelf", {
    readonly put: (book: Book, at: DateTime.Utc) => Effect.Effect<void>;
    readonly get: (id: string) => Effect.Effect<Book, Closed | StoreUnavailable>;
}>;
export declare class Shelf extends Shelf_base {
    static readonly layer: (options: Options) => Layer.Layer<Shelf>;
}
export declare const shelves: {
    readonly first: { readonly books: readonly ["${"a".repeat(longest.inferred)}", "b"] };
};
export {};
`,
    "src/errors.ts": `import { Schema } from "effect";
declare const Closed_base: Schema.Class<Closed, Schema.TaggedStruct<"Closed", {
    readonly until: Schema.Int;
}>, import("effect/Cause").YieldableError>;
export declare class Closed extends Closed_base {
}
export {};
`,
    "src/options.ts": `import type { Depth } from "./depth.ts";
export interface Options {
    depth: Depth;
}
`,
    "src/depth.ts": "export interface Depth {\n    readonly centimetres: number;\n}\n"
  }

  const pageOf = (changes: Readonly<Record<string, string>> = {}) =>
    surfacePage({
      name: "@kittiwake/x",
      entries: new Map([["@kittiwake/x/Shelf", "src/Shelf.ts"]]),
      internal: ["@kittiwake/x/internal/rows"],
      read: (file) => ({ ...files, ...changes })[file] ?? ""
    })

  const changed = (file: string, from: string, to: string) => {
    const text = files[file] ?? ""
    assert.include(text, from)
    return pageOf({ [file]: text.replace(from, to) })
  }

  it("says each exported name with its signature, also of what is exported on and of what cannot be imported", () => {
    const lines = pageOf().split("\n")
    for (const line of [
      "error Closed { until: Int }",
      "schema Book: { id: String }",
      "service Shelf { put(book, at: Utc): Effect<void>; get(id: string): Stored<Book, Closed>; static layer(options): Layer<Shelf> }"
    ]) {
      assert.include(lines, line)
    }
    assert.match(pageOf(), /^interface Options \{ mutable depth \} \/\/ [0-9a-f]{8}$/m)
    assert.match(pageOf(), /const shelves: \{ first \} \([0-9a-f]{8}\)/)
    assert.include(pageOf(), "they change without notice: rows.")
  })

  it("moves with every change of a signature, also behind the cut and in what is only named", () => {
    const changes = {
      "a method more": changed("src/Shelf.ts", "readonly put:", "readonly count: () => number;\n    readonly put:"),
      "another parameter": changed("src/Shelf.ts", "at: DateTime.Utc", "at: number"),
      "another result": changed("src/Shelf.ts", "Effect.Effect<void>", "Effect.Effect<void, Closed>"),
      "an optional parameter": changed("src/Shelf.ts", "at: DateTime.Utc", "at?: DateTime.Utc"),
      "a static member": changed("src/Shelf.ts", "options: Options", "options?: Options"),
      "an error less": changed("src/Shelf.ts", "Closed | StoreUnavailable", "Closed"),
      "a field": changed("src/Shelf.ts", "readonly id: Schema.String", "readonly id: Schema.Int"),
      "no longer read-only": changed("src/Shelf.ts", "readonly id:", "id:"),
      "an inferred type beyond the cut": changed("src/Shelf.ts", '"b"]', '"c"]'),
      "the key of a service": changed("src/Shelf.ts", "@kittiwake/x/Shelf", "@kittiwake/x/Shelves"),
      "an error that is exported on": changed("src/errors.ts", "until: Schema.Int", "until: Schema.String"),
      "a type that is only named": changed("src/options.ts", "depth: Depth", "depth?: Depth"),
      "what a type that is only named is made of": changed("src/depth.ts", "centimetres", "inches")
    }
    for (const [change, page] of Object.entries(changes)) assert.notStrictEqual(page, pageOf(), change)
    assert.strictEqual(new Set(Object.values(changes)).size, Object.keys(changes).length)
  })

  it("stays as it is when only what nobody sees changes", () => {
    assert.strictEqual(
      changed("src/Shelf.ts", "export {};", "interface Hidden {\n    a: string;\n}\nexport {};"),
      pageOf()
    )
  })

  it("fails for a name that is internal where it is declared, and still in a signature", () => {
    const read = (file: string) => declarationsIn(file, files[file] ?? "")
    const fileOf = (entry: string) => (entry === "@kittiwake/x/depth" ? "src/depth.ts" : undefined)
    const wants =
      "import type { Depth, Width } from '@kittiwake/x/depth';\nexport declare const of: import('./options.ts').Other<Depth>;\nexport declare const own: import('@kittiwake/x/helper').Own;\nexport type Kind = (typeof kinds)[number];\n"
    const strays = strayNames({
      files: ["src/Shelf.ts", "src/wants.ts"],
      read: (file) => (file === "src/wants.ts" ? declarationsIn(file, wants) : read(file)),
      fileOf,
      isOurs: (name) => name.startsWith("@kittiwake/x/")
    })
    assert.deepStrictEqual(strays, [
      "src/wants.ts names Width of @kittiwake/x/depth, which is internal there",
      "src/wants.ts names Other of ./options.ts, which is internal there",
      "src/wants.ts names Own of @kittiwake/x/helper, which is not exported",
      "src/wants.ts names the type of kinds, which is internal there"
    ])
  })

  it("fails for a form of export that it cannot show", () => {
    assert.throws(() => pageOf({ "src/Shelf.ts": 'export * from "./errors.ts";' }), /name what it exports/)
    assert.throws(() => pageOf({ "src/Shelf.ts": "export declare const a: = 1;" }), /does not parse/)
  })

  it("keeps all pages of a package to what one reader can be asked to know", () => {
    const half = "x".repeat(longestPackage / 2)
    assert.isUndefined(tooLongTogether("@kittiwake/x", [half, half]))
    const said = `@kittiwake/x would have ${longestPackage + 1} bytes`
    assert.include(tooLongTogether("@kittiwake/x", [half, half, "x"]), said)
  })

  it("may have sixty kilobytes and not one byte more, as those that are committed have", async () => {
    assert.isUndefined(tooLong("x.md", "x".repeat(longestPage)))
    assert.match(tooLong("x.md", "x".repeat(longestPage + 1)) ?? "", /x\.md would have 61441 bytes/)
    for (const page of ours(["docs/reference/api/*.md"])) {
      assert.isUndefined(tooLong(page, await readFile(join(root, page), "utf8")))
    }
  })
})

describe("npm run build", () => {
  it("publishes a manifest that points at programs and declarations instead of sources", () => {
    const manifest = publishedManifest({
      name: "@kittiwake/x",
      version: "1.0.0",
      description: "X.",
      license: "MIT",
      exports: { ".": "./src/X.ts", "./*": "./src/*.ts", "./package.json": "./package.json", "./a.css": "./src/a.css" },
      bin: { x: "./src/main.ts" },
      dependencies: { effect: "4.1.0" },
      devDependencies: { tool: "1.0.0" },
      scripts: { test: "x" }
    })
    assert.deepStrictEqual(manifest.exports, {
      ".": { types: "./X.d.ts", default: "./X.js" },
      "./*": { types: "./*.d.ts", default: "./*.js" },
      "./package.json": "./package.json",
      "./a.css": "./a.css"
    })
    assert.deepStrictEqual(manifest.bin, { x: "./main.js" })
    assert.strictEqual(manifest.sideEffects, false)
    assert.deepStrictEqual(manifest.dependencies, { effect: "4.1.0" })
    assert.notProperty(manifest, "devDependencies")
    assert.notProperty(manifest, "scripts")
  })

  it("puts what a package lists where one pattern exports it, and the rest where none does", () => {
    const manifest = {
      ...x,
      exports: { "./package.json": "./package.json", "./*": "./src/*.ts" },
      entries: { "./a/B": "./src/a/B.ts", "./all": "./src/all/index.ts", "./internal/a/c": "./src/a/c.ts" }
    }
    assert.deepStrictEqual(publishedManifest(manifest).exports, {
      "./package.json": "./package.json",
      "./*": { types: "./entries/*.d.ts", default: "./entries/*.js" }
    })
    const place = placesOf(manifest)
    assert.deepStrictEqual(["a/B", "all/index", "a/c", "a/helper"].map(place), [
      "entries/a/B",
      "entries/all",
      "entries/internal/a/c",
      "modules/a/helper"
    ])
    const text = `import { c } from "./c.js"; export * from "../all/index.js"; const d = import("./helper.js"); const e = "./f.js"`
    assert.strictEqual(
      inPlace(text, "a/B", place, (module) => module !== "a/f"),
      `import { c } from "../internal/a/c.js"; export * from "../all.js"; const d = import("../../modules/a/helper.js"); const e = "./f.js"`
    )
    const twice = { ...manifest.entries, "./B": "./src/a/B.ts" }
    assert.throws(() => placesOf({ ...manifest, entries: twice }), /src\/a\/B\.ts has two entries, \.\/a\/B and \.\/B/)
  })

  it("publishes which modules do something by being imported", () => {
    const { manifest } = publishedPackages().find((one) => one.manifest.name === "kittiwake")!
    const { sideEffects } = publishedManifest(manifest)
    assert.deepStrictEqual(sideEffects, ["./compileCache.js", "./heapFlags.js", "./main.js"])
  })

  it.each(publishedPackages().map((one) => [one.manifest.name, one] as const))(
    "lets bundlers drop nothing of %s that is imported for what it does",
    (_, { folder, manifest }) => {
      // The dashboard is published as it was built for browsers: nothing of it is imported.
      if (folder === "packages/dashboard") return
      const named = Array.isArray(manifest.sideEffects) ? (manifest.sideEffects as ReadonlyArray<string>) : []
      for (const file of ours([`${folder}/src/**/*.ts`])) {
        for (const [, module] of readFileSync(join(root, file), "utf8").matchAll(/^import "(\.[^"]+)"/gm)) {
          const path = posix.relative(folder, posix.join(posix.dirname(file), module!))
          assert.include(named, `./${path}`, file)
        }
      }
    }
  )

  it("keeps the heap flags of the command in a bundle that somebody makes of it", async () => {
    const build = await rolldown({
      input: join(root, "packages/cli/src/main.ts"),
      platform: "node",
      external: (id) => !/^(?:\.|\/.*(?:main|heapFlags|compileCache)\.ts$)/.test(id),
      logLevel: "silent"
    })
    const { output } = await build.generate({ format: "esm" })
    await build.close()
    assert.include(output[0].code, "--no-allocation-site-pretenuring")
  }, 60_000)
})

describe("the closing lines of a test run", () => {
  const passed: TestResult = { fullName: "a passed", status: "passed", meta: {} }
  const failed: TestResult = {
    fullName: "a failed",
    status: "failed",
    failureMessages: ["\u001B[31mAssertionError\u001B[39m: expected 1 to equal 2\n    at a.test.ts:3:5", "another"],
    meta: {}
  }
  const forgotten: TestResult = { fullName: "a forgotten", status: "skipped", meta: {} }
  const noBrowser: TestResult = { fullName: "a picture", status: "skipped", meta: { lacks: "browser" } }
  const noLinux: TestResult = { fullName: "a process", status: "pending", meta: { lacks: "Linux" } }

  const summary = (assertionResults: ReadonlyArray<TestResult>, options: SummaryOptions, status = "passed") =>
    testSummary({ testResults: [{ name: "a.test.ts", status, assertionResults }] }, options)

  it("count what passed and what failed", () => {
    const { isGood, lines } = summary([passed, passed, failed], { isCi: true }, "failed")
    const why = ["FAILED a.test.ts: a failed", "  AssertionError: expected 1 to equal 2"]
    assert.deepStrictEqual([isGood, lines], [false, [...why, "2 passed, 1 failed"]])
    assert.deepStrictEqual(summary([passed], { isCi: true }), { isGood: true, lines: ["1 passed, 0 failed"] })
  })

  it("count a file that broke before, beside or after its tests as failed", () => {
    const { isGood, lines } = testSummary(
      {
        testResults: [
          { name: "a.test.ts", status: "failed", assertionResults: [] },
          { name: "b.test.ts", status: "failed", assertionResults: [passed] },
          { name: "c.test.ts", status: "failed", assertionResults: [failed] }
        ]
      },
      { isCi: false }
    )
    assert.isFalse(isGood)
    assert.deepStrictEqual(lines, [
      "FAILED c.test.ts: a failed",
      "  AssertionError: expected 1 to equal 2",
      "FAILED outside its tests: a.test.ts",
      "FAILED outside its tests: b.test.ts",
      "1 passed, 3 failed"
    ])
  })

  it("say what was skipped and for want of what, which fails nothing on the machine of a person", () => {
    const { isGood, lines } = summary([passed, noBrowser, forgotten], { isCi: false })
    assert.isTrue(isGood)
    assert.deepStrictEqual(lines, [
      `SKIPPED 1 test for want of a browser. ${needs.browser.howToMend}`,
      "  a.test.ts: 1",
      "SKIPPED 1 test without a need that is named:",
      "  a.test.ts: a forgotten",
      "1 passed, 0 failed, 2 skipped"
    ])
  })

  it("count what was skipped as failed in CI, unless it may lack what the test needs", () => {
    const options = { isCi: true, mayLack: { Linux: "This one is another system." } }
    const { isGood, lines } = summary([passed, noBrowser, forgotten, noLinux], options)
    assert.isFalse(isGood)
    assert.strictEqual(lines.at(-1), "1 passed, 2 failed, 1 skipped")
    assert.include(lines, "SKIPPED 1 test for want of Linux. This one is another system.")
    const allowed = summary([passed, noLinux], options)
    assert.deepStrictEqual([allowed.isGood, allowed.lines.at(-1)], [true, "1 passed, 0 failed, 1 skipped"])
  })

  it("never say that nothing failed when a step did, or when no test ran", () => {
    const step = summary([passed], { isCi: true, otherFailures: ["the step check"] })
    assert.deepStrictEqual([step.isGood, step.lines], [false, ["FAILED: the step check", "1 passed, 1 failed"]])
    assert.strictEqual(testSummary({ testResults: [] }, { isCi: true }).lines.at(-1), "0 passed, 1 failed")
  })

  it("name what failed beside other work and passed by itself, and count what failed twice", () => {
    const first: TestReport = {
      testResults: [
        { name: "a.test.ts", status: "failed", assertionResults: [passed, failed] },
        { name: "b.test.ts", status: "failed", assertionResults: [] },
        { name: "c.test.ts", status: "failed", assertionResults: [failed] },
        { name: "d.test.ts", status: "passed", assertionResults: [passed] }
      ]
    }
    assert.deepStrictEqual(filesToRepeat(first), ["a.test.ts", "b.test.ts", "c.test.ts"])
    const second: TestReport = {
      testResults: [
        { name: "a.test.ts", status: "passed", assertionResults: [passed, { ...failed, status: "passed" }] },
        { name: "b.test.ts", status: "passed", assertionResults: [passed] },
        { name: "c.test.ts", status: "failed", assertionResults: [failed] }
      ]
    }
    const { isGood, lines } = testSummary(withSecondRun(first, second), { isCi: true })
    assert.isFalse(isGood)
    assert.deepStrictEqual(lines, [
      "UNSTEADY a.test.ts: a failed",
      "  at first: AssertionError: expected 1 to equal 2",
      "UNSTEADY outside its tests: b.test.ts",
      "FAILED c.test.ts: a failed",
      "  AssertionError: expected 1 to equal 2",
      "4 passed, 1 failed"
    ])
    const many = ["a", "b", "c", "d", "e"].map((name) => ({ name, status: "failed", assertionResults: [failed] }))
    assert.deepStrictEqual(filesToRepeat({ testResults: many }), [])
  })

  it("are written by the command that .ci/run ends with, whose exit code says the same", async () => {
    const folder = await mkdtemp(join(tmpdir(), "kittiwake-summary-"))
    const file = join(folder, "tests.json")
    const close = async (results: ReadonlyArray<TestResult>, ...steps: ReadonlyArray<string>) => {
      const status = results.includes(failed) ? "failed" : "passed"
      const report: TestReport = { testResults: [{ name: "a.test.ts", status, assertionResults: results }] }
      await writeFile(file, JSON.stringify(report))
      const { code, output } = await run("node", ["scripts/testSummary.ts", file, ...steps])
      return [code, output.split("\n").at(-1)]
    }
    try {
      assert.deepStrictEqual(await close([passed]), [0, "1 passed, 0 failed"])
      assert.deepStrictEqual(await close([passed, failed], "test"), [1, "1 passed, 1 failed"])
      assert.deepStrictEqual(await close([passed], "test"), [1, "1 passed, 1 failed"])
      assert.deepStrictEqual(await close([passed, failed], "check", "test"), [1, "1 passed, 2 failed"])
      assert.deepStrictEqual(await close([passed, noBrowser]), [1, "1 passed, 1 failed"])
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
