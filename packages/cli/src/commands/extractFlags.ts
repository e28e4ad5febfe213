/** Flags that say what is read off the pages of a site. */
import type { TargetRecord } from "@kittiwake/core/internal/monitors/domain/MonitorRecord"
import { Effect, Option, Schema } from "effect"
import { wrongUsage } from "../CommandFailed.ts"
import { boundedFile } from "./boundedBytes.ts"
import { number, word, yes } from "./webFlags.ts"

/** The flags, in the order in which help shows them. */
export const extractFlags = {
  instructions: word("instructions", "What to know of the pages, such as 'Watch plans and prices'; with --extract"),
  schema: word("schema", "File with a JSON Schema of the data; with --extract"),
  maxPages: number("max-pages", "Most pages of a site to read, up to 50; 10 unless given"),
  maxDepth: number("max-depth", "Most links from the start, 0 to 10; as many as it takes unless given"),
  followSubdomains: yes("follow-subdomains", "Read other hosts of the site too; with --extract")
}

export interface ExtractFlags {
  readonly instructions: Option.Option<string>
  readonly schema: Option.Option<string>
  readonly maxPages: Option.Option<number>
  readonly maxDepth: Option.Option<number>
  readonly followSubdomains: boolean
}

/** Whether any of them is given. */
export const areOfExtract = (flags: ExtractFlags): boolean =>
  [flags.instructions, flags.schema].some(Option.isSome) ||
  [flags.maxPages, flags.maxDepth].some(Option.isSome) ||
  flags.followSubdomains

const decodeSchema = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.JsonObject))

/** A JSON object that a flag names by its file, or has itself. */
export const readJsonObject = Effect.fnUntraced(function* (flag: string, said: string) {
  const isItself = said.trimStart().startsWith("{")
  const text = isItself ? said : yield* readText(flag, said)
  return yield* decodeSchema(text).pipe(
    Effect.mapError(() =>
      wrongUsage(isItself ? `${flag} is no JSON object` : `${flag} names a file that is no JSON object: ${said}`)
    )
  )
})

/** More bytes than a JSON Schema, or any other object that a flag takes, has. */
const longestObject = 1_048_576

const readText = Effect.fnUntraced(function* (flag: string, file: string) {
  const bytes = yield* Effect.tryPromise({
    try: () => boundedFile(file, longestObject),
    catch: (cause) => wrongUsage(`${flag} names a file that cannot be read: ${(cause as Error).message}`)
  })
  return bytes?.toString("utf8") ?? (yield* wrongUsage(`${flag} names a file that is longer than 1 MB: ${file}`))
})

/** A JSON Schema that was given as the name of its file, or as itself. */
export const readSchema = (said: string) => readJsonObject("--schema", said)

/** What is given, as fields of a target. */
const fieldsOf = Effect.fnUntraced(function* (flags: ExtractFlags) {
  const { followSubdomains, instructions, maxDepth, maxPages, schema } = flags
  return {
    ...(Option.isSome(instructions) ? { instructions: instructions.value } : {}),
    ...(Option.isSome(schema) ? { schema: yield* readSchema(schema.value) } : {}),
    ...(Option.isSome(maxPages) ? { max_pages: maxPages.value } : {}),
    ...(Option.isSome(maxDepth) ? { max_depth: maxDepth.value } : {}),
    ...(followSubdomains ? { follow_subdomains: true } : {})
  }
})

/** The target of a new monitor. */
export const extractOf = Effect.fnUntraced(function* (url: string, flags: ExtractFlags) {
  const { instructions = "", ...fields } = yield* fieldsOf(flags)
  if (instructions === "") {
    return yield* wrongUsage(`--extract needs --instructions, such as --instructions "Watch plans and prices".`)
  }
  return { type: "extract" as const, url, instructions, ...fields }
})

/** The target as it is, with what is given in its place. */
export const editedExtract = Effect.fnUntraced(function* (
  flags: ExtractFlags,
  target: Extract<TargetRecord, { readonly type: "extract" }>
) {
  return { ...target, ...(yield* fieldsOf(flags)) }
})
