/** The goal of a monitor on the wire; apart from `MonitorRecord.ts`, because clients read records and compile no goals. */
import { conditionsOf } from "./judging/goal.ts"
import type { Monitor } from "./Monitor.ts"
import { goalOf } from "./Target.ts"

/** Goals whose conditions are kept: a goal takes milliseconds to compile, and monitors are read again and again. */
const mostKept = 1_000
const kept = new Map<string, ReadonlyArray<string>>()

const textsOf = (goal: string | null): ReadonlyArray<string> => {
  const key = goal ?? ""
  const texts = kept.get(key) ?? conditionsOf(goal).map(({ text }) => text)
  kept.delete(key)
  kept.set(key, texts)
  if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
  return texts
}

/**
 * What the goal of a semantic monitor was compiled to, each condition in words: beyond the contract, for who retrieves it. Nothing of
 * others.
 */
export const conditionsRecord = ({
  changeDetection,
  target
}: Monitor): { readonly conditions?: ReadonlyArray<string> } =>
  changeDetection.type === "semantic" ? { conditions: textsOf(goalOf(target)) } : {}
