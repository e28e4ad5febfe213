import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    globalSetup: ["test/setup/globalSetup.ts"],
    setupFiles: ["test/setup/compileCache.ts"],
    // V8 loses count of its pages of code when WebAssembly comes and goes in several threads, and ends the process with
    // "Check failed: jit_page.has_value()": https://github.com/nodejs/node/issues/64500.
    execArgv: ["--no-memory-protection-keys"],
    reporters: ["default", "./test/setup/ClosingReporter.ts"],
    include: ["packages/**/*.test.ts", "examples/**/*.test.ts", "test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    // Vitest leaves a core free, which on two cores means one file at a time; most of these tests wait for a process.
    maxWorkers: "100%",
    // What hangs is ended. Nothing is timed by it: a machine that other work keeps busy may take ten times as long.
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})
