/** Chooses the adapter of every port by what was configured. */

import * as LimitStore from "@kittiwake/core/memory/LimitStore"
import * as Memory from "@kittiwake/core/memory/Memory"
import * as Wakeups from "@kittiwake/core/memory/Wakeups"
import type { Stores } from "@kittiwake/core/Stores"
import type { Ids as IdsPort } from "@kittiwake/core/security/Ids"
import type { Signer as SignerPort } from "@kittiwake/core/security/Signer"
import type { AllowItem } from "@kittiwake/core/web/domain/EgressPolicy"
import * as Ids from "@kittiwake/crypto/Ids"
import * as Sealer from "@kittiwake/crypto/Sealer"
import * as Signer from "@kittiwake/crypto/Signer"
import * as DocumentReader from "@kittiwake/documents/DocumentReader"
import * as EmailDomains from "@kittiwake/email/EmailDomains"
import * as ContentClassifier from "@kittiwake/fetch/ContentClassifier"
import * as DomainNames from "@kittiwake/fetch/DomainNames"
import * as Egress from "@kittiwake/fetch/Egress"
import * as EgressResolver from "@kittiwake/fetch/EgressResolver"
import * as HttpFetcher from "@kittiwake/fetch/HttpFetcher"
import * as WebhookSender from "@kittiwake/fetch/WebhookSender"
import * as PageReader from "@kittiwake/html/PageReader"
import * as SitemapReader from "@kittiwake/html/SitemapReader"
import * as ImageReader from "@kittiwake/images/ImageReader"
import * as Patterns from "@kittiwake/patterns/Patterns"
import * as Browser from "@kittiwake/playwright/Browser"
import * as Embedded from "@kittiwake/postgres/embedded"
import * as Postgres from "@kittiwake/postgres/postgres"
import { Effect, Layer, Option, type Redacted } from "effect"
import { type StorageUnusable, storageUnusable } from "./StorageUnusable.ts"

/** Where everything is kept. */
export type Storage =
  | { readonly _tag: "Embedded"; readonly dataDirectory: string }
  | { readonly _tag: "Postgres"; readonly url: Redacted.Redacted }
  /** Gone when the process ends. */
  | { readonly _tag: "Memory" }

/** Where pages are rendered. */
export interface BrowserChoice {
  /** A path, an address, or `off`; none looks for a browser on this machine. */
  readonly setting: Option.Option<string>
  /** Whether a browser elsewhere keeps to allowed addresses by itself. */
  readonly isGuarded: boolean
  /** Where the packed browser is unpacked; null is the directory for temporary files. */
  readonly directory: string | null
}

/** What the choice depends on. */
export interface AdapterOptions {
  readonly storage: Storage
  readonly egressAllow: ReadonlyArray<AllowItem>
  readonly browser: BrowserChoice
  /** What stored browser sessions are sealed with; none keeps a key of the installation's own in its storage. */
  readonly sealingKey: Option.Option<Redacted.Redacted>
  /** Told once when the embedded database can no longer be used; without it, that is logged. */
  readonly onPoisoned?: (reason: string) => Effect.Effect<void>
}

const stores = ({ onPoisoned, storage }: Pick<AdapterOptions, "storage" | "onPoisoned">) => {
  switch (storage._tag) {
    case "Embedded":
      return Embedded.layer({
        dataDirectory: storage.dataDirectory,
        ...(onPoisoned === undefined ? {} : { onPoisoned })
      })
    case "Postgres":
      return Postgres.layer({ url: storage.url })
    case "Memory":
      return Memory.layer
  }
}

/** The stores of one storage, its tables brought up to date, with ids and signatures. */
export const layerStorage = (
  options: Pick<AdapterOptions, "storage" | "onPoisoned">
): Layer.Layer<Stores | IdsPort | SignerPort, StorageUnusable> => {
  const chosen: Layer.Layer<Stores, unknown> = stores(options)
  const opened = chosen.pipe(Layer.catch((cause) => Layer.effectContext(Effect.fail(storageUnusable(cause)))))
  // Last, because the ids of the storage in memory can be guessed.
  return Layer.mergeAll(opened, Ids.layer, Signer.layer)
}

const browser = ({ directory, isGuarded, setting }: BrowserChoice) =>
  Browser.layer({
    setting: Option.getOrUndefined(setting),
    isRemoteGuarded: isGuarded,
    ...(directory === null ? {} : { directory })
  }).pipe(Layer.provideMerge(EgressResolver.layer))

/** The doors to the outside, all behind one policy. */
const layerOutside = (allow: ReadonlyArray<AllowItem>, choice: BrowserChoice) =>
  Layer.mergeAll(HttpFetcher.layer(), WebhookSender.layer(), browser(choice)).pipe(
    Layer.provide(Egress.layer({ policy: { allow, own: [], nat64: false } }))
  )

/** What reads content. */
const layerReaders = Layer.mergeAll(
  ContentClassifier.layer,
  DocumentReader.layer(),
  DomainNames.layer,
  EmailDomains.layer,
  ImageReader.layer(),
  PageReader.layer,
  Patterns.layer,
  SitemapReader.layer
)

const sealer = ({ sealingKey }: Pick<AdapterOptions, "sealingKey">) =>
  Option.isSome(sealingKey) ? Sealer.layerWithKey(sealingKey.value) : Sealer.layer

/** Every port. Request counters and wake-ups are kept in the process. */
export const layer = (options: AdapterOptions) =>
  Layer.mergeAll(
    layerOutside(options.egressAllow, options.browser),
    layerReaders,
    LimitStore.layer,
    Wakeups.layer,
    Layer.provideMerge(sealer(options), layerStorage(options))
  )
