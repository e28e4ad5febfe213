/** The facades of the core over whatever adapters were chosen. */

import { Administration } from "@kittiwake/core/administration/Administration"
import { Answers } from "@kittiwake/core/answers/Answers"
import { Assets } from "@kittiwake/core/assets/Assets"
import { Batches } from "@kittiwake/core/batches/Batches"
import { ResultLinks } from "@kittiwake/core/batches/ResultLinks"
import { Blobs } from "@kittiwake/core/blobs/Blobs"
import { BrandLists } from "@kittiwake/core/brands/BrandLists"
import { Brands, BrandsUpkeep } from "@kittiwake/core/brands/Brands"
import { Competitors } from "@kittiwake/core/competitors/Competitors"
import { Credits } from "@kittiwake/core/credits/Credits"
import { Design } from "@kittiwake/core/design/Design"
import { Extraction } from "@kittiwake/core/extraction/Extraction"
import { Feedback } from "@kittiwake/core/feedback/Feedback"
import { Files } from "@kittiwake/core/files/Files"
import { ClientDocuments } from "@kittiwake/core/grants/ClientDocuments"
import { ConsentForms } from "@kittiwake/core/grants/ConsentForms"
import { Conversations } from "@kittiwake/core/grants/Conversations"
import { Grants } from "@kittiwake/core/grants/Grants"
import { Inbox } from "@kittiwake/core/inbox/Inbox"
import { Industries } from "@kittiwake/core/industries/Industries"
import { Ageing } from "@kittiwake/core/internal/ageing/Ageing"
import * as CompanyNames from "@kittiwake/core/internal/brands/CompanyNames"
import { Idempotency } from "@kittiwake/core/internal/idempotency/Idempotency"
import { ImportedPeople } from "@kittiwake/core/internal/people/ImportedPeople"
import { Suppressions } from "@kittiwake/core/internal/people/Suppressions"
import * as IndexReadings from "@kittiwake/core/internal/search/indexReadings"
import { HostPauses } from "@kittiwake/core/internal/sharing/HostPauses"
import { Limits } from "@kittiwake/core/limits/Limits"
import { Measures } from "@kittiwake/core/measures/Measures"
import { ChangeLinks } from "@kittiwake/core/monitors/ChangeLinks"
import { HistoryUpkeep, MonitorHistory } from "@kittiwake/core/monitors/MonitorHistory"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { PictureLinks } from "@kittiwake/core/monitors/PictureLinks"
import { News, NewsUpkeep } from "@kittiwake/core/news/News"
import { NewsLists } from "@kittiwake/core/news/NewsLists"
import { NewsSources } from "@kittiwake/core/news/NewsSources"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { Pages, PagesUpkeep } from "@kittiwake/core/pages/Pages"
import { Cursors } from "@kittiwake/core/paging/Cursors"
import { People } from "@kittiwake/core/people/People"
import { Products } from "@kittiwake/core/products/Products"
import { Profiles } from "@kittiwake/core/profiles/Profiles"
import { Search, SearchUpkeep } from "@kittiwake/core/search/Search"
import { Security } from "@kittiwake/core/security/Security"
import { Sessions } from "@kittiwake/core/sessions/Sessions"
import { Sites, SitesUpkeep } from "@kittiwake/core/sites/Sites"
import { Usage } from "@kittiwake/core/usage/Usage"
import { Views } from "@kittiwake/core/views/Views"
import { Webhooks } from "@kittiwake/core/webhooks/Webhooks"
import { Layer } from "effect"

/** Organizations and keys alone, for programs that need no more. */
export const layerOrganizations = Organizations.layer

/** What an operator may do, alone, for commands that need no more. */
export const layerAdministration = Layer.mergeAll(
  HostPauses.layer,
  Sessions.layer.pipe(Layer.provideMerge(Administration.layer)),
  Feedback.layer,
  Grants.layer.pipe(Layer.provide(ClientDocuments.layerNone))
).pipe(
  Layer.provide(Cursors.layer),
  Layer.provideMerge(
    Layer.mergeAll(
      BrandLists.layer,
      Credits.layer,
      ImportedPeople.layer,
      NewsSources.layer,
      Organizations.layer,
      Security.layer,
      Suppressions.layer
    )
  )
)

/** Everything a door may call. */
export const layer = Layer.mergeAll(
  Batches.layer,
  Monitors.layer,
  MonitorHistory.layer,
  PictureLinks.layer,
  ChangeLinks.layer,
  ResultLinks.layer
).pipe(
  Layer.provideMerge(Sessions.layer),
  Layer.provideMerge(Administration.layer),
  Layer.provideMerge(
    Layer.mergeAll(
      Ageing.layer,
      Assets.layer,
      Blobs.layer,
      BrandLists.layer,
      Brands.layer,
      BrandsUpkeep.layer,
      Competitors.layer.pipe(Layer.provide([Search.layer, CompanyNames.layer])),
      Design.layer,
      Answers.layer.pipe(Layer.provide(Search.layer)),
      Extraction.layer,
      Feedback.layer,
      Files.layer,
      Inbox.layer,
      Industries.layer.pipe(Layer.provide(CompanyNames.layer)),
      News.layer,
      NewsLists.layer.pipe(Layer.provideMerge(NewsSources.layer)),
      NewsUpkeep.layer,
      People.layer,
      Products.layer,
      Profiles.layer,
      Search.layer,
      Sites.layer,
      Views.layer
    )
  ),
  Layer.provideMerge(
    Layer.mergeAll(
      ...[HistoryUpkeep.layer, Pages.layer, PagesUpkeep.layer, SitesUpkeep.layer],
      ...[ImportedPeople.layer, Suppressions.layer]
    )
  ),
  Layer.provideMerge(Webhooks.layer),
  Layer.provideMerge([
    ConsentForms.layer,
    Conversations.layer,
    Grants.layer.pipe(Layer.provide(ClientDocuments.layer))
  ]),
  Layer.provide(Cursors.layer),
  Layer.provideMerge(
    Layer.mergeAll(
      Credits.layer,
      Idempotency.layer,
      Limits.layer,
      Measures.layer,
      Organizations.layer,
      Security.layer,
      Usage.layer
    )
  ),
  // Before all that reads: what is read is told of.
  Layer.provideMerge(Layer.merge(IndexReadings.layer, SearchUpkeep.layer))
)
