/** The configuration of the tests, for fixtures that the tests start. */
import { defineConfig } from "vitest/config"
import { common } from "../../vitest.config.ts"

export default defineConfig({ ...common, test: { ...common.test, include: ["test/exitCode/*.fixture.ts"] } })
