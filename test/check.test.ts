import { assert, describe, it } from "@effect/vitest"
import { readable } from "../scripts/apiReport.ts"
import { publishedManifest } from "../scripts/build/manifest.ts"
import { brokenLinks } from "../scripts/docsLinks.ts"
import { missingEntries } from "../scripts/lock.ts"
import { testSummary } from "../scripts/testSummary.ts"

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

  it("reports a public surface without imports, comments' traces and punctuation that moves for no reason", () => {
    const declarations = `import { Schema } from "effect";\nexport declare class A {\n    readonly a: number;\n}\nexport {};\n`
    assert.strictEqual(readable(declarations), "export class A {\n  readonly a: number\n}")
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
    assert.deepStrictEqual(manifest.dependencies, { effect: "4.1.0" })
    assert.notProperty(manifest, "devDependencies")
    assert.notProperty(manifest, "scripts")
  })
})

describe("the closing line of a test run", () => {
  it("counts a file that broke before its first test as failed, and says what was skipped", () => {
    const lines = testSummary({
      numPassedTests: 7,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 0,
      testResults: [
        { name: "a.test.ts", status: "failed", assertionResults: [] },
        { name: "b.test.ts", status: "failed", assertionResults: [{}] }
      ]
    })
    assert.deepStrictEqual(lines, ["did not load: a.test.ts", "2 skipped", "7 passed, 2 failed"])
  })
})
