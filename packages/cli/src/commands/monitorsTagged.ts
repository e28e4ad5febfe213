/** Commands on one monitor, or on all that have a label. */
import { Effect, Option } from "effect"
import { Argument, Flag } from "effect/cli"
import { failed, wrongUsage } from "../CommandFailed.ts"
import type { ServerClient } from "../serverClient.ts"
import { monitorId } from "./monitorFlags.ts"

/** What names the monitors. */
export const chosenFlags = {
  monitorId: Argument.optional(monitorId),
  tag: Flag.String("tag").pipe(Flag.withDescription("All monitors with this label instead"), Flag.optional)
}

interface Chosen {
  readonly monitorId: Option.Option<string>
  readonly tag: Option.Option<string>
}

/** The id or the label that was given: one of them. */
export const chosenOf = Effect.fnUntraced(function* ({ monitorId, tag }: Chosen) {
  if (Option.isSome(monitorId) === Option.isSome(tag)) return yield* wrongUsage("Give the id of a monitor, or --tag.")
  return Option.isSome(monitorId)
    ? { id: monitorId.value, tag: null }
    : { id: null, tag: Option.getOrElse(tag, () => "") }
})

/** Pages of monitors that a label may fill. */
const mostPages = 200

/** All monitors with a label, oldest last. */
export const monitorsTagged = Effect.fnUntraced(function* (
  client: ServerClient,
  tag: string
): Effect.fn.Return<ReadonlyArray<string>, unknown> {
  const ids: Array<string> = []
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const query = { tags: [tag], limit: 100, ...(cursor === undefined ? {} : { cursor }) }
    const { data, next_cursor } = yield* client.monitors.list({ query })
    ids.push(...data.map(({ id }) => id))
    if (next_cursor === null) break
    cursor = next_cursor
  }
  return ids.length === 0 ? yield* failed(`No monitor has the label ${tag}.`) : ids
})
