/** How each kind of target is looked at. What all have in common stands in `lookAtTarget.ts`. */
import type { Effect } from "effect"
import type { FactReader } from "../extraction/FactReader.ts"
import type { Browser } from "../pages/Browser.ts"
import type { ContentClassifier } from "../pages/ContentClassifier.ts"
import type { DocumentReader } from "../pages/DocumentReader.ts"
import type { PageReader } from "../pages/PageReader.ts"
import type { WithProfilePorts } from "../profiles/withProfile.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Signer } from "../security/Signer.ts"
import type { HostPauses } from "../sharing/HostPauses.ts"
import type { DomainNames } from "../sites/DomainNames.ts"
import type { SitemapReader } from "../sites/SitemapReader.ts"
import type { EgressResolver } from "../web/EgressResolver.ts"
import type { HttpFetcher } from "../web/HttpFetcher.ts"
import type { MonitorOf } from "./domain/Monitor.ts"
import type { TraceStep } from "./domain/Run.ts"
import type { TargetType } from "./domain/Target.ts"
import { lookAtExtract } from "./lookAtExtract.ts"
import { lookAtPage } from "./lookAtPage.ts"
import { lookAtSitemap } from "./lookAtSitemap.ts"
import type { MonitorStore } from "./MonitorStore.ts"
import type { Sight } from "./Sight.ts"
import type { TextComparer } from "./TextComparer.ts"
import type { NoRoom, Unusable } from "./Unusable.ts"
import type { VersionStore } from "./VersionStore.ts"

/** Looks at the target of a monitor once, and again where it differs. It writes what it did to `trace`. */
export type LookAt<T extends TargetType> = (
  monitor: MonitorOf<T>,
  trace: Array<TraceStep>
) => Effect.Effect<Sight, NoRoom | StoreUnavailable | Unusable, LookPorts>

/** All that looks stand on. */
export type LookPorts =
  | Browser
  | ContentClassifier
  | DocumentReader
  | DomainNames
  | EgressResolver
  | FactReader
  | HostPauses
  | HttpFetcher
  | MonitorStore
  | PageReader
  | Signer
  | SitemapReader
  | TextComparer
  | VersionStore
  | WithProfilePorts

/** By the kind of target. */
export const looks: { readonly [T in TargetType]: LookAt<T> } = {
  page: lookAtPage,
  sitemap: lookAtSitemap,
  extract: lookAtExtract
}
