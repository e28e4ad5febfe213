/** What of Effect a simulation goes without. */
import type { SourcePatch } from "../patching/SourcePatch.ts"

/**
 * Nobody looks at the spans of its fibers, and whatever one of them waits for, there is no async context to find again. Without
 * them a seed takes an eighth less of the processor.
 */
const untraced: SourcePatch = {
  file: "node_modules/effect/dist/internal/effect.js",
  replace: [
    {
      from: 'const captureAsyncContext = () => AsyncResource === undefined ? undefined : new AsyncResource("effect/Fiber");',
      to: "const captureAsyncContext = () => undefined;"
    },
    {
      from: "return updateService(addSpan ? useSpan(name, spanOptions, span => provideParentSpan(result, span)) : result, CurrentStackFrame, makeCallFrame(callError));",
      to: "return result;"
    }
  ]
}

/** Values that are told apart by what they are, such as the causes of a failure, are numbered in place of drawing lots. */
const numbered: SourcePatch = {
  file: "node_modules/effect/dist/Hash.js",
  replace: [
    {
      from: "randomHashCache.set(self, optimize(Math.random() * 0x100000000 | 0));",
      to: "randomHashCache.set(self, optimize(Math.imul(++numbered, 0x9e3779b1)));"
    },
    { from: "export const random = self => {", to: "let numbered = 0;\nexport const random = self => {" }
  ]
}

export const lean: ReadonlyArray<SourcePatch> = [untraced, numbered]
