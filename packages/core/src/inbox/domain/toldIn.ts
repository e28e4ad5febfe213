/** Of what a body tells, as far as it is an event of ours. */
import { Option, Schema } from "effect"

/** What an arrived body names. */
export interface ToldIn {
  readonly event: string | null
  readonly eventId: string | null
  readonly monitorId: string | null
  readonly batchId: string | null
  readonly changeId: string | null
}

/** Ids and names of ours are far shorter; longer ones are somebody else's. */
const Name = Schema.NonEmptyString.check(Schema.isMaxLength(100))

const Told = Schema.fromJsonString(
  Schema.Struct({
    event: Name,
    id: Name,
    data: Schema.Struct({
      change: Schema.optionalKey(Schema.NullOr(Schema.Struct({ id: Name, monitor_id: Name }))),
      run: Schema.optionalKey(Schema.Struct({ monitor_id: Name })),
      monitor: Schema.optionalKey(Schema.Struct({ id: Name })),
      batch: Schema.optionalKey(Schema.Struct({ id: Name }))
    })
  })
)

const decode = Schema.decodeUnknownOption(Told)

const nothing: ToldIn = { event: null, eventId: null, monitorId: null, batchId: null, changeId: null }

/** What the body names; nothing where it is no event of ours. */
export const toldIn = (body: string): ToldIn =>
  Option.match(decode(body), {
    onNone: () => nothing,
    onSome: ({ data, event, id }) => ({
      event,
      eventId: id,
      monitorId: data.change?.monitor_id ?? data.run?.monitor_id ?? data.monitor?.id ?? null,
      batchId: data.batch?.id ?? null,
      changeId: data.change?.id ?? null
    })
  })
