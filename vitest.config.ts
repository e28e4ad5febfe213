import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    globalSetup: ["test/setup/globalSetup.ts"],
    include: ["packages/**/*.test.ts", "examples/**/*.test.ts", "test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"]
  }
})
