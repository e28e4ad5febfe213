/** The operations on the built-in inbox, as values. Beyond the contract. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { access } from "../access.ts"
import { errorsWith } from "../errors.ts"
import { pageQuery, queryList, Tags } from "../fields.ts"
import { Admission } from "../middleware/Admission.ts"
import { callFields } from "../Replies.ts"
import { InboxAddressRecord, InboxEventRecord } from "./InboxRecord.ts"

const read = (summary: string) => access({ summary, scope: "monitors:read", bucket: "default", labels: "query" })
const write = (summary: string) => access({ summary, scope: "monitors:write", bucket: "default" })

/** Usage labels of the call; they are not a filter. */
const usageTags = { tags: Schema.optionalKey(queryList(Tags)) }

/** What arrived, in brief. */
export const InboxReply = Schema.Struct({
  ...InboxAddressRecord.fields,
  data: Schema.Array(InboxEventRecord),
  has_more: Schema.Boolean,
  next_cursor: Schema.NullOr(Schema.String),
  ...callFields
}).annotate({ identifier: "Inbox" })

/** One event as it arrived. */
export const InboxEventReply = Schema.Struct({ ...InboxEventRecord.fields, ...callFields }).annotate({
  identifier: "InboxEvent"
})

export const InboxApi = HttpApiGroup.make("inbox")
  .add(
    HttpApiEndpoint.get("list", "/webhooks/inbox", {
      query: { ...usageTags, ...pageQuery },
      success: InboxReply
    }).annotateMerge(read("Where the inbox is, and what arrived there, newest first")),
    HttpApiEndpoint.get("get", "/webhooks/inbox/:event_id", {
      params: {
        event_id: Schema.String.check(
          Schema.isPattern(/^inb_[a-f0-9]{32}$/, { expected: "inb_ and 32 lowercase hex digits" })
        )
      },
      query: usageTags,
      success: InboxEventReply,
      error: errorsWith(404)
    }).annotateMerge(read("One event as it arrived, with its whole body")),
    HttpApiEndpoint.delete("clear", "/webhooks/inbox", {
      success: Schema.Struct({ removed: Schema.Int, ...callFields }).annotate({ identifier: "ClearedInbox" })
    }).annotateMerge(write("Empty the inbox")),
    HttpApiEndpoint.post("rotate", "/webhooks/inbox/rotate", {
      success: Schema.Struct({ ...InboxAddressRecord.fields, ...callFields }).annotate({ identifier: "InboxAddress" })
    }).annotateMerge(write("Give the inbox a new address at once; the old one takes nothing more"))
  )
  .middleware(Admission)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({
      title: "Inbox",
      description: "A receiver of events that is part of this installation, for whoever has none."
    })
  )
