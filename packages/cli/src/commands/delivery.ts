/** `kittiwake delivery`: what was sent to webhooks, and how it went. */
import { DeliveryStatus } from "@kittiwake/core/webhooks/domain/Delivery"
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { wrongUsage } from "../CommandFailed.ts"
import { json, print } from "../output.ts"
import { ask, noDelivery, withoutCall } from "../serverClient.ts"
import { deliveriesText, deliveryText } from "./deliveryView.ts"
import { cursor, limit, moment, momentOf, placeOf, present, printPage } from "./lists.ts"
import { monitorNames } from "./monitorNames.ts"

const deliveryId = Argument.String("delivery-id").pipe(Argument.withDescription("Id of a delivery, such as whd_1f0c…"))

/** A typed id that is none is one that is not found, as with what else has ids. */
const deliveryNamed = (id: string) => (/^whd_[a-f0-9]{32}$/.test(id) ? Effect.succeed(id) : Effect.fail(noDelivery))

const list = Command.make(
  "list",
  {
    monitor: Flag.String("monitor").pipe(Flag.withDescription("Only of this monitor"), Flag.optional),
    run: Flag.String("run").pipe(Flag.withDescription("Only of this run"), Flag.optional),
    batch: Flag.String("batch").pipe(
      Flag.withDescription("Only of this batch; all lists those of all batches"),
      Flag.optional
    ),
    status: Flag.Literals("status", DeliveryStatus.literals).pipe(
      Flag.withDescription("Only deliveries that stand so"),
      Flag.optional
    ),
    since: moment("since", "Only deliveries that were made after"),
    limit,
    cursor,
    json
  },
  Effect.fnUntraced(function* (flags) {
    const since = yield* momentOf("since", flags.since)
    const [monitor_id, run_id, batch] = [flags.monitor, flags.run, flags.batch].map(Option.getOrUndefined)
    const common = {
      ...placeOf(flags),
      ...present({ status: Option.getOrUndefined(flags.status), created_after: since })
    }
    if (batch !== undefined && (monitor_id ?? run_id) !== undefined) {
      return yield* wrongUsage("--batch excludes --monitor and --run: give one of them.")
    }
    const payload =
      batch === undefined
        ? { type: "monitor" as const, ...common, ...present({ monitor_id, run_id }) }
        : { type: "batch" as const, ...common, ...present({ batch_id: batch === "all" ? undefined : batch }) }
    const { names, page } = yield* ask(
      Effect.fnUntraced(function* (client) {
        const page = yield* client.deliveries.list({ payload })
        const ids = page.data.map(({ source }) => (source.type === "monitor" ? source.monitor_id : null))
        // A program that reads records asks for what it wants of each.
        return { page, names: yield* monitorNames(client, flags.json ? [] : ids) }
      })
    )
    yield* printPage(flags.json, page, (rows) => deliveriesText(rows, names), { since })
  })
).pipe(
  Command.withDescription(
    "List deliveries of what monitors told, newest first; those of batches with --batch, all of them with --batch all"
  )
)

const show = Command.make(
  "show",
  { deliveryId, json },
  Effect.fnUntraced(function* (flags) {
    const params = { delivery_id: yield* deliveryNamed(flags.deliveryId) }
    const delivery = yield* ask(
      Effect.fnUntraced(function* (client) {
        const { data: attempts } = yield* client.deliveries.attempts({ params, query: { limit: 100 } })
        return { ...withoutCall(yield* client.deliveries.get({ params, query: {} })), attempts }
      })
    )
    yield* print(flags.json, delivery, () => deliveryText(delivery))
  })
).pipe(Command.withDescription("Show one delivery and its attempts, newest first"))

const retry = Command.make(
  "retry",
  {
    deliveryId,
    force: Flag.Boolean("force").pipe(
      Flag.withDescription("Send it again though it was delivered"),
      Flag.withDefault(false)
    ),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const params = { delivery_id: yield* deliveryNamed(flags.deliveryId) }
    yield* ask((client) => client.deliveries.retry({ params, headers: {}, payload: { force: flags.force } }))
    yield* print(flags.json, { id: flags.deliveryId, queued: true }, () => `Queued ${flags.deliveryId} again.`)
  })
).pipe(Command.withDescription("Send a delivery again, within seven days of its making"))

/** All that can be done with deliveries. */
export const delivery = Command.make("delivery").pipe(
  Command.withDescription("Look at what was sent to webhooks, and send it again, through the running server."),
  Command.withShortDescription("Look at webhook deliveries, and send them again"),
  Command.withSubcommands([list, show, retry])
)
