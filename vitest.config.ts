import { globSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { defineConfig } from "vitest/config"
import { filesLeft } from "./test/setup/filesInTurn.ts"
import { LongestFirst } from "./test/setup/LongestFirst.ts"
import { turn } from "./test/setup/turns.ts"

// The processes of Vitest, and those that tests start, keep what they compiled where the command keeps it.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/kittiwake")

// All processes of a run take the same turn, also where the day ends meanwhile.
process.env.KITTIWAKE_TURN = String(turn)

/** Every file of tests, from the root. */
export const testFiles = ["packages/**/*.test.ts", "examples/**/*.test.ts", "test/**/*.test.ts"]

const installed = ["**/node_modules/**", "**/dist/**"]

/** What holds for every file, in whatever process it runs. */
export const common = defineConfig({
  test: {
    globalSetup: ["test/setup/globalSetup.ts"],
    setupFiles: ["test/setup/compileCache.ts"],
    // V8 loses count of its pages of code when WebAssembly comes and goes in several threads, and ends the process with
    // "Check failed: jit_page.has_value()": https://github.com/nodejs/node/issues/64500.
    execArgv: ["--no-memory-protection-keys"],
    reporters: ["default", "./test/setup/ClosingReporter.ts"],
    exclude: installed,
    sequence: { sequencer: LongestFirst },
    // One more than there are cores: files that start servers and browsers wait for them half of the time.
    maxWorkers: availableParallelism() + 1,
    // What hangs is ended. Nothing is timed by it: a machine that other work keeps busy may take ten times as long.
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})

/** Files that look at the memory of their process or fill it on purpose, and those that start the product in processes. */
const apart = [
  "**/{bodies,download,hostile*,longPages,parallelClients,requestMemory}.test.ts",
  "packages/cli/test/{allCommands,batchCommands,beside,bucket,bundledCommand,filePermissions,importBeside,killed,loading}.test.ts",
  "packages/cli/test/{oldNode,requestLog,roles,sealing,snapshot,start,web}.test.ts",
  // Looks through all that its process holds.
  "packages/http/test/repliesToNobody.test.ts"
]

/**
 * Files that run one after the other in a process: what they import is loaded once, which takes most of them longer than
 * their tests (`docs/decisions/0068-what-test-files-share.md`). They leave nothing behind in it.
 */
const together = globSync(
  [
    "packages/{cli,core,http,worker}/test/**/*.test.ts",
    "packages/adapters/{blobs,crypto,email,fetch,html,industries,openai,patterns,people,postgres,searching,sqlite,storage}/test/**/*.test.ts",
    "test/{contract,markdown,transfer}/**/*.test.ts",
    // Of folders whose other files start browsers or processes, or mock modules.
    "packages/dashboard/test/{asking,axisWords,kept,price,sources,values,watches,words}.test.ts",
    "packages/mcp/test/{cancelling,catalogue,door,fit,grants,mixUp,places,tenants,wrong}.test.ts",
    "packages/adapters/children/test/{FairTurns,Losses,Message}.test.ts",
    "packages/adapters/documents/test/{FeedReader,isMarkdown,omml}.test.ts",
    "packages/adapters/playwright/test/{BrowserPool,EgressProxy,findBrowser,parseInstruction,sandbox}.test.ts",
    "packages/adapters/redis/test/{address,lanes,several,suites}.test.ts",
    "examples/{batch,embed-express,scrape}/test/{app,readAll,readingList}.test.ts",
    "examples/{embed-library,receiver}/test/{makeReceiver,watchUntilChanged}.test.ts",
    "examples/fake-clock/test/{effect,guide}.test.ts",
    "test/{changes,dashboardBuilt,judging,stores}.test.ts",
    "test/kill/rowsInTurn.test.ts"
  ],
  { cwd: import.meta.dirname, exclude: [...installed, ...apart, ...filesLeft] }
)

export default defineConfig({
  ...common,
  test: {
    ...common.test,
    projects: [
      { test: { name: "alone", include: testFiles, exclude: [...together, ...filesLeft] } },
      { test: { name: "together", include: together, isolate: false } }
    ]
  }
})
