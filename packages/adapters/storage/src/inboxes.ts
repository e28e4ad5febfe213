/** What arrived in inboxes as both databases keep it. */
import type { InboxEvent } from "@kittiwake/core/inbox/domain/InboxEvent"
import { storableJson } from "./storable.ts"

type Told = Pick<InboxEvent, "batchId" | "changeId" | "event" | "eventId" | "monitorId" | "verdict">

/** What was found of an event, as one value. */
export const toldEntry = ({ batchId, changeId, event, eventId, monitorId, verdict }: InboxEvent): string =>
  storableJson({ batchId, changeId, event, eventId, monitorId, verdict } satisfies Told)

/** What was found, as its JSON or what that says. It was checked when it was written. */
export const readTold = (entry: unknown): Told => (typeof entry === "string" ? JSON.parse(entry) : entry) as Told
