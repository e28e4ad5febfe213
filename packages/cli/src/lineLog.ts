/** The log as a person reads it: one line for each thing that happened. */
import { styleText } from "node:util"
import { Cause, Logger, type LogLevel, References } from "effect"
import { driverWords } from "./StorageUnusable.ts"

const styles: { readonly [L in LogLevel.LogLevel]?: "red" | "yellow" | "green" | "gray" } = {
  Fatal: "red",
  Error: "red",
  Warn: "yellow",
  Info: "green"
}

const two = (number: number) => String(number).padStart(2, "0")

/** The time of day where the server is. */
const timeOf = (date: Date): string =>
  `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, "0")}`

const bare = /^[^\s"=]+$/

// What pages and receivers say stands in fields: it must not begin lines of its own or move the cursor.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g

const escaped = (text: string): string =>
  text.replaceAll(controls, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`)

const valueOf = (value: unknown): string => {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value))
  return escaped(bare.test(text) ? text : JSON.stringify(text))
}

const causeOf = (value: unknown): string | null => {
  if (Cause.isCause(value)) return value.reasons.length === 0 ? null : Cause.pretty(value)
  return value instanceof Error ? (value.stack ?? String(value)) : null
}

const ofStorage = new Set(["StoreUnavailable", "SqlError"])

const isOfStorage = (value: unknown): boolean =>
  value instanceof Error && "_tag" in value && ofStorage.has(String(value._tag))

/** The words of a storage that did not answer: who called it when says nothing of why. Null of anything else. */
const storageWords = (value: unknown): string | null => {
  if (!Cause.isCause(value)) return isOfStorage(value) ? driverWords(value) : null
  const errors = value.reasons.map((reason) => (Cause.isFailReason(reason) ? reason.error : null))
  return errors.length > 0 && errors.every(isOfStorage) ? driverWords(errors[0]) : null
}

/** A line of words and fields, and below it the stacks of what went wrong; in colours where `stream` is a terminal. */
export const lineFor = (stream: NodeJS.WritableStream): Logger.Logger<unknown, string> => {
  const coloured = (style: "red" | "yellow" | "green" | "gray" | "bold", text: string) =>
    styleText(style, text, { stream })
  return Logger.make(({ cause, date, fiber, logLevel, message }) => {
    const parts: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
    const failures = [...parts, cause].map(storageWords).filter((failure) => failure !== null)
    const stacks = [...parts, cause]
      .filter((part) => storageWords(part) === null)
      .map(causeOf)
      .filter((stack) => stack !== null)
    const words = parts.filter((part) => causeOf(part) === null && !Cause.isCause(part))
    const fields = Object.entries(fiber.getRef(References.CurrentLogAnnotations))
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => `${coloured("gray", `${name}=`)}${valueOf(value)}`)
    const line = [
      coloured("gray", timeOf(date)),
      coloured(styles[logLevel] ?? "gray", logLevel.toUpperCase().padEnd(5)),
      coloured("bold", words.map((word) => (typeof word === "string" ? escaped(word) : valueOf(word))).join(" ")),
      ...failures.map((failure) => `(${escaped(failure)})`),
      ...fields
    ].join(" ")
    return [line, ...stacks.flatMap((stack) => stack.split("\n").map((below) => `  ${escaped(below)}`))].join("\n")
  })
}
