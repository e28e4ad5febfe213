/** A process that must die where its trap is. */
import { assert } from "@effect/vitest"
import type { Trap } from "./Beat.ts"
import type { Child, Ended } from "./child.ts"

export const died = async ({ ended }: Child, { beat }: Trap): Promise<Ended> => {
  const killed = await ended
  assert.strictEqual(killed.signal, "SIGKILL", `it never came to ${beat}: ${killed.stderr}`)
  assert.strictEqual(killed.passed.at(-1)?.beat, beat)
  return killed
}
