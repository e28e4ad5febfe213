/** Runs `npm test` on a fixture, as a person would who types it. */
import { type Ended, run } from "../../scripts/run.ts"

const config = "test/exitCode/vitest.config.ts"

/** What the command printed and its exit code; `env` is what is set beside the environment of this process. */
export const npmTest = (fixture: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> => {
  // A run inside a run must not take itself for a part of the outer one.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST") && name !== "TEST")
  return run("npm", ["test", "--", "--config", config, `${fixture}.fixture.ts`], {
    env: { ...Object.fromEntries(inherited), NO_COLOR: "1", FORCE_COLOR: undefined, ...env }
  })
}
