/** The whole API as one value: handlers, description, reference page and client all come from it. */
import { HttpApi, OpenApi } from "effect/http-api"
import { AnswersApi } from "./answers/api.ts"
import { BatchesApi } from "./batches/api.ts"
import { BrandsApi } from "./brands/api.ts"
import { CompetitorsApi } from "./competitors/api.ts"
import { DeliveriesApi } from "./deliveries/api.ts"
import { describeApi } from "./describe.ts"
import { DesignApi } from "./design/api.ts"
import { ExtractionApi } from "./extraction/api.ts"
import { FeedbackApi } from "./feedback/api.ts"
import { InboxApi } from "./inbox/api.ts"
import { IndustryApi } from "./industries/api.ts"
import { LogsApi } from "./logs/api.ts"
import { MonitorsApi } from "./monitors/api.ts"
import { NewsApi } from "./news/api.ts"
import { PeopleApi } from "./people/api.ts"
import { ProductApi } from "./products/api.ts"
import { ProfilesApi } from "./profiles/api.ts"
import { SearchApi } from "./search/api.ts"
import { SystemApi } from "./system/api.ts"
import { UsageApi } from "./usage/api.ts"
import { UtilityApi } from "./utility/api.ts"
import { ViewsApi } from "./views/api.ts"
import { WebApi } from "./web/api.ts"

export const Api = HttpApi.make("kittiwake")
  .add(MonitorsApi)
  .add(DeliveriesApi)
  .add(InboxApi)
  .add(WebApi)
  .add(IndustryApi)
  .add(CompetitorsApi)
  .add(DesignApi)
  .add(AnswersApi)
  .add(ExtractionApi)
  .add(NewsApi)
  .add(PeopleApi)
  .add(ProductApi)
  .add(SearchApi)
  .add(BatchesApi)
  .add(BrandsApi)
  .add(LogsApi)
  .add(UsageApi)
  .add(ProfilesApi)
  .add(ViewsApi)
  .add(FeedbackApi)
  .add(UtilityApi)
  .add(SystemApi)
  .annotateMerge(
    OpenApi.annotations({
      title: "Kittiwake",
      version: "1",
      description:
        "Web data and website monitoring that you own. Every operation under /v1 takes a key: Authorization: Bearer <API_KEY>. Every reply has a request_id, which is also in the header X-Request-Id.",
      transform: describeApi
    })
  )
