/** The configuration of the tests, for fixtures that the tests start. */
import { defineConfig } from "vitest/config"
import ours from "../../vitest.config.ts"

export default defineConfig({ ...ours, test: { ...ours.test, include: ["test/exitCode/*.fixture.ts"] } })
