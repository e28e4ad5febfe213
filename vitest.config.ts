import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    globalSetup: ["test/setup/globalSetup.ts"],
    reporters: ["default", "./test/setup/ClosingReporter.ts"],
    include: ["packages/**/*.test.ts", "examples/**/*.test.ts", "test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    // Vitest leaves a core free, which on two cores means one file at a time; most of these tests wait for a process.
    maxWorkers: "100%"
  }
})
