/**
 * Shorter words for what a page would say on every line, in the text of a signature.
 *
 * - `Stored<A, E>` is `Effect<A, E | StoreUnavailable>`.
 * - In a schema, an object is its fields: `Struct<{ at }>` is `{ at }`.
 * - In a schema, a list of literals is their union: `Literals<readonly ["a", "b"]>` is `"a" | "b"`.
 */

/** The arguments of a type whose bracket opens at `from`, and where it closes. */
const argumentsAt = (text: string, from: number): { readonly parts: ReadonlyArray<string>; readonly end: number } => {
  const parts: Array<string> = []
  let depth = 0
  let start = from + 1
  for (let index = from; index < text.length; index++) {
    const char = text[index]
    if (char === "<" || char === "(" || char === "{" || char === "[") depth += 1
    else if (char === ")" || char === "}" || char === "]" || (char === ">" && text[index - 1] !== "=")) depth -= 1
    if (depth === 0) return { parts: [...parts, text.slice(start, index).trim()], end: index + 1 }
    if (depth === 1 && char === ",") {
      parts.push(text.slice(start, index).trim())
      start = index + 1
    }
  }
  return { parts: [], end: text.length }
}

const effect = /\bEffect(?=<)/g

/** The text of any signature. */
export const shorthand = (text: string): string => {
  for (const { 0: name, index } of text.matchAll(effect)) {
    const { end, parts } = argumentsAt(text, index + name.length)
    const [value = "", failure = ""] = parts
    const failures = failure.split(" | ")
    if (parts.length !== 2 || /[<{(]/.test(failure) || !failures.includes("StoreUnavailable")) continue
    const others = failures.filter((one) => one !== "StoreUnavailable").join(" | ")
    const rest = others === "" ? "" : `, ${others}`
    // The next may stand inside this one, and everything after it has moved.
    return shorthand(`${text.slice(0, index)}Stored<${value}${rest}>${text.slice(end)}`)
  }
  return text
}

const literals = (text: string) =>
  text.replace(/\bLiterals<readonly \[([^\]]*)\]>/g, (_, items: string) => items.replaceAll('", "', '" | "'))

const struct = /\bStruct(?=<\{)/

const objects = (text: string): string => {
  const { 0: name, index } = struct.exec(text) ?? { 0: "", index: -1 }
  if (index < 0) return text
  const { end, parts } = argumentsAt(text, index + name.length)
  return parts.length === 1 ? objects(`${text.slice(0, index)}${parts[0]}${text.slice(end)}`) : text
}

/** The text of a schema's type. Elsewhere an object is an object, and a union a union. */
export const schemaShorthand = (text: string): string => objects(literals(text))
