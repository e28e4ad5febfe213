/** `kittiwake people import`, `imported`, `clear` and `forget`: records of people that organizations bring, and who is not to be told of. */
import { basename } from "node:path"
import { Effect, Option, Stream } from "effect"
import { Argument, Command } from "effect/cli"
import { CommandFailed, failed } from "../CommandFailed.ts"
import { readSettings } from "../config.ts"
import type { TakenPeople } from "../operator/PeopleRecords.ts"
import { withOperator } from "../operator/withOperator.ts"
import { fields, json, print } from "../output.ts"
import { NoPeople, type PersonProblem, readPeople } from "../peopleImport/readPeople.ts"
import { fileProblem } from "./fileProblem.ts"
import { organization } from "./orgFlag.ts"
import { forOutput, harmless, progressLine } from "./terminal.ts"

/** Rows of nobody that are told one by one. */
const mostTold = 20

/** What became of a list. */
interface Imported extends TakenPeople {
  readonly rows: number
  readonly bad: number
  readonly problems: ReadonlyArray<PersonProblem>
  readonly unread: ReadonlyArray<string>
}

const nothing: Imported = {
  ...{ added: 0, replaced: 0, forgotten: 0, refused: 0, rows: 0, bad: 0, problems: [], unread: [] }
}

const counted = (count: number): string => count.toLocaleString("en")

const importText = ({ added, bad, forgotten, problems, refused, replaced, unread }: Imported): string =>
  [
    fields([
      ["added", counted(added)],
      ["replaced", counted(replaced)],
      ["asked to be forgotten", `${counted(forgotten)}, of whom nothing is kept`],
      ["no room", counted(refused)],
      ["of nobody", counted(bad)]
    ]),
    ...problems.map(({ message, row }) => `  row ${counted(row)}: ${forOutput(message)}`),
    ...(bad > problems.length ? [`  and ${counted(bad - problems.length)} more`] : []),
    ...(unread.length === 0
      ? []
      : [`Not read, as no column is called so: ${unread.map((name) => harmless(name).slice(0, 100)).join(", ")}.`])
  ].join("\n")

const unreadable =
  (name: string) =>
  (cause: unknown): CommandFailed => {
    if (cause instanceof CommandFailed) return cause
    if (cause instanceof NoPeople) return failed(`${name} is no list of people: ${cause.message}.`)
    return failed(`${name} cannot be read: ${fileProblem(cause)}.`)
  }

/** Says of an import that broke off what it took: each part is kept when it was written. */
const brokenOff = ({ added, replaced, rows }: Imported, cause: CommandFailed): CommandFailed => {
  const kept = added + replaced
  if (kept === 0) return cause
  const { exitCode, message } = cause
  const before = `Imported before that: ${counted(kept)} people of the first ${counted(rows)} rows.`
  return new CommandFailed({ message: `${message} ${before} Importing the list again replaces them.`, exitCode })
}

export const importPeople = Command.make(
  "import",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription("A table with a heading (CSV), or an object in JSON a line; - reads standard input")
    ),
    organization,
    json
  },
  Effect.fnUntraced(function* (flags) {
    const path = flags.file === "-" ? null : flags.file
    const name = path === null ? "standard input" : basename(path)
    const owner = Option.getOrNull(flags.organization)
    const line = yield* progressLine
    let taken = nothing
    const imported = yield* withOperator(yield* readSettings(false), (operator) =>
      Stream.fromAsyncIterable(readPeople(path), unreadable(name)).pipe(
        Stream.runFoldEffect(
          () => nothing,
          (sum, { people, problems, rows, unread }) =>
            Effect.gen(function* () {
              const part = yield* operator.importPeople(owner, people)
              yield* line.show(`${counted(rows)} rows`)
              taken = {
                added: sum.added + part.added,
                replaced: sum.replaced + part.replaced,
                forgotten: sum.forgotten + part.forgotten,
                refused: sum.refused + part.refused,
                rows,
                bad: sum.bad + problems.length,
                problems: [...sum.problems, ...problems].slice(0, mostTold),
                unread: [...unread].slice(0, mostTold)
              }
              return taken
            })
        )
      )
    ).pipe(
      Effect.catchTag("CommandFailed", (cause) => Effect.fail(brokenOff(taken, cause))),
      Effect.ensuring(line.clear)
    )
    yield* print(flags.json, imported, () => importText(imported))
    if (imported.rows > 0 && imported.bad === imported.rows) return yield* failed("Nobody was imported.")
  })
).pipe(
  Command.withDescription(
    "Take people into the records of an organization, which are asked first when it looks somebody up and told to no other. Somebody who is there already is replaced; who asked to be forgotten is left out. Works beside a running server and without one."
  ),
  Command.withShortDescription("Take a list of people into an organization's records"),
  Command.withExamples([
    { command: "kittiwake people import staff.csv", description: "With columns such as name, email, title and company" }
  ])
)

export const imported = Command.make(
  "imported",
  { organization, json },
  Effect.fnUntraced(function* (flags) {
    const found = yield* withOperator(yield* readSettings(false), (operator) =>
      operator.importedPeople(Option.getOrNull(flags.organization))
    )
    yield* print(
      flags.json,
      found,
      () => `${counted(found.people)} ${found.people === 1 ? "person" : "people"} of ${found.organization_id}.`
    )
  })
).pipe(Command.withDescription("Say how many people an organization imported"))

export const clear = Command.make(
  "clear",
  { organization, json },
  Effect.fnUntraced(function* (flags) {
    const found = yield* withOperator(yield* readSettings(false), (operator) =>
      operator.clearPeople(Option.getOrNull(flags.organization))
    )
    yield* print(flags.json, found, () => `Removed ${counted(found.people)} of ${found.organization_id}.`)
  })
).pipe(Command.withDescription("Remove all people that an organization imported. It cannot be taken back."))

export const forget = Command.make(
  "forget",
  {
    key: Argument.String("who").pipe(
      Argument.withDescription("An e-mail address, the address of a profile, or 'First Last@domain'")
    ),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const found = yield* withOperator(yield* readSettings(false), (operator) => operator.forgetPerson(flags.key))
    yield* print(
      flags.json,
      found,
      () =>
        `Forgotten: nobody is told of whom this names. ${counted(found.removed)} imported ${found.removed === 1 ? "record was" : "records were"} removed.`
    )
  })
).pipe(
  Command.withDescription(
    "Tell nobody of this installation of a person any more, whatever sources say, and remove what organizations imported of them. What is kept is a digest alone; it cannot be taken back. Name each address by which somebody is known."
  ),
  Command.withShortDescription("Tell nobody of a person any more"),
  Command.withExamples([
    { command: "kittiwake people forget ada@gull.example", description: "By an e-mail address" },
    { command: "kittiwake people forget 'Ada Arden@gull.example'", description: "By a name at a company" }
  ])
)
