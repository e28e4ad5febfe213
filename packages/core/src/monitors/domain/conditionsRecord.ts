/** The goal of a monitor on the wire; apart from `MonitorRecord.ts`, because clients read records and compile no goals. */
import { conditionsOf } from "./judging/goal.ts"
import type { Monitor } from "./Monitor.ts"
import { goalOf } from "./Target.ts"

/**
 * What the goal of a semantic monitor was compiled to, each condition in words: beyond the contract, for who retrieves it. Nothing of
 * others.
 */
export const conditionsRecord = ({
  changeDetection,
  target
}: Monitor): { readonly conditions?: ReadonlyArray<string> } =>
  changeDetection.type === "semantic" ? { conditions: conditionsOf(goalOf(target)).map(({ text }) => text) } : {}
