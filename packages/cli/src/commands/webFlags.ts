/** Flags that the commands share which read the web, and what they mean. */
import { resolve } from "node:path"
import { Effect, Option } from "effect"
import { Argument, Flag } from "effect/cli"
import { wrongUsage } from "../CommandFailed.ts"
import { milliseconds, wholeNumber } from "./wholeNumber.ts"

/** A flag that is there or not. */
export const yes = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false), Flag.withoutNegation)

/** A number that may be left out. */
export const number = (name: string, description: string) =>
  isOfTime.test(description)
    ? milliseconds(name).pipe(
        Flag.withDescription(description.replace(isOfTime, "Milliseconds, or a time such as 90s,")),
        Flag.optional
      )
    : wholeNumber(name).pipe(Flag.withDescription(description), Flag.optional)

/** How the description begins of what takes a time. */
const isOfTime = /^Milliseconds/

/** A text that may be left out. */
export const word = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

/** A text that may be repeated. */
export const words = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(`${description}; may be repeated`), Flag.between(0, 50))

const onThisMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(?=[:/?#]|$)/i

/** An address as people write it, with the scheme that they leave out. */
export const withScheme = (address: string): string => {
  const text = address.trim()
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text
  return `${onThisMachine.test(text) ? "http" : "https"}://${text}`
}

/** A host alone names its site; an address names a page, and one without its scheme does when something follows its host. */
export const siteOrPage = (said: string): { readonly directUrl: string } | { readonly domain: string } => {
  const text = said.trim()
  return /^https?:\/\//i.test(text) || /[/?#]./.test(text) ? { directUrl: withScheme(text) } : { domain: text }
}

export const url = Argument.String("url").pipe(
  Argument.withDescription("Address; https:// unless it begins otherwise, http:// on this machine"),
  Argument.map(withScheme)
)

export const main = yes("main", "Leave out what surrounds the main content")

export const wait = number("wait", "Milliseconds to wait in a browser after the page has loaded").pipe(
  Flag.withAlias("wait-ms")
)

export const timeout = number(
  "timeout",
  "Milliseconds until the page must be there; 55000 unless given, 300000 at most"
)

export const ocr = yes("ocr", "Read the text in pictures of a PDF's pages")

export const noLinks = yes("no-links", "Keep the text of links alone in the Markdown")

export const withImages = yes("with-images", "Keep pictures in the Markdown")

export const withHtml = yes("with-html", "The HTML beside the Markdown")

export const settle = yes("settle", "Read a page in a browser once what moves on it has come to rest")

export const pages = word("pages", "Pages of a PDF: 3, 2-5 or 2-")

/** The option when the flag was given. */
export const given = <K extends string, A>(name: K, flag: Option.Option<A>): { readonly [P in K]?: A } =>
  Option.isSome(flag) ? ({ [name]: flag.value } as { readonly [P in K]: A }) : {}

/** The path of a file or folder as it is told. */
export const pathOf = (path: Option.Option<string>): string | null =>
  Option.getOrNull(Option.map(path, (name) => resolve(name)))

/** Reads `3`, `2-5`, `2-` and `-5`. */
export const pageRange = Effect.fnUntraced(function* (range: Option.Option<string>) {
  if (Option.isNone(range)) return {}
  const [, start = "", dash, end = ""] = /^([1-9]\d{0,5})?(-)?([1-9]\d{0,5})?$/.exec(range.value.trim()) ?? []
  if ((start === "" && end === "") || (start !== "" && end !== "" && Number(end) < Number(start))) {
    return yield* wrongUsage(`--pages is "${range.value}": write one page or a range, such as 3, 2-5 or 2-.`)
  }
  const last = dash === undefined ? start : end
  return { ...(start === "" ? {} : { start: Number(start) }), ...(last === "" ? {} : { end: Number(last) }) }
})
