/** `kittiwake answer`: what pages of the web say to a task. */
import { type Answer, Answers } from "@kittiwake/core/answers/Answers"
import { answerRequest, rulesOfAnswer } from "@kittiwake/http/internal/answers/requests"
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { readSettings } from "../config.ts"
import { AnswersInput } from "../embed/AnswerMethods.ts"
import { reads } from "../embed/input.ts"
import { newCall } from "../embed/webRequest.ts"
import { json, print } from "../output.ts"
import { readJsonObject } from "./extractFlags.ts"
import { inProcess } from "./inProcess.ts"
import { showing } from "./terminal.ts"
import { webFailure } from "./webFailure.ts"
import { given, number, word } from "./webFlags.ts"

const read = reads(AnswersInput)

const textOf = ({ content, evidence, sources, unread }: Answer): string =>
  [
    JSON.stringify(content, null, 2),
    ...evidence.map(({ path, quote, url }) => `${path}  "${quote.replace(/\s+/g, " ")}"  ${url}`),
    ...unread.map(({ message, url }) => `${url} was not read: ${message}`),
    sources.length === 0 ? "No page was read." : `${sources.length} pages were read.`
  ].join("\n")

/** The command. */
export const answer = Command.make(
  "answer",
  {
    task: Argument.String("task").pipe(
      Argument.withDescription("What to find out; a site that it names, such as example.com, is read first")
    ),
    format: word("format", `Example of the answer: a file, or JSON such as '{"founder":"","year":0}'`),
    mode: Flag.Literals("mode", ["fast", "ultra"]).pipe(
      Flag.withDescription("fast: 30 seconds and a few pages; ultra, which is usual: 50 seconds"),
      Flag.withDefault("ultra")
    ),
    timeout: number("timeout", "Milliseconds until there must be an answer; those of the mode unless fewer are given"),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const example = Option.isSome(flags.format)
      ? { json_format: yield* readJsonObject("--format", flags.format.value) }
      : {}
    const found = yield* inProcess(yield* readSettings(false), (organization) =>
      Effect.gen(function* () {
        const input = yield* read({
          task: flags.task,
          mode: flags.mode,
          ...example,
          ...given("timeoutMS", flags.timeout)
        })
        const wanted = yield* answerRequest(input)
        const call = yield* newCall(organization.id, "/web/answers", input, rulesOfAnswer(wanted))
        return (yield* (yield* Answers).answer(call, wanted)).value
      }).pipe(Effect.mapError(webFailure), showing("Reading"))
    )
    yield* print(flags.json, found, () => textOf(found))
  })
).pipe(
  Command.withDescription(
    "Find out what a task asks for, from sites that it names and from what a search finds, and show the passage that says each value"
  ),
  Command.withShortDescription("Answer a task from pages of the web"),
  Command.withExamples([
    {
      command: `kittiwake answer "Who founded example.com, and when?" --format '{"founder":"","year":0}'`,
      description: "An answer in the shape of an example"
    }
  ])
)
