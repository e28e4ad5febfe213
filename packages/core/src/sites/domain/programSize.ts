/** How large a pattern grows when its counted repetitions are written out. */

/** `{n}`, `{n,}` and `{n,m}`, as RE2 reads them. */
const counted = /\{([0-9]{1,6})(?:,([0-9]{0,6}))?\}/y

/** Where what begins at `at` ends: an escape, a class of characters, or one character. */
const endOfAtom = (pattern: string, at: number): number => {
  if (pattern[at] === "\\") {
    const isNamed = /[pPx]/.test(pattern[at + 1] ?? "") && pattern[at + 2] === "{"
    const end = isNamed ? pattern.indexOf("}", at) : at + 1
    return (end === -1 ? pattern.length : end) + 1
  }
  if (pattern[at] !== "[") return at + 1
  const end = endOfClass(pattern, at)
  // What hides the rest of the pattern from us may not hide it from who compiles it.
  return end < pattern.length ? end + 1 : at + 1
}

/** Where the bracket stands that ends a class; behind the pattern where none does. */
const endOfClass = (pattern: string, at: number): number => {
  let end = at + (pattern[at + 1] === "^" ? 2 : 1)
  // A bracket that comes first belongs to the class.
  if (pattern[end] === "]") end += 1
  let hasNamed = true
  while (end < pattern.length && pattern[end] !== "]") {
    const mayBeNamed = hasNamed && pattern.startsWith("[:", end)
    const named = mayBeNamed ? pattern.indexOf(":]", end) : -1
    if (mayBeNamed && named === -1) hasNamed = false
    end = named === -1 ? end + (pattern[end] === "\\" ? 2 : 1) : named + 2
  }
  return end
}

/** Classes without an end that are looked through: no pattern that compiles has one, and each is looked through to the end of the pattern. */
const mostOpenClasses = 8

/** Where a text that `\Q` begins ends, in which nothing has a meaning but its `\E`. */
const endOfQuoted = (pattern: string, at: number): number => {
  const end = pattern.indexOf("\\E", at + 2)
  return end === -1 ? pattern.length : end
}

/**
 * About as many instructions as the pattern compiles to; infinite where too many of its classes have no end, so that it compiles to nothing. To
 * compile one that is too large in order to find that out would already take a third of a second and 380 MB.
 */
export const estimateProgramSize = (pattern: string): number => {
  const outer: Array<number> = []
  let sum = 0
  let last = 0
  let at = 0
  let openClasses = 0
  while (at < pattern.length) {
    if (pattern.startsWith("\\Q", at)) {
      const end = endOfQuoted(pattern, at)
      sum += end - at - 2
      last = 1
      at = Math.min(end + 2, pattern.length)
      continue
    }
    counted.lastIndex = at
    const repeat = counted.exec(pattern)
    if (repeat !== null) {
      const least = Number(repeat[1])
      const more = Math.max(0, Number(repeat[2] ?? 0) - least)
      // What may be left out needs an instruction to say so.
      const size = Math.max(1, last * least + (last + 1) * more)
      sum += size - last
      last = size
      at = counted.lastIndex
      continue
    }
    if (pattern[at] === "(") {
      outer.push(sum)
      sum = 0
    } else if (pattern[at] === ")") {
      last = sum + 1
      sum = (outer.pop() ?? 0) + last
    } else if (!/[*+?]/.test(pattern[at]!)) {
      last = 1
      sum += last
    }
    const end = endOfAtom(pattern, at)
    if (pattern[at] === "[" && end === at + 1) openClasses += 1
    if (openClasses > mostOpenClasses) return Number.POSITIVE_INFINITY
    at = end
  }
  return outer.reduce((whole, size) => whole + size, sum)
}
