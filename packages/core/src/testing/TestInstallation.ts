/** A whole installation in memory, on a clock that a test moves: for tests written with Effect. */
import { Clock, Context, DateTime, Duration, Effect, Layer, Logger, Random } from "effect"
import { TestClock } from "effect/testing"
import { Administration } from "../administration/Administration.ts"
import { Ageing } from "../ageing/Ageing.ts"
import { Answers } from "../answers/Answers.ts"
import { Assets } from "../assets/Assets.ts"
import { Batches } from "../batches/Batches.ts"
import { ResultLinks } from "../batches/ResultLinks.ts"
import { Blobs } from "../blobs/Blobs.ts"
import { Brands, BrandsUpkeep } from "../brands/Brands.ts"
import * as CompanyNames from "../brands/CompanyNames.ts"
import { Competitors } from "../competitors/Competitors.ts"
import { Credits } from "../credits/Credits.ts"
import { Design } from "../design/Design.ts"
import { Extraction } from "../extraction/Extraction.ts"
import { Feedback } from "../feedback/Feedback.ts"
import { Files } from "../files/Files.ts"
import { ClientDocuments } from "../grants/ClientDocuments.ts"
import { ConsentForms } from "../grants/ConsentForms.ts"
import { Conversations } from "../grants/Conversations.ts"
import { Grants } from "../grants/Grants.ts"
import { Idempotency } from "../idempotency/Idempotency.ts"
import { Inbox as BuiltInInbox } from "../inbox/Inbox.ts"
import { Industries } from "../industries/Industries.ts"
import { Limits } from "../limits/Limits.ts"
import { Measures } from "../measures/Measures.ts"
import * as Memory from "../memory/Memory.ts"
import * as MemoryWakeups from "../memory/Wakeups.ts"
import { ChangeLinks } from "../monitors/ChangeLinks.ts"
import { HistoryUpkeep, MonitorHistory } from "../monitors/MonitorHistory.ts"
import { Monitors } from "../monitors/Monitors.ts"
import { PictureLinks } from "../monitors/PictureLinks.ts"
import { News, NewsUpkeep } from "../news/News.ts"
import { NewsLists } from "../news/NewsLists.ts"
import { NewsSources } from "../news/NewsSources.ts"
import { newOrganization, type Organization, OrganizationId } from "../organizations/domain/Organization.ts"
import type { Plan } from "../organizations/domain/Plan.ts"
import { OrganizationStore } from "../organizations/OrganizationStore.ts"
import { Organizations } from "../organizations/Organizations.ts"
import type { PageReader } from "../pages/PageReader.ts"
import { Pages, PagesUpkeep } from "../pages/Pages.ts"
import { Cursors } from "../paging/Cursors.ts"
import { ImportedPeople } from "../people/ImportedPeople.ts"
import { People } from "../people/People.ts"
import { PersonSources } from "../people/PersonSource.ts"
import { Suppressions } from "../people/Suppressions.ts"
import { Products } from "../products/Products.ts"
import { Profiles } from "../profiles/Profiles.ts"
import * as IndexReadings from "../search/indexReadings.ts"
import { Search, SearchUpkeep } from "../search/Search.ts"
import { SearchBackends } from "../search/SearchBackends.ts"
import { Ids } from "../security/Ids.ts"
import { Sessions } from "../sessions/Sessions.ts"
import { Sites, SitesUpkeep } from "../sites/Sites.ts"
import { Usage } from "../usage/Usage.ts"
import { Views } from "../views/Views.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import * as dueLoops from "./dueLoops.ts"
import { Inbox } from "./Inbox.ts"
import * as PlainPageReader from "./PlainPageReader.ts"
import * as PlainReaders from "./PlainReaders.ts"
import { Quiet } from "./Quiet.ts"
import { ScriptedWeb } from "./ScriptedWeb.ts"

/** What an installation begins with. */
export interface TestInstallationOptions {
  /** The moment it begins; 2026-01-01 00:00 UTC unless it says otherwise. */
  readonly startAt?: DateTime.Utc
  /** Plan of its organization; `scale` unless it says otherwise. */
  readonly plan?: Plan
  /** Credits of its organization, once; unless given, its plan's credits come each month. */
  readonly credits?: number
  /** What ids, keys and secrets are drawn from: the same seed gives the same ones. */
  readonly seed?: string
  /** How pages become text; `PlainPageReader` unless it says otherwise. */
  readonly pageReader?: Layer.Layer<PageReader>
  /** How everything else of the web is read; `PlainReaders` unless it says otherwise. */
  readonly readers?: Layer.Layer<PlainReaders.Readers>
  /** Who is asked when the web is searched; the pages that were read, and the sites that a question names, unless it says otherwise. */
  readonly searchBackends?: Layer.Layer<SearchBackends>
  /** Who is asked for people, beside the pages that they publish; nobody unless it says otherwise. */
  readonly personSources?: Layer.Layer<PersonSources>
  /** Whether monitors run and events are delivered by themselves when they are due; yes unless it says otherwise. */
  readonly loops?: boolean
  /** Where its log goes; nowhere unless it says otherwise. */
  readonly loggers?: ReadonlyArray<Logger.Logger<unknown, unknown>>
}

const start = DateTime.makeUnsafe("2026-01-01T00:00:00Z")

/** Unless told otherwise the clock goes on beside work that takes a real second, so that a busy machine would see another order. */
const clock = TestClock.layer({ warningDelay: Duration.infinity })

/** A clock that stands at `at`, and chance that repeats itself. */
const timeAndChance = ({ loggers = [], seed = "kittiwake", startAt = start }: TestInstallationOptions) => {
  const random = Layer.effect(Random.Random, Random.withSeed(Effect.service(Random.Random), seed))
  const began = Layer.effectDiscard(TestClock.setTime(startAt.epochMilliseconds))
  return Layer.mergeAll(random, began, Logger.layer(loggers)).pipe(
    Layer.provideMerge(clock),
    Layer.provideMerge(Quiet.layer)
  )
}

const concepts = (options: TestInstallationOptions) =>
  Layer.mergeAll(
    Monitors.layer,
    Batches.layer,
    Brands.layer,
    BrandsUpkeep.layer,
    ResultLinks.layer,
    PictureLinks.layer,
    ChangeLinks.layer,
    Sessions.layer.pipe(Layer.provideMerge(Administration.layer)),
    ConsentForms.layer,
    Conversations.layer,
    Grants.layer.pipe(Layer.provide(ClientDocuments.layerNone)),
    Idempotency.layer,
    Limits.layer,
    Usage.layer,
    BuiltInInbox.layer,
    Ageing.layer,
    Assets.layer,
    Blobs.layer,
    Design.layer,
    Files.layer,
    Industries.layer.pipe(Layer.provide(CompanyNames.layer)),
    Competitors.layer.pipe(Layer.provide([Search.layer, CompanyNames.layer])),
    Answers.layer.pipe(Layer.provide(Search.layer)),
    Extraction.layer,
    Feedback.layer,
    News.layer,
    NewsLists.layer.pipe(Layer.provideMerge(NewsSources.layer)),
    NewsUpkeep.layer,
    People.layer,
    Products.layer,
    Profiles.layer,
    Search.layer,
    Sites.layer,
    HistoryUpkeep.layer,
    MonitorHistory.layer,
    PagesUpkeep.layer,
    SearchUpkeep.layer,
    SitesUpkeep.layer,
    Views.layer
  ).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        ...[Measures.layer, Webhooks.layer, Credits.layer, Organizations.layer, Pages.layer],
        ...[ImportedPeople.layer, Suppressions.layer]
      )
    ),
    Layer.provideMerge(Cursors.layer),
    Layer.provideMerge(IndexReadings.layer),
    Layer.provideMerge(
      Layer.mergeAll(
        ScriptedWeb.layer,
        Inbox.layer,
        options.pageReader ?? PlainPageReader.layer,
        options.readers ?? PlainReaders.layer,
        options.searchBackends ?? Layer.succeed(SearchBackends, { backends: [], ownPlace: 0 }),
        options.personSources ?? Layer.succeed(PersonSources, { sources: [] }),
        MemoryWakeups.layer
      )
    ),
    Layer.provideMerge(Memory.layer)
  )

/**
 * The test's hand on the installation.
 *
 * **Details**
 *
 * Beside it, its layer provides every facade (`Monitors`, `Batches`, `Brands`, `Webhooks`, the built-in inbox, `Credits`, `Limits`, `Usage`, `Organizations`,
 * `Administration`, `Idempotency`, `Pages`, `Sites`, `Design`, `Industries`, `Extraction`, `Answers`, `Competitors`, `News`, `People`, `Products`, `Search`, `Files`, `Profiles`, `Assets`, `Blobs`, `Views`), every store,
 * `ScriptedWeb`, `Inbox`,
 * and the `TestClock` they all read. What is due happens at the moment it is due.
 *
 * **Gotchas**
 *
 * Move time with `advance`. `TestClock.adjust` alone does not wait for what was begun before it. Neither waits for what
 * is outside Effect, such as the promise of a page reader of your own.
 */
export class TestInstallation extends Context.Service<
  TestInstallation,
  {
    /** The organization that the installation begins with. */
    readonly organization: Organization

    /** Lets time pass, and all that falls due in it happen, in order. */
    readonly advance: (duration: Duration.Input) => Effect.Effect<void>

    /** Lets all that is due now happen, as far as it goes without time passing. */
    readonly settle: Effect.Effect<void>
  }
>()("@kittiwake/core/testing/TestInstallation") {
  /** An empty installation with one organization, a new one each time it is built. */
  static readonly layer = (options: TestInstallationOptions = {}) => {
    const hand = Layer.effect(
      TestInstallation,
      Effect.gen(function* () {
        const { settle } = yield* Quiet
        const clock = (yield* Clock.Clock) as TestClock.TestClock
        const billed = newOrganization({
          id: OrganizationId.make(yield* (yield* Ids).next("org")),
          name: "Test",
          plan: options.plan ?? "scale",
          createdAt: yield* DateTime.now
        })
        const organization: Organization = options.credits === undefined ? billed : { ...billed, billing: null }
        yield* (yield* OrganizationStore).create(organization)
        const { credits = 0 } = options
        if (credits > 0) yield* (yield* Credits).post(organization.id, { kind: "grant", id: "first" }, credits)
        return TestInstallation.of({
          organization,
          settle,
          advance: (duration) => settle.pipe(Effect.andThen(clock.adjust(duration)), Effect.andThen(settle))
        })
      })
    )
    const loops = options.loops === false ? Layer.empty : dueLoops.layer
    return Layer.merge(hand, loops).pipe(
      Layer.provideMerge(concepts(options)),
      Layer.provideMerge(timeAndChance(options)),
      Layer.orDie
    )
  }
}
