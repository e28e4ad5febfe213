/** Patterns of schemas over re2js, which never goes back in the text. */
import { estimateProgramSize } from "@kittiwake/core/internal/sites/domain/programSize"
import { RE2JS } from "re2js"

/** Most characters of a pattern, and most instructions that it compiles to. */
const most = { length: 256, size: 2_000 } as const

/** What matches the pattern; null where it is not RE2, or too large. */
export const compilePattern = (pattern: string): ((text: string) => boolean) | null => {
  if (pattern.length > most.length || estimateProgramSize(pattern) > most.size) return null
  try {
    const compiled = RE2JS.compile(pattern)
    return compiled.programSize() > most.size ? null : (text) => compiled.test(text)
  } catch {
    return null
  }
}
