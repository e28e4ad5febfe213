/** Tells reads and writes apart by their text. */

const opening = /^\s*(?:--[^\n]*\n\s*)*(\w+)/
const writing = /\b(?:insert|update|delete|merge|truncate|create|alter|drop|copy|vacuum)\b/i
const ending = new Set(["begin", "commit", "rollback", "release", "savepoint"])

/** Whether a statement may write. What is not surely a read counts as a write. */
export const mayWrite = (text: string): boolean => {
  const first = opening.exec(text)?.[1]?.toLowerCase()
  if (first !== undefined && ending.has(first)) return false
  return !(first === "select" || first === "with" || first === "show") || writing.test(text)
}
