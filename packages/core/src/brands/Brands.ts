/** All a caller may ask of brands. */
import { Context, type Duration, Effect, Layer, type Option } from "effect"
import type { KeepAssetPorts } from "../assets/keepAsset.ts"
import { bind } from "../bind.ts"
import type { Charged, ChargePorts } from "../credits/withCharge.ts"
import type { FactReader } from "../extraction/FactReader.ts"
import type { IndustryClassifier } from "../industries/IndustryClassifier.ts"
import type { Measures } from "../measures/Measures.ts"
import type { Organization } from "../organizations/domain/Organization.ts"
import type { CapturePorts } from "../pages/capturePage.ts"
import type { WebError } from "../pages/errors.ts"
import type { ImageReader } from "../pages/ImageReader.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { DomainNames } from "../sites/DomainNames.ts"
import type { EmailDomains } from "../sites/EmailDomains.ts"
import type { Call } from "../web/domain/Call.ts"
import type { TextRecords } from "../web/TextRecords.ts"
import type { BrandRefreshStore } from "./BrandRefreshStore.ts"
import type { BrandStore } from "./BrandStore.ts"
import { countRefreshes } from "./countRefreshes.ts"
import type { BrandEntry } from "./domain/BrandEntry.ts"
import type { BrandRequest } from "./domain/BrandRequest.ts"
import type { BrandSearch } from "./domain/BrandSearch.ts"
import type { BrandError } from "./errors.ts"
import { RefreshBounds } from "./RefreshBounds.ts"
import { refreshBrand, turnEvery } from "./refreshBrand.ts"
import { type RetrievedBrand, retrieveBrand } from "./retrieveBrand.ts"
import { ShippedList } from "./ShippedList.ts"
import { searchBrands } from "./searchBrands.ts"

export type { RetrievedBrand } from "./retrieveBrand.ts"

/** Everything that reading a brand stands on. `Pages.layer` gives the flights, which must be those of the pages. */
type ReadingPorts =
  | BrandRefreshStore
  | BrandStore
  | CapturePorts
  | DomainNames
  | FactReader
  | ImageReader
  | IndustryClassifier
  | KeepAssetPorts
  | TextRecords

type BrandsPorts = ReadingPorts | ChargePorts | EmailDomains

/**
 * Looks brands up for those who pay for it.
 *
 * **Details.** The list that ships is taken into the index by whoever asks first, which takes a second or two: an installation that
 * is never asked for brands keeps none.
 */
export class Brands extends Context.Service<
  Brands,
  {
    /** Brands by what somebody typed, the most popular first; the price depends on the plan. */
    readonly search: (
      call: Call,
      organization: Pick<Organization, "plan">,
      search: BrandSearch
    ) => Effect.Effect<Charged<ReadonlyArray<BrandEntry>>, WebError>

    /** A brand by whatever names it: as it was read lately, or by its site. */
    readonly retrieve: (call: Call, request: BrandRequest) => Effect.Effect<Charged<RetrievedBrand>, BrandError>
  }
>()("@kittiwake/core/brands/Brands") {
  static readonly layer = Layer.effect(
    Brands,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<BrandsPorts>())
      const { ready } = yield* ShippedList
      return Brands.of({ search: bound(searchBrands(ready)), retrieve: bound(retrieveBrand(ready)) })
    })
  ).pipe(Layer.provide(ShippedList.layer))
}

/** Keeps what is known of brands from growing old. It stands apart, because nobody asks and nobody pays for it. */
export class BrandsUpkeep extends Context.Service<
  BrandsUpkeep,
  {
    /** Time between two brands that are read again, by all processes together; none when none are, as `RefreshBounds` says. */
    readonly every: Option.Option<Duration.Duration>

    /**
     * Reads one old brand again when its turn has come; tells whether there was one. Any number of processes may do this: they share the
     * turns.
     */
    readonly refresh: Effect.Effect<boolean, StoreUnavailable>
  }
>()("@kittiwake/core/brands/BrandsUpkeep") {
  static readonly layer = Layer.effect(
    BrandsUpkeep,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<Measures | ReadingPorts>())
      yield* countRefreshes.begin
      return BrandsUpkeep.of({ every: turnEvery(yield* RefreshBounds), refresh: bound(refreshBrand)() })
    })
  )
}
