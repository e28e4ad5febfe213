/** Kittiwake as a layer, for programs that are written with Effect. */
import type { Administration } from "@kittiwake/core/administration/Administration"
import { MetricsToken } from "@kittiwake/core/administration/MetricsToken"
import { OperatorToken } from "@kittiwake/core/administration/OperatorToken"
import type { Answers } from "@kittiwake/core/answers/Answers"
import type { Assets } from "@kittiwake/core/assets/Assets"
import type { Batches } from "@kittiwake/core/batches/Batches"
import type { ResultLinks } from "@kittiwake/core/batches/ResultLinks"
import type { Brands } from "@kittiwake/core/brands/Brands"
import type { Competitors } from "@kittiwake/core/competitors/Competitors"
import type { Credits } from "@kittiwake/core/credits/Credits"
import type { Design } from "@kittiwake/core/design/Design"
import type { Extraction } from "@kittiwake/core/extraction/Extraction"
import type { Feedback } from "@kittiwake/core/feedback/Feedback"
import type { Files } from "@kittiwake/core/files/Files"
import type { Grants } from "@kittiwake/core/grants/Grants"
import type { Inbox } from "@kittiwake/core/inbox/Inbox"
import { InboxPlace } from "@kittiwake/core/inbox/InboxPlace"
import type { Industries } from "@kittiwake/core/industries/Industries"
import { ResultBounds } from "@kittiwake/core/internal/batches/ResultBounds"
import { RefreshBounds } from "@kittiwake/core/internal/brands/RefreshBounds"
import { HistoryBounds } from "@kittiwake/core/internal/monitors/HistoryBounds"
import { GatheringBounds } from "@kittiwake/core/internal/news/GatheringBounds"
import type { Limits } from "@kittiwake/core/limits/Limits"
import type { ChangeLinks } from "@kittiwake/core/monitors/ChangeLinks"
import type { MonitorHistory } from "@kittiwake/core/monitors/MonitorHistory"
import type { Monitors } from "@kittiwake/core/monitors/Monitors"
import type { PictureLinks } from "@kittiwake/core/monitors/PictureLinks"
import type { News } from "@kittiwake/core/news/News"
import { NewsBounds } from "@kittiwake/core/news/NewsBounds"
import type { Organizations } from "@kittiwake/core/organizations/Organizations"
import type { Pages } from "@kittiwake/core/pages/Pages"
import type { People } from "@kittiwake/core/people/People"
import type { Products } from "@kittiwake/core/products/Products"
import type { Profiles } from "@kittiwake/core/profiles/Profiles"
import { IndexBounds } from "@kittiwake/core/search/IndexBounds"
import type { Search } from "@kittiwake/core/search/Search"
import type { Sessions } from "@kittiwake/core/sessions/Sessions"
import { ObeysRobots } from "@kittiwake/core/sites/ObeysRobots"
import type { Sites } from "@kittiwake/core/sites/Sites"
import type { Usage } from "@kittiwake/core/usage/Usage"
import type { Views } from "@kittiwake/core/views/Views"
import { HeaderPrefix } from "@kittiwake/core/webhooks/HeaderPrefix"
import type { Webhooks } from "@kittiwake/core/webhooks/Webhooks"
import { Handlers } from "@kittiwake/http/server"
import { PublicAddress } from "@kittiwake/http/web/PublicAddress"
import * as Mcp from "@kittiwake/mcp/Mcp"
import { Pulse } from "@kittiwake/worker/Pulse"
import * as securityUpkeep from "@kittiwake/worker/securityUpkeep"
import * as Worker from "@kittiwake/worker/Worker"
import { Effect, Layer, Metric, Option } from "effect"
import * as adapters from "../adapters.ts"
import { blobChoiceOf } from "../blobs.ts"
import * as dashboardFiles from "../dashboardFiles.ts"
import * as measurements from "../measurements.ts"
import * as placeCheck from "../placeCheck.ts"
import * as readiness from "../readiness.ts"
import * as services from "../services.ts"
import { KittiwakeError } from "./KittiwakeError.ts"
import * as logging from "./logging.ts"
import { type CheckedOptions, checkOptions, type KittiwakeOptions } from "./options.ts"

/** What the layer gives. */
export type Services =
  | Administration
  | Assets
  | Batches
  | Brands
  | Credits
  | Design
  | Feedback
  | Files
  | Handlers
  | Inbox
  | Industries
  | Limits
  | MonitorHistory
  | Monitors
  | Organizations
  | Pages
  | Answers
  | Competitors
  | Extraction
  | News
  | People
  | Products
  | Profiles
  | ChangeLinks
  | PictureLinks
  | ResultLinks
  | Search
  | Sessions
  | Sites
  | Grants
  | Usage
  | Views
  | Webhooks

/** Looks whether large bytes are kept where the other processes of the database keep theirs. */
const placeOf = (options: CheckedOptions) => {
  const { egressAllow, storage } = options
  const blobs = blobChoiceOf(options)
  if (storage._tag === "Memory" || blobs === null) return Layer.empty
  return placeCheck.layer({ storage, blobs, blobsFrom: Option.none(), egressAllow })
}

const composed = (options: CheckedOptions) =>
  Layer.mergeAll(Handlers.layer, options.worker ? Worker.layer() : Layer.empty, securityUpkeep.layer()).pipe(
    Layer.provide(measurements.layer),
    Layer.provide(readiness.layer),
    Layer.provideMerge(services.layer),
    Layer.provide(placeOf(options)),
    Layer.provide([
      adapters.layer(options),
      Pulse.layer,
      Layer.succeed(OperatorToken, options.adminToken),
      Layer.succeed(MetricsToken, options.metricsToken),
      Layer.succeed(HeaderPrefix, options.webhookHeaderPrefix),
      Layer.succeed(ObeysRobots, options.obeysRobots),
      Layer.succeed(HistoryBounds, options.history),
      Layer.succeed(ResultBounds, { resultBytes: options.batchResultBytes }),
      Layer.succeed(RefreshBounds, options.brandRefreshes),
      Layer.succeed(IndexBounds, options.index),
      Layer.succeed(NewsBounds, options.news),
      Layer.succeed(GatheringBounds, options.gathering),
      Mcp.layer(),
      options.dashboard ? dashboardFiles.layer : Layer.empty,
      Layer.succeed(PublicAddress, options.publicUrl),
      Layer.succeed(InboxPlace, { named: options.publicUrl, listensOn: null })
    ]),
    // Its own, so that several in one program count apart.
    Layer.provide(Layer.sync(Metric.MetricRegistry, () => new Map())),
    Layer.provideMerge(logging.layer(options.onLog))
  )

/** The options, with the browser that is packed in a directory of somebody else's. */
const checked = (options: KittiwakeOptions, browserDirectory: string | null): CheckedOptions => {
  const own = checkOptions(options)
  return browserDirectory === null ? own : { ...own, browser: { ...own.browser, directory: browserDirectory } }
}

/** `layer`, which unpacks the browser that is packed in `browserDirectory` where one is given. */
export const layerWith = (
  options: KittiwakeOptions,
  browserDirectory: string | null
): Layer.Layer<Services, KittiwakeError> =>
  Layer.unwrap(
    Effect.try({
      try: () => composed(checked(options, browserDirectory)),
      catch: (cause) =>
        cause instanceof KittiwakeError
          ? cause
          : new KittiwakeError({ code: "CANNOT_OPEN", message: String(cause), cause })
    })
  ).pipe(
    Layer.catch((error) =>
      Layer.effectContext(
        Effect.fail(
          error instanceof KittiwakeError
            ? error
            : new KittiwakeError({ code: "CANNOT_OPEN", message: error.message, cause: error })
        )
      )
    )
  )

/**
 * All of Kittiwake: storage, worker (unless `worker` is false) and the HTTP API as functions. It fails to build when an
 * option is wrong or the storage cannot be opened; it logs where `onLog` says.
 */
export const layer = (options: KittiwakeOptions): Layer.Layer<Services, KittiwakeError> => layerWith(options, null)
