/** The facades of the core over whatever adapters were chosen. */
import { Administration } from "@kittiwake/core/administration/Administration"
import { Credits } from "@kittiwake/core/credits/Credits"
import { Idempotency } from "@kittiwake/core/idempotency/Idempotency"
import { Limits } from "@kittiwake/core/limits/Limits"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { Web, WebUpkeep } from "@kittiwake/core/pages/Pages"
import { Cursors } from "@kittiwake/core/paging/Cursors"
import { Usage } from "@kittiwake/core/usage/Usage"
import { Webhooks } from "@kittiwake/core/webhooks/Webhooks"
import { Layer } from "effect"

/** Organizations and keys alone, for programs that need no more. */
export const layerOrganizations = Organizations.layer

/** What an operator may do, alone, for commands that need no more. */
export const layerAdministration = Administration.layer.pipe(
  Layer.provide(Cursors.layer),
  Layer.provideMerge(Layer.mergeAll(Credits.layer, Organizations.layer))
)

/** Everything a door may call. */
export const layer = Monitors.layer.pipe(
  Layer.provideMerge(Administration.layer),
  Layer.provideMerge(Layer.mergeAll(Web.layer, WebUpkeep.layer)),
  Layer.provideMerge(Webhooks.layer),
  Layer.provide(Cursors.layer),
  Layer.provideMerge(Layer.mergeAll(Credits.layer, Idempotency.layer, Limits.layer, Organizations.layer, Usage.layer))
)
