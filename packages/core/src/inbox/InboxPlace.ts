/** Where the inboxes of this installation are. */
import { Context } from "effect"
import type { InstallationPlace } from "./domain/InboxAddress.ts"

/** Under which addresses this installation knows its own inboxes: those of this machine, unless it is told of others. */
export const InboxPlace = Context.Reference<InstallationPlace>("@kittiwake/core/inbox/InboxPlace", {
  defaultValue: () => ({ named: null, listensOn: null })
})
