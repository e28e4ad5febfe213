/** `kittiwake inbox`: events that were delivered to the installation itself. */
import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { fields, json, print } from "../output.ts"
import { ask, withoutCall } from "../serverClient.ts"
import { inboxEventText, inboxText } from "./inboxView.ts"
import { cursor, limit, placeOf, printPage } from "./lists.ts"
import { monitorNames } from "./monitorNames.ts"

const eventId = Argument.String("event-id").pipe(Argument.withDescription("Id of an event, such as inb_1f0c…"))

interface Address {
  readonly address: string | null
  readonly webhook_url: string
}

const addressText = ({ address, webhook_url }: Address): string =>
  fields([
    ["for your own monitors", webhook_url],
    ["for anybody else", address ?? "shown to keys that may change monitors"]
  ])

const list = Command.make(
  "list",
  { limit, cursor, json },
  Effect.fnUntraced(function* (flags) {
    const { names, page } = yield* ask(
      Effect.fnUntraced(function* (client) {
        const page = yield* client.inbox.list({ query: placeOf(flags) })
        const ids = page.data.map(({ monitor_id }) => monitor_id)
        return { page, names: yield* monitorNames(client, flags.json ? [] : ids) }
      })
    )
    yield* printPage(flags.json, page, (rows) => inboxText(rows, names))
  })
).pipe(Command.withDescription("List what arrived, newest first"))

const show = Command.make(
  "show",
  { eventId, json },
  Effect.fnUntraced(function* (flags) {
    const event = withoutCall(
      yield* ask((client) => client.inbox.get({ params: { event_id: flags.eventId }, query: {} }))
    )
    yield* print(flags.json, event, () => inboxEventText(event))
  })
).pipe(
  Command.withDescription("Show one event as it arrived: its headers, its body and whether its signature is right")
)

const address = Command.make(
  "address",
  { json },
  Effect.fnUntraced(function* (flags) {
    const { address, webhook_url } = yield* ask((client) => client.inbox.list({ query: { limit: 1 } }))
    yield* print(flags.json, { address, webhook_url }, () => addressText({ address, webhook_url }))
  })
).pipe(
  Command.withDescription("Show where events are delivered to have them here"),
  Command.withExamples([
    {
      command: "kittiwake monitor add https://example.com/pricing --webhook http://localhost/inbox/own",
      description: "Have the events of a monitor delivered to the inbox"
    }
  ])
)

const rotate = Command.make(
  "rotate",
  { json },
  Effect.fnUntraced(function* (flags) {
    const { address, webhook_url } = yield* ask((client) => client.inbox.rotate())
    yield* print(flags.json, { address, webhook_url }, () => addressText({ address, webhook_url }))
  })
).pipe(Command.withDescription("Give the inbox a new address at once; the old one takes nothing more"))

const clear = Command.make(
  "clear",
  { json },
  Effect.fnUntraced(function* (flags) {
    const { removed } = yield* ask((client) => client.inbox.clear())
    yield* print(flags.json, { removed }, () => `Removed ${removed} ${removed === 1 ? "event" : "events"}.`)
  })
).pipe(Command.withDescription("Empty the inbox"))

/** All that can be done with the inbox. */
export const inbox = Command.make("inbox").pipe(
  Command.withDescription(
    "Look at events that were delivered to this installation itself, through the running server."
  ),
  Command.withShortDescription("Look at events that were delivered here"),
  Command.withSubcommands([list, show, address, rotate, clear])
)
