/** The facades that read the web, apart from all others (`services.ts`), for commands that need no more. */

import { Answers } from "@kittiwake/core/answers/Answers"
import { Assets } from "@kittiwake/core/assets/Assets"
import { Competitors } from "@kittiwake/core/competitors/Competitors"
import { Credits } from "@kittiwake/core/credits/Credits"
import { Design } from "@kittiwake/core/design/Design"
import { Extraction } from "@kittiwake/core/extraction/Extraction"
import { Files } from "@kittiwake/core/files/Files"
import { Industries } from "@kittiwake/core/industries/Industries"
import * as CompanyNames from "@kittiwake/core/internal/brands/CompanyNames"
import * as IndexReadings from "@kittiwake/core/internal/search/indexReadings"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { Pages } from "@kittiwake/core/pages/Pages"
import { Products } from "@kittiwake/core/products/Products"
import { Search } from "@kittiwake/core/search/Search"
import { Security } from "@kittiwake/core/security/Security"
import { Sites } from "@kittiwake/core/sites/Sites"
import { Layer } from "effect"

/** What reads the web, and whom it is for. */
export const layer = Layer.mergeAll(
  Assets.layer,
  Competitors.layer.pipe(Layer.provide([Search.layer, CompanyNames.layer])),
  Design.layer,
  Answers.layer.pipe(Layer.provide(Search.layer)),
  Extraction.layer,
  Files.layer,
  Industries.layer.pipe(Layer.provide(CompanyNames.layer)),
  Products.layer,
  Search.layer,
  Sites.layer
).pipe(
  Layer.provideMerge(Pages.layer),
  // Before all that reads: what is read is told of.
  Layer.provideMerge(IndexReadings.layer),
  Layer.provideMerge(Layer.mergeAll(Credits.layer, Organizations.layer, Security.layer))
)
