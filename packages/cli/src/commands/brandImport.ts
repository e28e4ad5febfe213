/** `kittiwake brands import` and `lists`: lists of brands that an operator has brought, and what became of them. */
import { basename } from "node:path"
import { type BrandImport, brandLists } from "@kittiwake/core/brands/domain/BrandImport"
import { DomainNames } from "@kittiwake/core/sites/DomainNames"
import * as Names from "@kittiwake/fetch/DomainNames"
import { DateTime, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { type ImportProgress, importList, type ListChoice, openList } from "../brandLists/importList.ts"
import { wrongUsage } from "../CommandFailed.ts"
import { readSettings } from "../config.ts"
import { withOperator } from "../operator/withOperator.ts"
import { fields, json, print, table } from "../output.ts"
import { forOutput, progressLine } from "./terminal.ts"
import { number, yes } from "./webFlags.ts"

/** An import as the command prints it. */
const importRecord = ({ endedAt, startedAt, updatedAt, ...rest }: BrandImport) => ({
  ...rest,
  started_at: DateTime.formatIso(startedAt),
  updated_at: DateTime.formatIso(updatedAt),
  ended_at: endedAt === null ? null : DateTime.formatIso(endedAt)
})

const counted = (count: number): string => count.toLocaleString("en")

const progressText = ({ share, state }: ImportProgress): string =>
  [
    ...(share === null ? [] : [`${Math.floor(share * 100)} %`]),
    `${counted(state.rows)} rows of ${state.list}`,
    `${counted(state.told)} told of brands`,
    ...(state.bad === 0 ? [] : [`${counted(state.bad)} unreadable`])
  ].join(", ")

const importText = (state: BrandImport): string =>
  [
    fields([
      ["list", `${state.list}: ${forOutput(state.name)}`],
      ["rows", counted(state.rows)],
      ["told of brands", counted(state.told)],
      ["began to wait", `${counted(state.waited)} companies have no domain yet`],
      ["found theirs", `${counted(state.met)} that waited`],
      ["no room to wait", counted(state.dropped)],
      ["about no brand", counted(state.skipped)],
      ["unreadable", counted(state.bad)]
    ]),
    ...state.problems.map(({ message, row }) => `  row ${counted(row)}: ${forOutput(message)}`)
  ].join("\n")

const doneText = (from: number, wasDone: boolean, state: BrandImport): string => {
  if (wasDone) {
    const when = state.endedAt === null ? "" : ` on ${DateTime.formatIsoDateUtc(state.endedAt)}`
    return `This list was imported${when}: nothing was done. --again takes it in once more.`
  }
  return from === 0 ? "Imported." : `Imported, from row ${counted(from + 1)} on, where it had been left.`
}

const isStream = (file: string): boolean => file === "-"

export const brandImport = Command.make(
  "import",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription("A list: a file as it was downloaded, also with gzip or zip; - reads standard input")
    ),
    kind: Flag.Literals("kind", brandLists).pipe(
      Flag.withDescription("Which list it is, where its content does not tell"),
      Flag.optional
    ),
    first: number("first", "Take only so many rows from its beginning, such as the first 100000 of a popularity list"),
    again: yes("again", "Take a list in once more that was imported already"),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const first = Option.getOrNull(flags.first)
    if (first !== null && first < 1) return yield* wrongUsage("--first must be 1 or more.")
    const choice: ListChoice = {
      path: isStream(flags.file) ? null : flags.file,
      name: isStream(flags.file) ? "standard input" : basename(flags.file),
      list: Option.getOrNull(flags.kind),
      first,
      again: flags.again
    }
    const settings = yield* readSettings(false)
    const { registrable } = yield* Effect.provide(DomainNames, Names.layer)
    const opened = yield* openList(choice, registrable)
    const line = yield* progressLine
    const { from, state, wasDone } = yield* withOperator(settings, (operator) =>
      importList(operator, choice, opened, registrable, (progress) => line.show(progressText(progress)))
    ).pipe(Effect.ensuring(line.clear))
    yield* print(flags.json, importRecord(state), () => `${doneText(from, wasDone, state)}\n${importText(state)}`)
  })
).pipe(
  Command.withDescription(
    "Take a list of brands into the index: of Wikidata, GLEIF, the SEC, Tranco, Majestic or Umbrella. Works beside a running server and without one. When it is broken off, run it again: it goes on where it was."
  ),
  Command.withShortDescription("Take a list of brands into the index"),
  Command.withExamples([
    { command: "kittiwake brands import company_tickers_exchange.json", description: "Tickers of the SEC" },
    { command: "kittiwake brands import tranco.csv.zip --first 100000", description: "Popularity" }
  ])
)

const listsText = (all: ReadonlyArray<BrandImport>): string =>
  table(
    ["list", "name", "rows", "told", "waited", "unreadable", "ended"],
    all.map(({ bad, endedAt, list, name, rows, told, waited }) => [
      list,
      forOutput(name),
      counted(rows),
      counted(told),
      counted(waited),
      counted(bad),
      endedAt === null ? "not yet: run it again" : DateTime.formatIso(endedAt)
    ]),
    `No list was imported: "kittiwake brands import --help" says which there are.`
  )

export const importedLists = Command.make(
  "lists",
  { json },
  Effect.fnUntraced(function* (flags) {
    const all = yield* withOperator(yield* readSettings(false), (operator) => operator.brandImports)
    yield* print(flags.json, all.map(importRecord), () => listsText(all))
  })
).pipe(Command.withDescription("Show which lists of brands were imported, when, and how many rows"))
