/** Reads the web in this process: over memory, with the settings of the environment, and without a server or a key. */

import type { Answers } from "@kittiwake/core/answers/Answers"
import type { Competitors } from "@kittiwake/core/competitors/Competitors"
import type { Design } from "@kittiwake/core/design/Design"
import type { Extraction } from "@kittiwake/core/extraction/Extraction"
import type { Files } from "@kittiwake/core/files/Files"
import type { Industries } from "@kittiwake/core/industries/Industries"
import type { Organization } from "@kittiwake/core/organizations/domain/Organization"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import type { Pages } from "@kittiwake/core/pages/Pages"
import type { Products } from "@kittiwake/core/products/Products"
import type { Search } from "@kittiwake/core/search/Search"
import { ObeysRobots } from "@kittiwake/core/sites/ObeysRobots"
import type { Sites } from "@kittiwake/core/sites/Sites"
import { Effect, Layer, Option } from "effect"
import * as adapters from "../adapters.ts"
import type { Settings } from "../config.ts"
import { exists } from "../exists.ts"
import * as readingServices from "../readingServices.ts"

const layer = (settings: Settings, browserDirectory: string | null) =>
  readingServices.layer.pipe(
    Layer.provide([
      adapters.layer({
        storage: { _tag: "Memory" },
        egressAllow: settings.egressAllow,
        readingSeconds: settings.readingSeconds,
        browser: { ...settings.browser, directory: browserDirectory },
        sealingKey: settings.sealingKey,
        languageModel: settings.languageModel,
        search: settings.search,
        people: settings.people
      }),
      Layer.succeed(ObeysRobots, settings.obeysRobots)
    ])
  )

/** Gives `work` everything that reads the web, and an organization that pays for it with the largest plan's credits. */
export const inProcess = Effect.fnUntraced(function* <A, E>(
  settings: Settings,
  work: (
    organization: Organization
  ) => Effect.Effect<
    A,
    E,
    Answers | Competitors | Design | Extraction | Files | Industries | Pages | Products | Search | Sites
  >
) {
  // A data directory is not made by looking at a page; without one a packed browser is unpacked among temporary files.
  const directory = (yield* exists(settings.dataDirectory)) ? settings.browser.directory : null
  return yield* Effect.gen(function* () {
    const organizations = yield* Organizations
    yield* organizations.ensureFirst({ plan: "enterprise", secret: Option.none() })
    const [organization] = yield* organizations.list
    return yield* work(organization!)
  }).pipe(Effect.provide(layer(settings, directory)))
})
