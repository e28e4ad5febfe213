/** `kittiwake feedback`: what callers say of the service. */
import { Rating } from "@kittiwake/core/feedback/domain/FeedbackNote"
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { readSettings } from "../config.ts"
import { withOperator } from "../operator/withOperator.ts"
import { json, print, table } from "../output.ts"
import { ask, withoutCall } from "../serverClient.ts"
import { present } from "./lists.ts"
import { organization } from "./orgFlag.ts"
import { forOutput } from "./terminal.ts"

const say = Command.make(
  "say",
  {
    message: Argument.String("message").pipe(Argument.withDescription("What works, or what does not")),
    requestId: Flag.String("request-id").pipe(Flag.withDescription("The call that it is about"), Flag.optional),
    rating: Flag.Literals("rating", Rating.literals).pipe(Flag.withDescription("Whether it is praise"), Flag.optional),
    tag: Flag.String("tag").pipe(Flag.withDescription("A label; may be repeated"), Flag.between(0, 20)),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const payload = {
      message: flags.message,
      ...present({ request_id: Option.getOrUndefined(flags.requestId), rating: Option.getOrUndefined(flags.rating) }),
      ...(flags.tag.length === 0 ? {} : { tags: flags.tag })
    }
    const said = withoutCall(yield* ask((client) => client.feedback.say({ payload })))
    yield* print(flags.json, said, () => "Said. Whoever runs the installation reads it with: kittiwake feedback list")
  })
).pipe(Command.withDescription("Say something to whoever runs the installation"))

const list = Command.make(
  "list",
  { organization, json },
  Effect.fnUntraced(function* (flags) {
    const notes = yield* withOperator(yield* readSettings(false), (operator) =>
      operator.listFeedback(Option.getOrNull(flags.organization))
    )
    yield* print(flags.json, notes, () =>
      table(
        ["said", "organization", "key", "rating", "tags", "about", "message"],
        notes.map((note) => [
          note.said_at,
          note.organization_id,
          note.key_id ?? "-",
          note.rating ?? "-",
          note.tags.length === 0 ? "-" : forOutput(note.tags.join(", ")),
          forOutput(note.about_request_id ?? "-"),
          forOutput(note.message.replace(/\s+/g, " "))
        ]),
        "Nobody has said anything."
      )
    )
  })
).pipe(Command.withDescription("Read what was said, newest first; for whoever runs the installation"))

/** All that can be done with what callers say. */
export const feedback = Command.make("feedback").pipe(
  Command.withDescription(
    "Say something of the service, through the server at KITTIWAKE_HOST and KITTIWAKE_PORT, or read what was said, beside a running server and without one."
  ),
  Command.withShortDescription("Say something of the service, or read what was said"),
  Command.withSubcommands([say, list])
)
